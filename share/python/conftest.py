"""Tests play with the program of this repository, unless `DHOW` names another one."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import dhow

REPOSITORY = Path(__file__).resolve().parents[2]
os.environ.setdefault("DHOW", str(REPOSITORY / "target/release/dhow"))


@pytest.fixture(scope="session")
def engine() -> Iterator[dhow.Engine]:
    """An engine with little memory."""
    with dhow.Engine(options={"Hash": 8}) as running:
        yield running
