"""What one viewer may see: nothing secret leaks from views, nor from the records made of them."""

import json

import pytest

from talleyrand import Game, InputError, read_record, verify, write_record
from talleyrand.game.view import GM, OBSERVER, view

SECRET = "the plan is to stab at dawn"


def game() -> Game:
    made = Game.new("classic", seats={"France": ["Ann", "Bob"]})
    made = made.submit("France", f"A PAR - PIC\n; {SECRET}", author="Bob")
    made = made.submit("France", "A PAR - BUR", author="Ann")
    made = made.submit("Germany", f"A MUN - TYR\nA MUN - BUR\nArmy {SECRET} move", author="Cleo")
    made, _ = made.advance()
    made = made.submit("France", f"A PAR - GAS\n; {SECRET} again", author="Ann")
    made = made.submit("Germany", "A MUN - SIL", author="Cleo")
    made = made.post("France", "let us ally", to=["Italy"])
    made = made.post("Turkey", "a rumour", true_sender="Russia")
    return made.post("Austria", "to all")


def dump(made: Game) -> str:
    return json.dumps(write_record(made))


@pytest.mark.parametrize("viewer", ["Germany", "Italy", "Turkey", OBSERVER])
def test_sealed_orders_never_reach_another_viewer(viewer):
    seen = dump(view(game(), viewer))
    assert "A PAR - GAS" not in seen
    assert "again" not in seen
    if viewer != "Germany":
        assert SECRET not in seen
        assert "A MUN - SIL" not in seen


def test_a_power_sees_all_it_sent_itself():
    seen = view(game(), "france")
    assert [received.text for received in seen.current.received] == [f"A PAR - GAS\n; {SECRET} again"]
    assert len(seen.entries[0].received) == 2
    assert len(seen.sheet("France").orders_in_force) == 1
    assert seen.sheet("Germany").entries == ()


@pytest.mark.parametrize("viewer", ["Italy", OBSERVER])
def test_what_is_resolved_is_seen_by_all_A_021(viewer):
    seen = view(game(), viewer)
    lines = [line for line in seen.entries[0].report["orders"] if line["reading"] == "ok"]
    assert {line["order"]: line["outcome"] for line in lines} == {"A PAR - BUR": "bounced", "A MUN - BUR": "bounced"}
    assert seen.position == game().position


@pytest.mark.parametrize("viewer", ["Italy", OBSERVER])
def test_superseded_sets_and_drafts_stay_secret_after_the_phase(viewer):
    seen = dump(view(game(), viewer))
    assert "A PAR - PIC" not in seen
    assert "A MUN - TYR" not in seen
    assert "Bob" not in json.dumps(json.loads(seen)["phases"])


def test_whether_others_have_ordered_is_not_seen():
    assert view(game(), "Italy").status.ordered == ()
    assert game().status.ordered == ("France", "Germany")


def test_the_gm_sees_everything():
    assert view(game(), GM) == game()
    assert view(game(), "gm") == game()


def test_press_stays_with_those_it_was_for():
    def texts(viewer):
        return [message.text for message in view(game(), viewer).messages]

    assert texts("Italy") == ["let us ally", "a rumour", "to all"]
    assert texts("France") == ["let us ally", "a rumour", "to all"]
    assert texts("Germany") == ["a rumour", "to all"]
    assert texts(OBSERVER) == ["a rumour", "to all"]


def test_the_true_sender_is_known_to_the_gm_and_to_himself_only_lesson_27():
    def true(viewer):
        return next(message.true_sender for message in view(game(), viewer).messages if message.text == "a rumour")

    assert true(GM) == true("Russia") == "Russia"
    assert true("Turkey") == true(OBSERVER) == ""


@pytest.mark.parametrize("viewer", ["France", "Germany", "Italy", OBSERVER])
def test_an_export_for_one_viewer_still_verifies(viewer):
    seen = read_record(dump(view(game(), viewer)))
    assert verify(seen) is None
    report = seen.report(seen.entries[0])
    assert {str(line.unit) for line in report.lines if line.unit is not None} == {
        str(line.unit) for line in game().report(game().entries[0]).lines if line.unit is not None
    }


@pytest.mark.parametrize("viewer", ["Italy", OBSERVER])
def test_a_tampered_export_is_found(viewer):
    record = write_record(view(game(), viewer))
    report = record["phases"][0]["report"]
    line = next(line for line in report["orders"] if line["order"] == "A PAR - BUR")
    line["outcome"] = "succeeds"
    found = verify(read_record(record))
    assert found is not None
    assert found.path.endswith(".outcome")


def test_views_keep_abandoned_branches_readable_but_sealed():
    seen = view(game().undo(), "Italy")
    assert [str(entry.phase) for entry in seen.abandoned] == ["S1901M", "F1901M"]
    assert "A PAR - GAS" not in dump(seen)
    assert "A PAR - PIC" not in dump(seen)


@pytest.mark.parametrize("viewer", ["", "Gaul", "gamemaster"])
def test_nobody_else_sees_anything(viewer):
    with pytest.raises(InputError, match="cannot look"):
        view(game(), viewer)
