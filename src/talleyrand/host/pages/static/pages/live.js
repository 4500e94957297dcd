// What htmx asks for and puts in place: only while somebody looks, and nothing that is being written is lost.
// All of it is on the page without this, once it is loaded again.

const all = (part, what) => [...part.querySelectorAll(what)];
const fields = (part) => all(part, "input:not([type=hidden]), select, textarea");
const words = (part) => part.textContent.replace(/\s+/g, " ").trim();

function written(field) {
  if ("unsent" in field.dataset) return true;
  if (field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
  if (!field.options) return field.value !== field.defaultValue;
  const first = [...field.options].findIndex((option) => option.defaultSelected);
  return field.selectedIndex !== Math.max(first, 0);
}

const on = (name, act) => document.addEventListener(`htmx:${name}`, act);

on("beforeRequest", (event) => {
  if (document.hidden && event.target.id === "news") event.preventDefault();
});

// A part of a page stays as it is where it says the same, and while somebody writes in it.
let focused = null;
on("oobBeforeSwap", ({ target, detail }) => {
  const here = document.activeElement;
  const busy = fields(target).some((field) => field === here || written(field));
  detail.shouldSwap = !busy && words(target) !== words(detail.fragment);
  if (!detail.shouldSwap) return;
  focused = here !== target && target.contains(here) ? [target, here.getAttribute("href")] : null;
  for (const each of all(target, "details[id]")) {
    const next = detail.fragment.querySelector(`#${CSS.escape(each.id)}`);
    if (next) next.open = each.open;
  }
});
on("oobAfterSwap", () => {
  if (!focused) return;
  const [part, address] = focused;
  focused = null;
  all(part, "a[href]").find((link) => link.getAttribute("href") === address)?.focus({ preventScroll: true });
});

// Where the whole page is put in place anew, what was written goes back into its fields.
let kept = [];
on("beforeSwap", ({ detail }) => {
  if (detail.target.id !== "main" || !detail.shouldSwap) return;
  kept = fields(detail.target).filter((field) => field.id && written(field));
});
on("afterSwap", ({ detail }) => {
  if (detail.target.id !== "main" && detail.target.id !== "phase") return;
  document.querySelector("h1")?.focus({ preventScroll: detail.target.id === "phase" });
  for (const old of kept.splice(0)) {
    const field = document.getElementById(old.id);
    if (!field) continue;
    if (old.matches("[type=checkbox], [type=radio]")) field.checked = old.checked;
    else field.value = old.value;
    for (let outer = field.closest("details"); outer; outer = outer.parentElement.closest("details")) outer.open = true;
  }
});

// A link that could not be put in place is followed as any other.
for (const name of ["responseError", "sendError"])
  on(name, ({ detail }) => {
    if (detail.target?.id === "phase") location.assign(detail.pathInfo.finalRequestPath);
  });
