"""Reading a variant's files into their structs, with every fault of shape found at once."""

from __future__ import annotations

import json
import math
import tomllib
import types
from collections.abc import Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from talleyrand.variants.faults import Fault
from talleyrand.variants.schema import MapFile, VariantFile
from talleyrand.variants.spelling import did_you_mean

VARIANT, MAP, CASES, README, RULES, GEOMETRY = (
    "variant.toml",
    "map.json",
    "cases.toml",
    "README.md",
    "rules.py",
    "geometry.json",
)
T = TypeVar("T")


class Sources(NamedTuple):
    """A folder's files as read, before anything is made of them."""

    name: str
    variant: VariantFile
    map: MapFile
    rules_text: str


def read_folder(folder: Path) -> tuple[Sources | None, list[Fault]]:
    """The folder's files, or what is wrong with their shape."""
    if not folder.is_dir():
        return None, [
            Fault(folder.name, "", f"there is no such folder; a variant is a folder with {VARIANT} and {MAP}")
        ]
    variant, faults = read_file(folder / VARIANT, VariantFile)
    board, more = read_file(folder / MAP, MapFile)
    faults += more
    rules_text = ""
    if (folder / README).is_file():
        try:
            rules_text = (folder / README).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            faults.append(Fault(README, "", f"cannot be read as UTF-8 text ({error})"))
    if variant is None or board is None:
        return None, faults
    return Sources(folder.name, variant, board, rules_text), faults


def read_file(path: Path, shape: type[T]) -> tuple[T | None, list[Fault]]:
    """One TOML or JSON file as the struct it should be, or every fault of its shape."""
    try:
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None, [
            Fault(path.name, "", f"is missing from {path.parent.name}/; add it (`variant new` shows a whole folder)")
        ]
    except (OSError, UnicodeDecodeError) as error:
        return None, [Fault(path.name, "", f"cannot be read as UTF-8 text ({error})")]
    try:
        raw = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text, object_pairs_hook=_once)
    except _TwiceError as error:
        return None, [Fault(path.name, str(error), "is given twice in one object; keep one")]
    except (ValueError, RecursionError) as error:
        return None, [Fault(path.name, "", f"is not {path.suffix[1:].upper()}: {error}")]
    faults = [Fault(path.name, key, message) for key, message in misfits(raw, shape, "")]
    told = {fault.key for fault in faults}
    text = "is no number to reckon with; write a finite one"
    faults += [Fault(path.name, key, text) for key in _endless(raw, "") if key not in told]
    return (None if faults else msgspec.convert(raw, shape)), faults


class _TwiceError(Exception):
    pass


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _TwiceError(next(key for key in keys if keys.count(key) > 1))
    return found


def misfits(raw: Any, shape: Any, key: str) -> Iterator[tuple[str, str]]:
    """Where a value departs from a type, as (key, message) pairs: all of it, not the first only."""
    shape = _without_none(shape, raw)
    origin, args = get_origin(shape), get_args(shape)
    within = list(misfits(raw, args[0], key)) if origin is Annotated and get_origin(args[0]) is list else []
    if within:
        yield from within
    elif isinstance(shape, type) and issubclass(shape, msgspec.Struct):
        yield from _struct_misfits(raw, shape, key)
    elif origin is list and isinstance(raw, list):
        for index, item in enumerate(raw):
            yield from misfits(item, args[0], f"{key}[{index}]")
    elif origin is dict and isinstance(raw, Mapping):
        for name, item in raw.items():
            yield from misfits(item, args[1], _join(key, name))
    else:
        try:
            msgspec.convert(raw, shape)
        except msgspec.ValidationError as error:
            shown = json.dumps(raw, ensure_ascii=False, default=str)[:80]
            allowed = _allowed(shape)
            if allowed:
                yield key, f"must be one of {', '.join(map(repr, allowed))}; the value is {shown}"
            else:
                text, _, place = str(error).partition(" - at ")
                yield key + place.strip("`$"), f"{text}; the value is {shown}"


def _allowed(shape: Any) -> tuple[Any, ...]:
    """The values of an enumeration or a choice of literals; nothing for another type."""
    if isinstance(shape, type) and issubclass(shape, Enum):
        return tuple(member.value for member in shape)
    return get_args(shape) if get_origin(shape) is Literal else ()


def _struct_misfits(raw: Any, shape: type[msgspec.Struct], key: str) -> Iterator[tuple[str, str]]:
    if not isinstance(raw, Mapping):
        yield key, f"must be a table of keys and values, not {json.dumps(raw, default=str)[:80]}"
        return
    hints = get_type_hints(shape, include_extras=True)
    fields = {info.encode_name: info for info in msgspec.structs.fields(shape)}
    for name in raw:
        if name not in fields:
            yield _join(key, name), f"is not a key that is known here{did_you_mean(str(name), fields)}"
    for name, info in fields.items():
        if name in raw:
            yield from misfits(raw[name], hints[info.name], _join(key, name))
        elif info.required:
            yield _join(key, name), "is missing; add it"


def _endless(raw: Any, key: str) -> Iterator[str]:
    """The keys of numbers that are infinite, or no numbers at all."""
    if isinstance(raw, float):
        if not math.isfinite(raw):
            yield key
    elif isinstance(raw, Mapping):
        for name, item in raw.items():
            yield from _endless(item, _join(key, name))
    elif isinstance(raw, list):
        for index, item in enumerate(raw):
            yield from _endless(item, f"{key}[{index}]")


def _without_none(shape: Any, raw: Any) -> Any:
    if raw is None or get_origin(shape) not in (Union, types.UnionType):
        return shape
    rest = [part for part in get_args(shape) if part is not type(None)]
    return rest[0] if len(rest) == 1 else shape


def _join(key: str, name: object) -> str:
    return f"{key}.{name}" if key else str(name)
