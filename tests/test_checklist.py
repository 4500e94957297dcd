"""Every line of the checklist that the engine must show is named by a test.

``cases/checklist_engine.tsv`` lists the lines. A test names one in its own name (``test_a066_…``, ``test_X_A3_…``), in
its docstring, or in the id of a parameter ("B-025"). Comments and the bodies of tests do not count.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
LISTED = (TESTS / "cases" / "checklist_engine.tsv").read_text(encoding="utf-8").splitlines()
NAMED = re.compile(
    r"(?<![A-Za-z0-9])(?:X[-_]?(?P<gap>[A-D])[-_]?(?P<of>\d{1,2})|(?P<part>[A-D])[-_]?(?P<line>\d{3}))(?![A-Za-z0-9])",
    re.IGNORECASE,
)


def ids(text: str) -> Iterator[str]:
    """The checklist ids that a text names, as the list writes them."""
    for found in NAMED.finditer(text):
        if found["gap"]:
            yield f"X-{found['gap'].upper()}{int(found['of'])}"
        else:
            yield f"{found['part'].upper()}-{found['line']}"


def said(tree: ast.Module) -> Iterator[str]:
    """What a module says its tests are about."""
    todo: list[ast.AST] = list(tree.body[1:] if ast.get_docstring(tree) else tree.body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if node.name.startswith("test"):
                yield from (node.name, ast.get_docstring(node) or "")
            todo.extend(node.decorator_list)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        else:
            todo.extend(ast.iter_child_nodes(node))


def named() -> set[str]:
    modules = sorted(TESTS.rglob("test_*.py"))
    return {
        found
        for module in modules
        for text in said(ast.parse(module.read_text(encoding="utf-8")))
        for found in ids(text)
    }


def test_the_list_is_sound():
    rows = [row.split("\t") for row in LISTED]
    assert all(len(row) == 2 and row[1].strip() for row in rows)
    listed = [row[0] for row in rows]
    assert [list(ids(each)) for each in listed] == [[each] for each in listed]
    assert len(set(listed)) == len(listed)


def test_every_line_that_the_engine_must_show_is_named_by_a_test():
    known = named()
    assert [row for row in LISTED if row.split("\t")[0] not in known] == []


def test_names_in_comments_and_bodies_do_not_count():
    module = (
        '"""A-001"""\n# A-002\nTWO = "X-A3"\n@mark("B-004")\ndef test_c005_x_b6():\n    """A-007."""\n    "A-008"\n'
    )
    assert {found for text in said(ast.parse(module)) for found in ids(text)} == {
        "X-A3",
        "B-004",
        "C-005",
        "X-B6",
        "A-007",
    }
