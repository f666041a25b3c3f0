"""The known corpus of these tests, papers.jsonl beside this file, in a real engine and served."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from users_ask.asking import Ask

from service.app import create_app
from service.loading import LoadOptions, find_inputs, run_load
from service.settings import Settings

PAPERS = Path(__file__).with_name("papers.jsonl")


@pytest.fixture(scope="session")
def asked_papers() -> Path:
    """The file of the corpus."""
    return PAPERS


@pytest.fixture(scope="session")
def asked_settings(base_settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings of an index with the papers of papers.jsonl. Not to be written to."""
    settings = replace(base_settings, papers_alias=f"{base_settings.papers_alias}-asked")
    rejects = tmp_path_factory.mktemp("asked") / "rejects.jsonl"
    report = run_load(settings, find_inputs([str(PAPERS)]), LoadOptions(rejects=rejects))
    assert report.papers_in_index == len(PAPERS.read_text(encoding="utf-8").splitlines()), rejects.read_text()
    return settings


@pytest.fixture(scope="session")
def ask(asked_settings: Settings) -> Ask:
    """Asks the application over the papers of papers.jsonl."""
    return Ask(create_app(asked_settings).test_client())
