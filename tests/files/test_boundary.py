"""The boundary of all readers: any defect of a file gives an error of bolide that names it."""

import errno
import tarfile

import pytest

from bolide.errors import InputError, ResourceError
from bolide.files.boundary import check_shape, exists, load_json, reading

# What a parser may raise, and what is said of the file.
CAUSES = [
    (ValueError("no number"), "FILE is broken: no number; mend it"),
    (KeyError("name"), "FILE is broken: 'name' is missing; mend it"),
    (IndexError(), "FILE is broken: IndexError; mend it"),
    (RecursionError("maximum recursion depth exceeded"), "FILE is broken: it is nested too deeply"),
    (tarfile.ReadError("not opened:\n- method gz"), "FILE is broken: not opened; mend it"),
    (OSError("Invalid data stream"), "FILE is broken: Invalid data stream"),
    (MemoryError(), "cannot read FILE: not enough memory"),
    (PermissionError(errno.EACCES, "Failed to open: [errno 13]"), "cannot read FILE: Permission denied"),
    (OSError(errno.EMFILE, "Too many open files", "other"), "cannot read other: Too many open files"),
]


@pytest.mark.parametrize(("cause", "message"), CAUSES, ids=lambda value: type(value).__name__)
def test_what_parsers_raise(cause, message):
    """Any exception becomes the reader's error, with the file and the reason in one line."""
    with pytest.raises(ResourceError) as caught, reading("FILE", ResourceError, "is broken", "; mend it"):
        raise cause
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
    assert caught.value.__cause__ is cause


def test_what_passes():
    """Errors that name their file already pass, and so does Ctrl-C."""
    for error in (InputError("a:1: no"), KeyboardInterrupt()):
        with pytest.raises(type(error)) as caught, reading("FILE", ResourceError):
            raise error
        assert caught.value is error


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" * 100_000, "it is nested too deeply"),
        ("[]", "it must be a table (in JSON, an object), not []"),
        ("{", "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
        ('{"size": 1e999}', "'size' must be a number, not inf"),
        ('{"size": true}', "'size' must be a number, not True"),
        ('{"size": NaN}', "'size' must be a number, not nan"),
        ('{"words": []}', "'size' is missing"),
        ('{"size": 1, "words": 1}', "'words' must be text or a list, not 1"),
        ('{"size": 1, "words": ["a", 1]}', "each of 'words' must be text, not 1"),
        ('{"size": 1, "files": {"a": {"bytes": -1}}}', "'bytes' must be a whole number from 0 to 8, not -1"),
        ('{"size": 1, "kind": "c"}', "'kind' must be 'a' or 'b', not 'c'"),
    ],
)
def test_shapes(write, text, message):
    """JSON of another shape is refused with the place in it."""
    shape = {"size": float, "words?": (str, [str]), "files?": {str: {"bytes": range(9)}}, "kind?": ("a", "b")}
    path = write("d.json", text)
    with pytest.raises(ResourceError) as caught:
        load_json(path, shape, mend="; make it again")
    assert str(caught.value) == f"{path} is damaged: {message}; make it again"
    check_shape({"size": 10**300, "words": ["a"], "files": {}, "kind": "b", "more": None}, shape)


def test_whether_a_file_is_there(write, tmp_path, monkeypatch):
    """A file is there or not; where nobody may look, that is the answer."""
    path = write("here", "")
    assert [exists(path), exists(tmp_path / "no"), exists(f"{path}/below")] == [True, False, False]

    def refuse(path):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr("os.stat", refuse)
    with pytest.raises(ResourceError) as caught:
        exists(path)
    assert str(caught.value) == f"cannot read {path}: Permission denied"
