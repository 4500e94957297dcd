"""The README's Python example runs and prints what it says."""

import re
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_the_python_example(capsys) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(code, str(README), "exec"), {})
    expected = re.findall(r"print\(.*\)\s+# (.*)", code)
    assert capsys.readouterr().out.splitlines() == expected
