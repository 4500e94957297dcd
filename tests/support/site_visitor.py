"""Somebody at a browser without JavaScript: reads pages and sends the forms that stand on them, filled in."""

from html.parser import HTMLParser

from django.test import Client


class Form:
    """A form of a page: where it goes, and what its fields hold as the page gives them."""

    def __init__(self, attrs):
        self.method = (attrs.get("method") or "get").lower()
        self.action = attrs.get("action") or ""
        self.fields = {}

    def filled(self, fields, button):
        """What is sent once some fields are filled in and a button is pressed."""
        given = {**self.fields, **fields, **({button.partition("=")[0]: button.partition("=")[2]} if button else {})}
        return {name: value for name, value in given.items() if value is not None}


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.forms, self._form, self._text, self._select, self._option = [], None, None, None, None

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "form":
            self._form = Form(attrs)
            self.forms.append(self._form)
        if self._form is None:
            return
        name, kind = attrs.get("name"), attrs.get("type", "text")
        if tag == "input" and name and kind != "submit":
            self._input(name, kind, attrs)
        elif tag == "textarea" and name:
            self._text = name
            self._form.fields[name] = ""
        elif tag == "select" and name:
            self._select = name
            self._form.fields[name] = None
        elif tag == "option" and self._select:
            first = self._form.fields[self._select] is None
            if "selected" in attrs or first:
                self._form.fields[self._select] = attrs.get("value", "")

    def _input(self, name, kind, attrs):
        fields = self._form.fields
        if kind == "checkbox":
            fields.setdefault(name, [])
            fields[name] += [attrs.get("value", "on")] if "checked" in attrs else []
        elif kind != "radio" or "checked" in attrs:
            fields[name] = attrs.get("value", "")
        else:
            fields.setdefault(name, None)

    def handle_data(self, data):
        if self._text and self._form is not None:
            self._form.fields[self._text] += data

    def handle_endtag(self, tag):
        if tag == "form":
            self._form = None
        elif tag == "textarea" and self._text:
            # A line's end right after the tag is no part of the text.
            self._form.fields[self._text] = self._form.fields[self._text].removeprefix("\n")
            self._text = None
        elif tag == "select":
            self._select = None


def forms_of(page):
    """The forms of a page."""
    reader = _Reader()
    reader.feed(page)
    return reader.forms


class Visitor:
    """A person with a browser; every form is sent with its token, as browsers do."""

    def __init__(self, user=None):
        self.web = Client(enforce_csrf_checks=True)
        if user is not None:
            self.web.force_login(user)

    def read(self, address):
        """A page, which must be there."""
        answer = self.web.get(address, follow=True)
        assert answer.status_code == 200, f"{address}: {answer.status_code}"
        return answer.content.decode()

    def send(self, page, where, **how):
        """Fill in the form of a page whose address ends so, and send it; the page that comes of it."""
        answer = self.answer(page, where, **how)
        assert answer.status_code == 200, f"{where}: {answer.status_code} {answer.content.decode()[:2000]}"
        return answer.content.decode()

    def answer(self, page, where, **how):
        """The same, whatever comes of it."""
        return self.press(self.read(page), page, where, **how)

    def press(self, html, page, where, /, *, button="", of=None, **fields):
        """The same on a page that has been read.

        ``of`` are values that the form has already, where several go to one address. ``button`` is one that says more
        than that the form is sent: "do=make".
        """
        fixed = of or {}
        forms = [form for form in forms_of(html) if form.method == "post"]
        found = [
            form
            for form in forms
            if (form.action or page).endswith(where)
            and fields.keys() <= form.fields.keys()
            and fixed.items() <= {name: str(value) for name, value in form.fields.items()}.items()
        ]
        assert found, f"{page}: no form {where} with {sorted(fields)}, {fixed} among {[form.action for form in forms]}"
        return self.web.post(found[0].action or page, found[0].filled(fields, button), follow=True)
