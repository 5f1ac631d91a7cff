"""The orders in which Java's collections of strings are walked; warnings and ties between references follow them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cmp_to_key

from bolide.adapters.java.numbers import find_int

__all__ = ["by_document_and_segment", "hash_set_order", "hashtable_order", "java_hash", "utf16_key"]


def java_hash(text: str) -> int:
    """Return Java's hash of a string, as an unsigned 32-bit number.

    >>> java_hash("Aa") == java_hash("BB")
    True
    """
    value = 0
    encoded = text.encode("utf-16-le", "surrogatepass")
    for low, high in zip(encoded[::2], encoded[1::2], strict=True):
        value = (31 * value + (high << 8) + low) & 0xFFFFFFFF
    return value


def hashtable_order(keys: Iterable[str]) -> list[str]:
    """Return keys, put in one after the other, in the order in which a `Hashtable` of its default size gives them.

    >>> hashtable_order(["R", "R2", "R3"])
    ['R3', 'R2', 'R']
    """
    table: list[list[str]] = [[] for _ in range(11)]
    for count, key in enumerate(keys):
        if count >= len(table) * 3 // 4:
            table = _rehashed(table)
        table[(java_hash(key) & 0x7FFFFFFF) % len(table)].insert(0, key)
    return [key for bucket in reversed(table) for key in bucket]


def _rehashed(old: list[list[str]]) -> list[list[str]]:
    table: list[list[str]] = [[] for _ in range(2 * len(old) + 1)]
    for bucket in reversed(old):
        for key in bucket:
            table[(java_hash(key) & 0x7FFFFFFF) % len(table)].insert(0, key)
    return table


def hash_set_order(keys: Iterable[str]) -> list[str]:
    """Return keys, put in one after the other, in the order in which a `HashSet` of its default size gives them.

    >>> hash_set_order(["1", "2", "10", "11"])
    ['11', '1', '2', '10']
    """
    unique = list(dict.fromkeys(keys))
    size = 16
    while len(unique) > size * 3 // 4:
        size *= 2

    def place(key: str) -> int:
        value = java_hash(key)
        return (value ^ value >> 16) & (size - 1)

    return sorted(unique, key=place)


def utf16_key(text: str) -> bytes:
    """Return what sorts strings as Java compares them: by UTF-16 units."""
    return text.encode("utf-16-be", "surrogatepass")


def _compare_segments(left: tuple[str, str], right: tuple[str, str]) -> int:
    """Compare documents as strings, then segments as whole numbers if both are, else as strings."""
    first, second = utf16_key(left[0]), utf16_key(right[0])
    if first != second:
        return -1 if first < second else 1
    one, other = find_int(left[1]), find_int(right[1])
    if one is not None and other is not None:
        return (one > other) - (one < other)
    first, second = utf16_key(left[1]), utf16_key(right[1])
    return (first > second) - (first < second)


by_document_and_segment = cmp_to_key(_compare_segments)
