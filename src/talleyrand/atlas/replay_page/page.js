"use strict";
(function () {
  var data = JSON.parse(document.getElementById("data").textContent);
  var frames = data.frames, last = frames.length - 1, here = 0, timer = 0;
  var small = window.matchMedia("(max-width:40rem)");
  function at(id) { return document.getElementById(id); }
  function drawing(runs) {
    var text = "";
    for (var i = 0; i < runs.length; i += 2) {
      text += data.parts.slice(runs[i], runs[i] + runs[i + 1]).join("");
    }
    return text;
  }
  function show(index, keep) {
    here = Math.max(0, Math.min(last, index));
    at("map").innerHTML = drawing((small.matches && data.narrow.length ? data.narrow : data.drawings)[here]);
    at("report").innerHTML = data.reports[here];
    at("report").scrollTop = 0;
    at("phase").textContent = frames[here].label;
    at("slider").value = here;
    at("slider").setAttribute("aria-valuetext", frames[here].label);
    at("list").selectedIndex = here;
    at("first").disabled = at("back").disabled = here === 0;
    at("last").disabled = at("on").disabled = here === last;
    if (here === last) { stop(); }
    if (!keep) { try { history.replaceState(null, "", "#" + frames[here].code); } catch (ignored) { /* file:// */ } }
  }
  function stop() {
    clearInterval(timer);
    timer = 0;
    at("play").setAttribute("aria-pressed", "false");
    at("play").setAttribute("aria-label", "Play");
    at("play").textContent = "\u25B6";
  }
  function play() {
    if (timer) { stop(); return; }
    if (here === last) { show(0); }
    at("play").setAttribute("aria-pressed", "true");
    at("play").setAttribute("aria-label", "Pause");
    at("play").textContent = "\u275A\u275A";
    timer = setInterval(function () { show(here + 1); }, 2500);
  }
  function wanted() {
    var code = decodeURIComponent(location.hash.slice(1));
    for (var i = 0; i <= last; i += 1) { if (frames[i].code === code) { return i; } }
    return 0;
  }
  frames.forEach(function (frame) {
    var option = document.createElement("option");
    option.textContent = frame.label;
    at("list").appendChild(option);
  });
  at("first").onclick = function () { show(0); };
  at("back").onclick = function () { show(here - 1); };
  at("play").onclick = play;
  at("on").onclick = function () { show(here + 1); };
  at("last").onclick = function () { show(last); };
  at("slider").oninput = function () { stop(); show(Number(at("slider").value)); };
  at("list").onchange = function () { stop(); show(at("list").selectedIndex); };
  document.addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey) { return; }
    var on = event.target.tagName;
    if (on === "SELECT" || (on === "INPUT" && event.key !== " ")) { return; }
    if (on === "BUTTON" && (event.key === " " || event.key === "Enter")) { return; }
    var step = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: last }[event.key];
    if (event.key === " ") { event.preventDefault(); play(); return; }
    if (step !== undefined) { event.preventDefault(); stop(); show(step); }
  });
  small.addEventListener("change", function () { show(here, true); });
  window.addEventListener("hashchange", function () { show(wanted(), true); });
  show(wanted(), true);
})();
