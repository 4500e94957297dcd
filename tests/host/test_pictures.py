"""Pictures of phases: drawn once, kept by content, the same for everybody, and nothing lost with a full disk."""

import gzip
import re
from datetime import timedelta
from pathlib import Path

import pytest

from site_acts import at, fresh, web
from site_cast import START
from site_past import OPEN, WHISPER, eventful
from talleyrand.host.pictures import store
from talleyrand.host.turns import services as turns
from talleyrand.host.turns.models import Phase

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def folder():
    return store.CONFIG.data / "pictures"


@pytest.fixture
def told(running, mara, alice, anton, bob):
    return eventful(running, mara, alice, anton, bob)


def files(folder):
    return sorted(path.name for path in folder.rglob("*.*"))


def chunks(data):
    """The kinds of the pieces of a PNG."""
    found, place = [], 8
    while place < len(data):
        size = int.from_bytes(data[place : place + 4])
        found.append(data[place + 4 : place + 8].decode())
        place += size + 12
    return found


def test_an_adjudicated_phase_has_its_pictures_drawn_ahead(told, folder):
    store.keep(told.pk, 1, 1)
    names = files(folder)
    assert len(names) == len(list(store.published())) == 10
    assert sum(name.endswith(".svg") for name in names) == 8
    assert sum(name.endswith(".png") for name in names) == 2  # the thumbnails
    store.keep(told.pk, 1, 1)
    assert files(folder) == names


def test_what_is_not_there_or_not_over_is_left_alone(told, folder):
    for here in ((told.pk, 2, 3), (told.pk, 9, 9), (0, 1, 1)):
        store.keep(*here)
    assert not folder.exists()


def test_a_kept_picture_is_given_as_it_lies(told, folder):
    store.keep(told.pk, 1, 1)
    for path in folder.rglob("*.svg"):
        path.write_bytes(gzip.compress(b"<svg>kept</svg>"))
    answer = web().get(at("map", told, 1, 1, "results"))
    assert answer.content == b"<svg>kept</svg>"
    assert web().get(at("map", told, 1, 1, "after")).content.startswith(b"<svg xmlns")


def test_after_a_rollback_no_picture_of_what_was_is_shown(told, mara, alice):
    before = web().get(at("map", told, 1, 1, "results")).content
    turns.roll_back(mara, fresh(told), to=1, now=START + timedelta(hours=20))
    assert web().get(at("map", told, 3, 1, "results")).status_code == 404
    turns.submit(alice, fresh(told), "Rome", "A Rome holds\nA Ravenna holds", now=START + timedelta(hours=20))
    turns.adjudicate(mara, fresh(told), seen=(3, 1), now=START + timedelta(hours=21), text="Again.")
    after = web().get(at("map", told, 3, 1, "results")).content
    assert before != after
    assert web().get(at("map", told, 1, 1, "results")).content == before


def test_a_row_that_changes_asks_for_another_file(told):
    before = web().get(at("map", told, 2, 2, "board"))
    row = Phase.objects.get(game=told, branch=2, number=2)
    Phase.objects.filter(pk=row.pk).update(position=Phase.objects.get(game=told, branch=1, number=1).position)
    after = web().get(at("map", told, 2, 2, "board"))
    assert after["ETag"] != before["ETag"]


def test_what_pages_show_is_there_before_anybody_asks(told, folder):
    store.keep(told.pk, 1, 1)
    names = files(folder)
    asked = set()
    for address in (at("phase", told, 1, 1), at("phase", told, 1, 1) + "?show=before", at("history", told)):
        text = web().get(address).content.decode().replace("&amp;", "&")
        asked |= set(re.findall(rf'(?:src|srcset)="({at("phase", told, 1, 1).split("phase")[0]}map/1/1/[^"]*)"', text))
    shown = {address for address in asked if "theme=print" not in address}
    assert len(shown) == 10
    for address in shown:
        assert web().get(address).status_code == 200
    assert files(folder) == names


@pytest.mark.parametrize(
    ("query", "width"),
    [("", 1400), ("?width=400", 800), ("?width=320", 320), ("?width=1", 320), ("?width=99999", 1400)],
)
def test_png_comes_in_three_widths(told, query, width):
    answer = web().get(at("map_png", told, 1, 1, "results") + query)
    assert answer["Content-Type"] == "image/png"
    assert answer.content.startswith(PNG)
    assert int.from_bytes(answer.content[16:20]) == width


def test_a_png_holds_a_picture_and_nothing_else(told):
    for what in ("board", "results", "after"):
        data = web().get(at("map_png", told, 1, 1, what)).content
        assert set(chunks(data)) <= {"IHDR", "IDAT", "IEND", "PLTE", "tRNS", "sRGB", "pHYs", "gAMA"}


def test_everybody_gets_the_same_picture_and_the_same_tag(told, mara, alice, bob, olga):
    for name in ("map", "map_png"):
        for what, here in (("board", (2, 3)), ("results", (1, 1))):
            answers = [web(user).get(at(name, told, *here, what)) for user in (None, olga, bob, alice, mara)]
            assert len({answer.content for answer in answers}) == 1
            assert len({answer["ETag"] for answer in answers}) == 1
            assert WHISPER.encode() not in answers[0].content
            assert OPEN.encode() not in answers[0].content


def test_a_picture_that_somebody_has_is_not_sent_again(told):
    for name in ("map", "map_png"):
        first = web().get(at(name, told, 1, 1, "results"))
        again = web().get(at(name, told, 1, 1, "results"), headers={"if-none-match": f'"x", {first["ETag"]}'})
        assert (again.status_code, again.content) == (304, b"")
        assert again["ETag"] == first["ETag"]
        assert "max-age" in again["Cache-Control"]


def test_orders_that_come_in_change_no_picture_and_no_tag(told, bob):
    before = web().get(at("map", told, 2, 3, "board"))["ETag"]
    turns.submit(bob, told, "Carthage", "F Punic Sea - Sicilia", now=START + timedelta(hours=10))
    assert web().get(at("map", told, 2, 3, "board"))["ETag"] == before


def test_a_drawing_goes_packed_to_those_who_can_unpack_it(told):
    packed = web().get(at("map", told, 1, 1, "board"), headers={"accept-encoding": "gzip, br"})
    plain = web().get(at("map", told, 1, 1, "board"))
    assert packed["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain
    assert gzip.decompress(packed.content) == plain.content
    assert "Accept-Encoding" in packed["Vary"]
    assert "sandbox" in packed["Content-Security-Policy"]


@pytest.mark.parametrize("theme", ["light", "dark", "print", "x"])
def test_themes(told, theme):
    assert web().get(at("map", told, 1, 1, "results") + f"?theme={theme}").status_code == 200


def test_with_a_full_disk_pictures_are_drawn_and_the_log_says_so(told, folder, caplog):
    folder.write_text("a file where the folder should be")
    assert web().get(at("map_png", told, 1, 1, "results")).content.startswith(PNG)
    store.keep(told.pk, 1, 1)
    assert "could not be kept" in caplog.text
    assert folder.read_text() == "a file where the folder should be"


def test_nothing_half_written_is_left(told, folder, monkeypatch):
    def full(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert web().get(at("map", told, 1, 1, "board")).status_code == 200
    assert [path for path in folder.rglob("*") if path.is_file()] == []


def test_results_of_an_open_phase_and_other_pictures_are_not_there(told):
    for name in ("map", "map_png"):
        for here in (
            (2, 3, "results"),
            (2, 3, "after"),
            (1, 1, "orders"),
            (7, 1, "board"),
            (10**30, 1, "board"),
            (1, 1, ".."),
        ):
            assert web().get(at(name, told, *here)).status_code == 404


def test_the_preview_of_the_desk_is_kept_nowhere(told, folder, mara):
    answer = web(mara).get(at("preview_map", told))
    assert answer["Cache-Control"] == "no-store"
    assert not folder.exists()
