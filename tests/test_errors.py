"""What an error advises."""

from __future__ import annotations

import errno
import os

import pytest

from paperformer.errors import UnreadableDocument, write_remedy


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
def test_a_full_disk_asks_for_space(number: int) -> None:
    assert write_remedy(OSError(number, os.strerror(number))) == "Free some space or choose another folder"


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EROFS])
def test_a_folder_that_may_not_be_written_asks_for_the_right_to_and_not_for_space(number: int) -> None:
    remedy = write_remedy(OSError(number, os.strerror(number)), "another output folder")
    assert remedy == "Make it writable or choose another output folder"


@pytest.mark.parametrize("number", [errno.ENOTDIR, errno.EEXIST, errno.EIO])
def test_a_path_that_no_space_and_no_right_would_mend_asks_for_another(number: int) -> None:
    assert write_remedy(OSError(number, os.strerror(number))) == "Choose another folder"


def test_an_error_without_a_number_may_be_a_full_disk() -> None:
    assert (
        write_remedy(RuntimeError("PytorchStreamWriter failed")) == "Free some space or choose another folder"
    )


def test_message_and_remedy_are_two_sentences() -> None:
    error = UnreadableDocument("a.pdf is empty", "check that it was copied completely")
    assert str(error) == "a.pdf is empty. Check that it was copied completely"
