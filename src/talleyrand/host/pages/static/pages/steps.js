// Arrow keys go to the phase before and after; the links do the same without this.
const keys = { ArrowLeft: "prev", ArrowRight: "next" };

addEventListener("keydown", (event) => {
  const busy = event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  const rel = keys[event.key];
  if (!rel || busy || event.target.closest("input, select, textarea, summary, .scroll")) return;
  document.querySelector(`.steps a[rel=${rel}]`)?.click();
});
