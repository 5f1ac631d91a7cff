"""Numbers are written and read as Java does."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolide.adapters.java.jar_options import JarError, parse_double, parse_int
from bolide.metric.signature import double

# From Java 17's Double.toString.
WRITTEN = {
    0.0: "0.0",
    1.0: "1.0",
    0.1: "0.1",
    0.001: "0.001",
    0.0009999: "9.999E-4",
    1e-5: "1.0E-5",
    1.234e-300: "1.234E-300",
    9999999.0: "9999999.0",
    1e7: "1.0E7",
    12345678.9: "1.23456789E7",
    1e21: "1.0E21",
    -2.5e-7: "-2.5E-7",
    100.0: "100.0",
    math.inf: "Infinity",
    -math.inf: "-Infinity",
}


@pytest.mark.parametrize(("value", "text"), WRITTEN.items())
def test_written_as_java_does(value, text):
    """A number is written in Java's notation, and what is undefined as NaN."""
    assert (double(value), double(math.nan)) == (text, "NaN")


@given(st.floats(allow_nan=False))
def test_written_numbers_read_back(value):
    """Written numbers read back as the same number, and have a digit on both sides of one point."""
    text = double(value)
    assert parse_double(text) == value
    assert text.endswith("Infinity") or text.partition("E")[0].count(".") == 1


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1.0),
        (".5", 0.5),
        ("1.", 1.0),
        ("+1e-3", 0.001),
        ("2f", 2.0),
        ("-3.5D", -3.5),
        ("-0x.8P2f", -2.0),
        ("-0x1p9999", -math.inf),
    ],
)
def test_read_as_java_does(text, value):
    """Java's ways to write a number are understood."""
    assert parse_double(text) == value


@pytest.mark.parametrize("text", ["", "x", "1,5", "inf", "nan", "1_0", "٣", "1e", " 1", "--1"])
def test_what_is_no_number_to_java(text):
    """Numbers that only Python would read are refused."""
    with pytest.raises(JarError):
        parse_double(text)


@pytest.mark.parametrize("text", ["", "x", "1.0", "2147483648", "1_0", "𝟑", " 1", "+-1", "²", "9" * 9999])
def test_what_is_no_whole_number_to_java(text):
    """Anything but a 32-bit integer is refused; signs are understood, and the digits of all scripts."""
    assert [parse_int(known) for known in ("40", "-3", "+7", "４٣", "0" * 9999 + "8")] == [40, -3, 7, 43, 8]
    with pytest.raises(JarError):
        parse_int(text)
