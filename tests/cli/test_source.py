import io

import pytest

from talleyrand.cli import source
from talleyrand.cli.fault import FaultError


def read(data: bytes, limit: int = source.MAX_LINE):
    return [(number, str(text)) for number, text in source.lines(io.BytesIO(data), limit)]


def test_lines_skip_blank_ones_and_keep_their_numbers():
    assert read(b"\xef\xbb\xbfone\r\n\n  \nfour") == [(1, "one\r\n"), (4, "four")]


def test_a_line_too_long_is_a_fault_and_the_next_is_read():
    found = read(b"x" * 100 + b"\nshort\n" + b"y" * 21, limit=20)
    assert [number for number, _ in found] == [1, 2, 3]
    assert "longer than" in found[0][1]
    assert found[1] == (2, "short\n")
    assert "longer than" in found[2][1]


def test_a_line_of_exactly_the_limit_is_read():
    assert read(b"x" * 20 + b"\nnext\n", limit=20)[1] == (2, "next\n")


def test_a_line_that_is_not_utf8_is_a_fault_and_the_next_is_read():
    assert read(b"\xff\xfe\nnext\n") == [
        (1, "line 1: not UTF-8 text (UTF-16); save it as UTF-8"),
        (2, "next\n"),
    ]


def test_lines_arrive_as_they_are_written():
    class Pipe(io.RawIOBase):
        asked = 0

        def readline(self, limit=-1):
            self.asked += 1
            return b"{}\n" if self.asked < 3 else b""

    pipe = Pipe()
    stream = source.lines(pipe)
    next(stream)
    assert pipe.asked == 1


def test_a_wrong_byte_is_named_with_its_line():
    with pytest.raises(FaultError, match=r"posts\.txt:3: not UTF-8 text \(byte 0xe9\)"):
        source.decode(b"one\ntwo\ncaf\xe9\n", "posts.txt")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty, where JSON is wanted"),
        ('{"a": 1,\n "b": }', "not JSON: expecting value at column 7"),
        ('{"a": NaN}', "NaN is not JSON"),
        ("[" * 100_000, "nested too deeply"),
        ('{"units": {"Rome": [], "Rome": []}}', "Rome: the key stands twice in one object"),
        ("1" * 5000, "a number of 5000 digits"),
    ],
)
def test_bad_json_is_a_fault_in_words(text, message):
    with pytest.raises(FaultError) as caught:
        source.parse_json(text, "case.json")
    assert message in str(caught.value)
    assert str(caught.value).startswith("case.json")


def test_bad_json_names_the_line():
    with pytest.raises(FaultError, match=r"^case\.json:2: "):
        source.parse_json('{"a": 1,\n "b": }', "case.json")


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('{"a": {"x": 1},\n "b": 2,\n "a": 3}', 3, "a: the key stands twice in one object"),
        ('{"a": [1,\n {"b\\u0061": 1, "ba": 2}]}', 2, "ba: the key stands twice in one object"),
        ('{"a": "{\\"a\\"\n",\n"b": [NaN]}', 2, "not JSON: invalid control character"),
        ('{"a": "NaN",\n\n"b": [NaN]}', 3, "NaN is not JSON"),
        ("[1,\n-Infinity]", 2, "-Infinity is not JSON"),
        ("[1,\n" + "9" * 5000 + "]", 2, "a number of 5000 digits"),
        ("[1,\n" + "[" * 100_000, 2, "nested too deeply"),
        ('{"a": 1,\n "\\ud800": 2}', 2, "the key holds half of a character"),
    ],
)
def test_what_python_would_take_or_not_place_is_named_with_its_line(text, line, message):
    with pytest.raises(FaultError) as caught:
        source.parse_json(text, "case.json")
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"case.json:{1 if 'control' in message else line}: ")


def test_a_pair_of_surrogates_is_a_character():
    assert source.parse_json('{"\\ud83d\\ude00": "\\ud800"}') == {"\U0001f600": "\ud800"}


@pytest.mark.parametrize(("limit", "size"), [(10, "10 bytes"), (2**18, "256 KiB"), (2**21, "2 MiB")])
def test_a_limit_is_said_in_fitting_units(tmp_path, limit, size):
    file = tmp_path / "big.txt"
    file.write_bytes(b" " * (limit + 1))
    with pytest.raises(FaultError, match=f"larger than {size}"):
        source.read_text(str(file), limit=limit)


def test_a_file_too_large_is_a_fault(tmp_path):
    file = tmp_path / "big.json"
    file.write_bytes(b" " * 11)
    with pytest.raises(FaultError, match="larger than"):
        source.read_text(str(file), limit=10)


@pytest.mark.parametrize("name", ["absent.json", ".", "nul\0.json"])
def test_a_file_that_cannot_be_read_is_a_fault(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FaultError):
        source.read_text(name)
