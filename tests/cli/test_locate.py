import pytest

from talleyrand.cli.locate import line_of

TEXT = """{
  "variant": "classic",
  "units": {
    "Rome": ["A ROM"],
    "Rome.Two": [
      "A NEA",
      "A \\"X\\"]"
    ]
  },
  "orders": [{"text": 1},
    {"text": 2}]
}
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("", 1),
        ("variant", 2),
        ("units.Rome[0]", 4),
        ("units.Rome.Two[1]", 7),
        ("units.Rome.Two[9]", 5),
        ("units.Greece[0]", 3),
        ("orders[1].text", 11),
        ("phase", 1),
        ("variant[0].x", 2),
    ],
)
def test_a_path_leads_to_its_line(path, line):
    assert line_of(TEXT, path) == line
