"""Somebody at a real browser, who looks whether a page can be used: on a phone, with a keyboard, by a screen reader."""

FAULTS = """() => {
  const faults = [], say = (what, node) => faults.push(what + (node ? ": " + node.outerHTML.slice(0, 160) : ""));
  const shown = (node) => {
    const box = node.getBoundingClientRect(), style = getComputedStyle(node);
    return box.width > 1 && box.height > 1 && style.visibility !== "hidden";
  };
  const all = (what) => [...document.querySelectorAll(what)];
  if (all("h1").length !== 1) say(`${all("h1").length} headings of the first rank`);
  let rank = 0;
  for (const node of all("h1, h2, h3, h4, h5, h6")) {
    const here = Number(node.tagName[1]);
    if (here > rank + 1) say("a heading skips a rank", node);
    rank = here;
  }
  if (!document.documentElement.lang) say("no language");
  if (!document.title.trim()) say("no title");
  const ids = all("[id]").map((node) => node.id);
  for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index))) say(`two elements are ${id}`);
  for (const node of all("img")) if (!node.hasAttribute("alt")) say("a picture without words", node);
  for (const node of all("input:not([type=hidden]):not([type=submit]), select, textarea")) {
    const named = [...(node.labels ?? [])].some((label) => label.textContent.trim());
    if (!named && !node.getAttribute("aria-label")) say("a field without a label", node);
  }
  for (const node of all("button, a[href], summary")) {
    const named = node.textContent.trim() || node.getAttribute("aria-label") || node.querySelector("img[alt]");
    if (!named) say("nothing to press on", node);
  }
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) {
    const wide = all("body *").filter((node) => node.getBoundingClientRect().right > width + 1 && shown(node));
    say(`${document.documentElement.scrollWidth} pixels wide`, wide.at(-1));
  }
  return faults;
}"""
"""What is wrong with a page, each in a few words."""

SMALL = """(least) => {
  const faults = [];
  const inSentence = (node) => {
    const own = node.textContent.trim().length;
    const block = node.closest("p, li, td, th, dd, dt, div, nav, summary, h1, h2, h3");
    return block && !block.matches("nav, nav *, .row") && block.textContent.trim().length > own;
  };
  const pressed = "button, a[href], summary, select, textarea, input:not([type=hidden])";
  for (const node of document.querySelectorAll(pressed)) {
    if (node.matches(".skip") || (node.tagName === "A" && inSentence(node))) continue;
    if (!node.checkVisibility({ visibilityProperty: true })) continue;
    const boxes = [node, ...(node.matches("[type=checkbox], [type=radio]") ? (node.labels ?? []) : [])];
    const height = Math.max(...boxes.map((each) => each.getBoundingClientRect().height));
    if (height && height < least) faults.push(`${height.toFixed(0)} pixels high: ${node.outerHTML.slice(0, 160)}`);
  }
  return faults;
}"""
"""What is too small for a finger: all that is pressed but links within a sentence."""

LEAST = 40


class Person:
    """A browser's window, and what the browser complained of."""

    def __init__(self, context, *, phone):
        self.context, self.phone = context, phone
        self.complaints = []
        self.page = context.new_page()
        # What a policy forbids, and scripts that fail, are complaints too.
        self.page.on("console", lambda said: said.type in ("error", "warning") and self.complaints.append(said.text))
        self.page.on("pageerror", lambda fault: self.complaints.append(str(fault)))

    def goes(self, address):
        """Open a page of the site, and look at it."""
        answer = self.page.goto(address)
        assert answer.status == 200, f"{address}: {answer.status}"
        self.looks()

    def looks(self):
        """The page can be used, or this fails and says why not."""
        assert self.faults() == [], self.page.url

    def faults(self):
        found = self.page.evaluate(FAULTS)
        return [*found, *self.page.evaluate(SMALL, LEAST)] if self.phone else found

    def presses(self, name):
        """Press the button of that name, and look at the page that comes."""
        with self.page.expect_navigation():
            self.page.get_by_role("button", name=name, exact=True).first.click()
        self.looks()

    def follows(self, name):
        """Follow the link of that name, and look at the page that comes."""
        with self.page.expect_navigation():
            self.page.get_by_role("link", name=name, exact=True).first.click()
        self.looks()

    def reads(self, text):
        """The text is there to be seen."""
        self.page.get_by_text(text).first.wait_for(state="visible")


PHRASE = "many words keep a game safe"


def signs_up(person, name):
    """Somebody makes himself an account with the site's own form."""
    person.goes("/")
    person.follows("Sign up")
    page = person.page
    page.fill("[name=email]", f"{name}@example.org")
    page.fill("[name=username]", name)
    page.fill("[name=password1]", PHRASE)
    page.fill("[name=password2]", PHRASE)
    person.presses("Sign up")
    person.reads(name)


def makes_a_game(person, title):
    """Somebody makes a forum game of Ancient Mediterranean; where its page is."""
    person.follows("New game")
    person.follows("Forum game of Ancient Mediterranean")
    person.page.get_by_label("Name of the game").fill(title)
    person.presses("Look it over")
    person.reads("Nothing is made yet.")
    person.presses("Make the game")
    return person.page.url
