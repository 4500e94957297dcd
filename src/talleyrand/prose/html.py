"""A report as HTML: a fragment that carries its own style, or a whole page; readable in light and in dark."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape

from talleyrand.game.report import Report
from talleyrand.prose.content import PLAIN, Digest, Entry, Extras, Section, digest
from talleyrand.variants.variant import Variant

_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")

_STYLE = """\
.talleyrand{color-scheme:light dark;--ink:#1f2328;--soft:#5b636e;--line:#d5d9df;--bad:#a4262c;--paper:#fff;
max-width:46rem;margin:0 auto;padding:1rem;font:1rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
.talleyrand h1{font-size:1.5rem;margin:0}
.talleyrand .phase{margin:0 0 1rem;color:var(--soft);font-size:1.1rem}
.talleyrand h2{font-size:1.1rem;margin:1.4rem 0 .3rem}
.talleyrand .power{border-left:.45rem solid var(--power,var(--line));padding-left:.5rem}
.talleyrand ul,.talleyrand ol{margin:.2rem 0;padding-left:1.3rem}
.talleyrand .failed>.order{text-decoration:underline;text-underline-offset:.2em}
.talleyrand .mark{color:var(--bad);font-weight:600}
.talleyrand .why,.talleyrand .note{display:block}
.talleyrand .why,.talleyrand .note,.talleyrand ol{color:var(--soft);font-size:.92rem}
.talleyrand img{max-width:100%;height:auto}
.talleyrand table{border-collapse:collapse;margin:.4rem 0}
.talleyrand th,.talleyrand td{padding:.2rem .7rem;border-bottom:1px solid var(--line);text-align:right}
.talleyrand th:first-child,.talleyrand td:first-child{text-align:left}
.talleyrand .next{font-weight:600}
@media (prefers-color-scheme:dark){
.talleyrand{--ink:#e6e8eb;--soft:#a3abb6;--line:#3a414b;--bad:#ff8f8a;--paper:#15181c}}
"""


def render(
    report: Report, variant: Variant, *, explain: bool = False, page: bool = True, extras: Extras = PLAIN
) -> str:
    """The report as HTML: a whole page, or with ``page`` false a fragment to put into one."""
    return layout(digest(report, variant, explain=explain, extras=extras), page=page)


def layout(content: Digest, *, page: bool = True) -> str:
    """Lay a digest out as HTML."""
    body = "\n".join(_body(content))
    fragment = f'<article class="talleyrand" lang="en">\n<style>\n{_STYLE}</style>\n{body}\n</article>\n'
    if not page:
        return fragment
    title = escape(f"{content.title}: {content.phase}")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="color-scheme" content="light dark">\n<title>{title}</title>\n'
        "<style>body{margin:0}@media (prefers-color-scheme:dark){body{background:#15181c}}</style>\n"
        f"</head>\n<body>\n{fragment}</body>\n</html>\n"
    )


def _body(content: Digest) -> Iterator[str]:
    yield f"<h1>{escape(content.title)}</h1>"
    yield f'<p class="phase">{escape(content.phase)}</p>'
    if content.map_url.startswith(("https://", "http://", "data:image/")) or _is_relative(content.map_url):
        yield f'<p><img src="{escape(content.map_url)}" alt="Map, {escape(content.phase)}"></p>'
    for section in content.sections:
        yield from _section(section)
    if content.dislodged:
        yield "<h2>Dislodged</h2>"
        yield _list(f"<b>{escape(driven.power)}</b>: {escape(driven.line)}" for driven in content.dislodged)
    for told in content.happenings:
        yield f"<h2>{told.title}</h2>"
        yield _list(map(escape, told.lines))
    if content.standoffs:
        yield f"<p>{escape(content.standoff_line)}</p>"
    if content.rows:
        yield f"<h2>{content.table_title}</h2>"
        if content.captures:
            yield _list(map(escape, content.captures))
        yield from _table(content)
    for note in (*content.table_notes, content.result, content.skipped):
        if note:
            yield f"<p>{escape(note)}</p>"
    if content.next:
        yield f'<p class="next">Next: {escape(content.next_line)}</p>'


def _is_relative(url: str) -> bool:
    return bool(url) and ":" not in url.partition("/")[0]


def _section(section: Section) -> Iterator[str]:
    colour = f' style="--power:{section.colour}"' if _COLOUR.fullmatch(section.colour) else ""
    yield f'<h2 class="power"{colour}>{escape(section.power)}</h2>'
    yield "<ul>"
    for entry in section.entries:
        yield _entry(entry)
    yield "</ul>"


def _entry(entry: Entry) -> str:
    parts = [f'<span class="order">{escape(entry.text)}</span>']
    if entry.mark:
        parts.append(f' <span class="mark">{escape(entry.mark)}</span>')
    if entry.why and not entry.chain:
        parts.append(f' <span class="why">{escape(entry.why)}</span>')
    parts += [f'<span class="note">{escape(note)}</span>' for note in entry.notes]
    if entry.chain:
        parts.append(f"<ol>{''.join(f'<li>{escape(reason)}</li>' for reason in entry.chain)}</ol>")
    start = '<li class="failed">' if entry.failed else "<li>"
    return f"{start}{''.join(parts)}</li>"


def _list(items: Iterable[str]) -> str:
    return "<ul>\n" + "\n".join(f"<li>{item}</li>" for item in items) + "\n</ul>"


def _table(content: Digest) -> Iterator[str]:
    head, *rows = content.table
    yield "<table>\n<tr>" + "".join(f'<th scope="col">{cell}</th>' for cell in head) + "</tr>"
    for row in rows:
        yield f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"
    yield "</table>"
