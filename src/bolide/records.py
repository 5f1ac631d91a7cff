"""Records: classes like those of `@dataclass(frozen=True, slots=True, kw_only=True)`, at a fraction of the start-up cost.

`dataclasses` writes the source of each class's methods and compiles it, with the help of `inspect`: a third of the time of a short run
of bolide (docs/design/0015-start-up.md). All records share the same methods. `dataclasses.fields`, `replace` and `asdict` accept records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import Field

    Class = TypeVar("Class", bound=type)
    Value = TypeVar("Value")


@dataclass_transform(kw_only_default=True, frozen_default=True)
def record(cls: Class) -> Class:
    """Make a class of annotated fields a record: frozen, slotted, keyword-only, equal if all fields are equal.

    As in a dataclass, `__post_init__` is called after all fields are set.

    >>> @record
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(x=1), Point(x=1) == Point(x=1, y=0), hash(Point(x=1)) == hash(Point(x=1))
    (Point(x=1, y=0), True, True)
    """
    own = tuple(cls.__annotations__)
    inherited: tuple[str, ...] = getattr(cls, "__record_fields__", ())
    defaults = getattr(cls, "__record_defaults__", {}) | {name: vars(cls)[name] for name in own if name in vars(cls)}
    body = {
        name: value for name, value in vars(cls).items() if name not in own and name not in ("__dict__", "__weakref__")
    }
    for name, method in _METHODS.items():
        body.setdefault(name, method)
    if not hasattr(cls, "__post_init__"):
        body["__post_init__"] = _check_nothing
    body |= {
        "__slots__": own,
        "__record_fields__": inherited + own,
        "__record_defaults__": defaults,
        "__dataclass_fields__": DataclassFields(),
        "__match_args__": (),
    }
    made: Any = type(cls)(cls.__name__, cls.__bases__, body)
    made.__record_setters__ = {name: getattr(made, name).__set__ for name in made.__record_fields__}
    return made  # type: ignore[no-any-return]


def field_names(value: object) -> tuple[str, ...]:
    """Return the names of a record's fields, in their order."""
    names: tuple[str, ...] = value.__record_fields__  # type: ignore[attr-defined]
    return names


def differing(value: object) -> dict[str, object]:
    """Return the fields of a record with a value other than their default."""
    defaults: dict[str, object] = value.__record_defaults__  # type: ignore[attr-defined]
    return {name: found for name, default in defaults.items() if (found := getattr(value, name)) != default}


def replace(value: Value, **changes: object) -> Value:
    """Return a record with some fields changed, as `dataclasses.replace`, without loading that module."""
    changed: Value = value.__replace__(**changes)  # type: ignore[attr-defined]
    return changed


class _Record(Protocol):
    """The attributes that the methods of records use."""

    __record_fields__: tuple[str, ...]
    __record_defaults__: dict[str, object]
    __record_setters__: dict[str, Callable[[object, object], None]]

    def __post_init__(self) -> None: ...


def _initialise(self: _Record, **values: object) -> None:
    setters = self.__record_setters__
    if len(values) != len(setters):
        values = self.__record_defaults__ | values
    try:
        for name, value in values.items():
            setters[name](self, value)
    except KeyError as error:
        raise TypeError(f"{type(self).__name__}() has no argument {error}") from None
    if len(values) != len(setters):
        missing = next(name for name in self.__record_fields__ if name not in values)
        raise TypeError(f"{type(self).__name__}() needs the argument {missing!r}")
    self.__post_init__()


def _check_nothing(_self: _Record) -> None:
    """Do nothing: the default `__post_init__`."""


def _values(self: _Record) -> tuple[object, ...]:
    return tuple(getattr(self, name) for name in self.__record_fields__)


def _show(self: _Record) -> str:
    parts = (f"{name}={getattr(self, name)!r}" for name in self.__record_fields__)
    return f"{type(self).__qualname__}({', '.join(parts)})"


def _equal(self: _Record, other: object) -> bool:
    return _values(self) == _values(other) if type(other) is type(self) else NotImplemented


def _hash(self: _Record) -> int:
    return hash(_values(self))


def _refuse(self: _Record, name: str, _value: object = None) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"{type(self).__name__} cannot be changed: {name!r}")


def _reduce(self: _Record) -> tuple[object, ...]:
    return _restore, (type(self), dict(zip(self.__record_fields__, _values(self), strict=True)))


def _replace(self: _Record, /, **changes: object) -> object:
    return type(self)(**(dict(zip(self.__record_fields__, _values(self), strict=True)) | changes))


def _restore(cls: type, values: dict[str, object]) -> object:
    return cls(**values)


_METHODS = {
    "__init__": _initialise,
    "__repr__": _show,
    "__eq__": _equal,
    "__hash__": _hash,
    "__setattr__": _refuse,
    "__delattr__": _refuse,
    "__reduce__": _reduce,
    "__replace__": _replace,
}


class DataclassFields:
    """Makes `dataclasses` accept a record: its description of the fields, made on first use."""

    _fields: dict[str, Field[object]] | None = None

    def __get__(self, instance: object, owner: type) -> dict[str, Field[object]]:
        if self._fields is None:
            from dataclasses import MISSING, field, make_dataclass

            defaults = getattr(owner, "__record_defaults__", {})
            names: tuple[str, ...] = getattr(owner, "__record_fields__", ())
            described = [(name, "object", field(kw_only=True, default=defaults.get(name, MISSING))) for name in names]
            fields: dict[str, Field[object]] = make_dataclass(owner.__name__, described).__dataclass_fields__  # type: ignore[attr-defined]
            self._fields = fields
        return self._fields
