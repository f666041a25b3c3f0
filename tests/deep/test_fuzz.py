"""A hundred thousand texts as queries on 97,000 real papers: no fault of ours, and no search of more than two seconds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import quantiles

import pytest
from fuzzing import OPTIONS, TEXTS, Fuzz
from hypothesis import HealthCheck, given, seed
from hypothesis import settings as hypothesis_settings

from service.app import create_app
from service.languages import MAPPINGS
from service.loading import LoadOptions, find_inputs, run_load
from service.schemas.arguments import MAX_QUERY
from service.settings import Settings

pytestmark = [pytest.mark.deep, pytest.mark.engine]

TEXTS_ASKED = 100_000
# In parts, so that a run shows how far it is; each part draws other texts, and every run others than the last.
PARTS = 20
SEED = random.SystemRandom().randrange(1 << 32)
TERMS = MAPPINGS / "terms.tsv"
# What costs the most of its kind, as long as a query may be.
COSTLY = [
    "the of and in a ", "learning network model data ", "learning ", "ab* co* re* in* ", "in* ", "s* ",
    "学习 网络 模型 方法 ", "学 ", "的", "学习网络模型", '"of the" ', '"deep learning" "neural network" ',
    "-learning ", "(learning OR network) ", "(learning AND (network OR ", "title:learning abstract:data ",
    "author:li author:wang ", "author:(wang li zhang) ", 'author:"w*" ', "li wang zhang chen ", "zhang san li si ",
    "year:1900..2100 ", "doi:10 ", "id:a ", "state-of-the-art pre-training ", "non-invasive-", "C++ ", "a|", "l wang|",
    "10.1000/a ", "图神经网络 graph neural network ", "深度* 神经* ", "A*", "a-", "℃",
]  # fmt: skip


@pytest.fixture(scope="module")
def fuzz(base_settings: Settings, shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fuzz]:
    """An application over the 97,000 papers; at the end it says how long its answers took."""
    settings = replace(base_settings, papers_alias=f"{base_settings.papers_alias}-fuzz", log_level="ERROR")
    folder = shared / "data" / "papers_en"
    paths = [str(folder / "paperlists"), str(folder / "airas")]
    report = run_load(settings, find_inputs(paths), LoadOptions(rejects=tmp_path_factory.mktemp("fuzz") / "rejects.jsonl"))
    assert report.papers_in_index > 97_000
    made = Fuzz(create_app(settings).test_client())
    made.ask("learning")
    made.seconds.clear()
    yield made
    if len(made.seconds) > 1:
        cuts = quantiles(made.seconds, n=1000)
        took = f"median {cuts[499]:.3f}, 99% {cuts[989]:.3f}, 99.9% {cuts[998]:.3f}, most {max(made.seconds):.3f} s"
        print(f"\n{len(made.seconds):,} texts: {took}; the slowest: {made.slowest[1][:200]!r}")  # noqa: T201


@pytest.mark.parametrize("expand", ["terms", "off"])
@pytest.mark.parametrize("piece", COSTLY)
def test_the_costliest_queries_are_answered_in_time(fuzz: Fuzz, piece: str, expand: str) -> None:
    fuzz.ask((piece * MAX_QUERY)[:MAX_QUERY], expand=expand)


@pytest.mark.parametrize("blank", ["", " "])
@pytest.mark.parametrize("column", [0, 1], ids=["zh", "en"])
@pytest.mark.parametrize("seed", range(3))
def test_a_thousand_characters_of_different_terms_are_answered_in_time(fuzz: Fuzz, seed: int, column: int, blank: str) -> None:
    rows = [line.split("\t") for line in TERMS.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    terms = random.Random(seed).sample([row[column].split(";")[0] for row in rows[1:]], 400)  # noqa: S311
    fuzz.ask((blank.join(terms))[:MAX_QUERY])


@pytest.mark.parametrize("part", range(PARTS))
def test_any_text_is_answered_in_time(fuzz: Fuzz, part: int) -> None:
    @seed(SEED + part)
    @given(TEXTS, OPTIONS)
    @hypothesis_settings(max_examples=TEXTS_ASKED // PARTS, suppress_health_check=list(HealthCheck), database=None)
    def ask(text: str, options: dict[str, str]) -> None:
        fuzz.ask(text, **options)

    ask()
