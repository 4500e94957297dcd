"""``talleyrand variant``: list, show, check and begin variants."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from talleyrand.atlas.check.folder import check_map
from talleyrand.cli.output import json_text, say
from talleyrand.variants import registry
from talleyrand.variants.check import check_folder
from talleyrand.variants.describe import describe
from talleyrand.variants.faults import Fault
from talleyrand.variants.load import load_variant
from talleyrand.variants.scaffold import new_variant
from talleyrand.variants.suite import check_variant


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("variant", help="list, show, check and begin variants")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="the variants there are")
    show = actions.add_parser("show", help="provinces, powers, start, victory, phases, rulebook of a variant")
    show.add_argument("variant", metavar="NAME", help="a variant's name, or its folder (./mine)")
    check = actions.add_parser("check", help="every fault of a folder, then its cases")
    check.add_argument("folder", metavar="DIR", help="a variant's folder, or the name of a built-in one")
    check.add_argument("--warnings", action="store_true", help="list what is tight on the drawn map, too")
    new = actions.add_parser("new", help="write a small playable variant to begin from")
    new.add_argument("folder", metavar="DIR", help="a new folder; its name is the variant's")
    new.add_argument("--title", default="", help="what the variant is called (default: from the folder's name)")
    for action in (listing, show, check):
        action.add_argument("--format", choices=("text", "json"), default="text")
    for action in (show, check):
        action.add_argument("--allow-code", action="store_true", help="run the folder's rules.py, if it has one")


def run(args: argparse.Namespace) -> int:
    """Run the command; raises ``VariantError`` on a variant that is not there or cannot be loaded."""
    match args.action:
        case "list":
            return _list(args.format)
        case "show":
            return _show(args.variant, args.format, args.allow_code)
        case "check":
            return _check(args.folder, args.format, args.allow_code, args.warnings)
        case _:
            return _new(args.folder, args.title)


def _list(form: str) -> int:
    others: dict[str, list[str]] = {}
    for alias, name in registry.aliases().items():
        others.setdefault(name, []).append(alias)
    rows = []
    for name in registry.names():
        variant = load_variant(name)
        rows.append(
            {
                "name": name,
                "title": variant.title,
                "version": variant.version,
                "powers": len(variant.powers),
                "provinces": len(variant.board.provinces),
                "supply_centers": len(variant.board.centers),
                "victory_centers": variant.centers_to_win(variant.rulebook),
                "aliases": others.get(name, []),
                "description": variant.description,
            }
        )
    if form == "json":
        say(json_text(rows))
        return 0
    width = max(len(str(row["name"])) for row in rows)
    for row in rows:
        counts = f"{row['powers']} powers, {row['provinces']} provinces, "
        counts += f"{row['victory_centers']} of {row['supply_centers']} centres win"
        say(f"{row['name']:<{width}}  {row['title']}: {counts}")
    return 0


def _show(name: str, form: str, allow_code: bool) -> int:
    facts = describe(load_variant(_folder_or_name(name), allow_code=allow_code))
    say(json_text(facts) if form == "json" else "\n".join(_page(facts)))
    return 0


def _page(facts: dict[str, Any]) -> list[str]:
    centers = f"{facts['victory_centers']} of {facts['supply_centers']} supply centres win"
    lines = [f"{facts['title']} ({facts['name']}, version {facts['version']})"]
    lines += [facts["description"]] if facts["description"] else []
    lines += [f"  {line}" for line in facts["credits"]]
    lines += ["", f"Victory: {centers}", f"Start: {facts['start']['label']} ({facts['start']['phase']})"]
    lines += ["", "Phases"]
    for phase in facts["phases"]:
        hours = f", {phase['hours']} h" if phase["hours"] else ""
        silent = ", no talk" if phase["silent"] else ""
        lines.append(f"  {phase['code']}  {phase['label']}{hours}{silent}")
    if len(facts["year_labels"]) > 1:
        lines.append("  Year labels: " + ", ".join(f"{name} ({shown})" for name, shown in facts["year_labels"].items()))
    lines += ["", "Powers"]
    for power in facts["powers"]:
        units = ", ".join(facts["start"]["units"][power["name"]]) or "no units"
        lines.append(f"  {power['name']} {power['colour']}: {units}; home {', '.join(power['homes']) or 'none'}")
    lines.append(f"  Neutral centres: {', '.join(facts['start']['neutral_centers']) or 'none'}")
    lines += ["", f"Provinces ({len(facts['provinces'])})"]
    width = max(len(province["name"]) for province in facts["provinces"])
    lines += [_province_line(province, width) for province in facts["provinces"]]
    if facts["ambiguous"]:
        words = (f"{word} ({' or '.join(keys)})" for word, keys in facts["ambiguous"].items())
        lines.append(f"  Ambiguous: {', '.join(words)}")
    names = list(facts["rulebooks"])
    lines += ["", f"Rulebook: {names[0]}" + (f" (also {', '.join(names[1:])})" if names[1:] else "")]
    lines += [f"  {choice} = {value}" for choice, value in facts["rulebook"].items()]
    if facts["symbols"] or facts["legend"]:
        lines += ["", "On the map"]
        lines += [f"  {thing}: {sign}" for thing, sign in facts["symbols"].items()]
        lines += [f"  {text}" for text in facts["legend"].values()]
    return lines


def _province_line(province: dict[str, Any], width: int) -> str:
    marks = [province["terrain"]]
    if province["supply_center"]:
        marks.append(f"home of {province['home_of']}" if province["home_of"] else "centre")
    near = []
    if province["armies_to"]:
        near.append(f"A {' '.join(province['armies_to'])}")
    for place, steps in province["fleets_to"].items():
        coast = place.partition("/")[2]
        near.append(f"F{'/' + coast if coast else ''} {' '.join(steps)}")
    return f"  {province['abbreviation']:<4} {province['name']:<{width}}  {', '.join(marks)}; {'; '.join(near)}"


def _check(name: str, form: str, allow_code: bool, warnings: bool) -> int:
    target = _folder_or_name(name)
    folder = target if isinstance(target, Path) else registry.find(target)
    faults = check_folder(folder)
    notes = []
    if not faults:
        variant = load_variant(target, allow_code=allow_code)
        drawn = check_map(variant)
        faults = [Fault(folder.name, "", text) for text in check_variant(variant)] + list(drawn.faults)
        tight = len(drawn.warnings)
        notes = [f"warning: {warning}" for warning in drawn.warnings] if warnings else []
        more = f", {tight} warning{'s' if tight != 1 else ''} (see --warnings)" if tight and not warnings else ""
        notes.append(drawn.summary + more)
    if form == "json":
        say(json_text([fault._asdict() for fault in faults]))
    else:
        for fault in faults:
            say(str(fault))
        for note in notes:
            say(note)
        count = f"{len(faults)} fault{'s' if len(faults) != 1 else ''}"
        say(f"{folder.name}: {count if faults else 'sound; every check and case passed'}")
    return 1 if faults else 0


def _new(folder: str, title: str) -> int:
    for path in new_variant(folder, title):
        say(str(path))
    say(f"Now try: talleyrand variant check {folder}")
    return 0


def _folder_or_name(text: str) -> Path | str:
    """A path where the text looks like one or such a folder is there and no variant has the name."""
    path = Path(text)
    if len(path.parts) > 1 or path.is_absolute() or text in (".", ".."):
        return path
    known = {*registry.names(), *registry.aliases()}
    return path if path.is_dir() and text not in known else text
