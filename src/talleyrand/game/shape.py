"""Strict reading of documents: a value of the wrong shape is refused with the path to the fault, in words."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

import msgspec

from talleyrand.game.errors import InputError
from talleyrand.variants.spelling import did_you_mean

T = TypeVar("T")

_WORDS: dict[type, str] = {
    str: "text",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    dict: "an object",
    list: "a list",
    type(None): "null",
}


def shaped(value: Any, kind: type[T], path: str = "") -> T:
    """A JSON value as the document ``kind``. Raises ``InputError`` at the first fault."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as fault:
        for path_of_fault, message in _faults(value, kind, path):
            raise InputError(path_of_fault, message if path_of_fault else f"the document {message}") from None
        raise InputError(path, str(fault)) from None
    except UnicodeEncodeError:
        raise InputError(path, "a key holds half of a character") from None


def parsed(text: str | bytes, name: str = "") -> Any:
    """The value of a JSON text. Raises ``InputError`` naming line and column where it is none."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    try:
        return msgspec.json.decode(data)
    except msgspec.DecodeError as fault:
        raise InputError(name, f"this is not JSON: {_lower(str(fault))}{_where(data, str(fault))}") from None
    except RecursionError:
        raise InputError(name, "this is not a document: it is nested too deep") from None


def inside(path: str, key: str) -> str:
    """The path of a key in the object at ``path``."""
    return f"{path}.{key}" if path else key


def words(value: Any) -> str:
    """What a JSON value is, for a message."""
    return _WORDS.get(type(value), "something else")


def _faults(value: Any, kind: Any, path: str) -> Iterator[tuple[str, str]]:
    kind = _bare(kind)
    origin = get_origin(kind)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield from _object_faults(value, kind, path)
    elif origin is dict:
        if not isinstance(value, dict):
            yield path, f"must be an object, not {words(value)}"
            return
        for key, inner in value.items():
            yield from _faults(inner, get_args(kind)[1], inside(path, str(key)))
    elif origin in (list, tuple):
        if not isinstance(value, list | tuple):
            yield path, f"must be a list, not {words(value)}"
            return
        for index, inner in enumerate(value):
            yield from _faults(inner, get_args(kind)[0], f"{path}[{index}]")
    elif origin in (Union, types.UnionType):
        yield from _choice_faults(value, get_args(kind), path)
    elif not _fits(value, kind):
        yield path, f"must be {_name(kind)}, not {words(value)}"


def _object_faults(value: Any, kind: type[msgspec.Struct], path: str) -> Iterator[tuple[str, str]]:
    if not isinstance(value, dict):
        yield path, f"must be an object, not {words(value)}"
        return
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    for key, inner in value.items():
        if key in fields:
            yield from _faults(inner, fields[key].type, inside(path, key))
        elif kind.__struct_config__.forbid_unknown_fields:
            yield inside(path, str(key)), f"there is no such key here{did_you_mean(str(key), fields)}"
    for name, field in fields.items():
        if field.required and name not in value:
            yield inside(path, name), "is missing"


def _choice_faults(value: Any, kinds: tuple[Any, ...], path: str) -> Iterator[tuple[str, str]]:
    for kind in map(_bare, kinds):
        outer = get_origin(kind) or kind
        if isinstance(outer, type) and (
            (isinstance(value, outer) and (outer is bool or not isinstance(value, bool)))
            or (isinstance(value, dict) and issubclass(outer, msgspec.Struct))
        ):
            yield from _faults(value, kind, path)
            return
    allowed = [_name(kind) for kind in kinds if kind is not msgspec.UnsetType]
    yield path, f"must be {' or '.join(allowed)}, not {words(value)}"


def _fits(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def _bare(kind: Any) -> Any:
    """A type without its annotations."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _name(kind: Any) -> str:
    kind = _bare(kind)
    outer = get_origin(kind) or kind
    if isinstance(outer, type) and issubclass(outer, msgspec.Struct):
        return "an object"
    return _WORDS.get(outer, "something else")


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _where(data: bytes, fault: str) -> str:
    _, found, digits = fault.rpartition("(byte ")
    number = digits.rstrip(")")
    if not found or not number.isdigit():
        return ""
    before = data[: int(number)]
    return f", line {before.count(10) + 1}, column {len(before) - before.rfind(10)}"
