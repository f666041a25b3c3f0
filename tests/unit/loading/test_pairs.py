"""Pairs of terms counted on disk: the same that mining chooses in memory."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from service.loading.mining import choose, mine
from service.loading.pairs import PairTable

TERMS = st.sampled_from(
    [("模型", "model"), ("模型", "models"), ("模型", "form"), ("图", "graph"), ("語料庫", "corpus"), ("语料库", "Corpora")]
)
PAPERS = st.lists(
    st.lists(TERMS, max_size=4).map(lambda pairs: {"keywords": {"zh": [zh for zh, _ in pairs], "en": [en for _, en in pairs]}}),
    max_size=12,
)


@given(PAPERS, st.integers(0, 12))
def test_what_is_trusted_does_not_depend_on_how_the_papers_come(papers: list[dict[str, dict[str, list[str]]]], cut: int) -> None:
    with PairTable() as pairs:
        pairs.add(papers[:cut])
        pairs.add(papers[cut:])
        found = dict(pairs.trusted())
        assert found == dict(pairs.trusted(min_support=2))
    assert found == choose(mine(papers))
    assert list(found) == sorted(found)


def test_the_support_and_the_share_can_be_chosen() -> None:
    with PairTable() as pairs:
        pairs.add([{"keywords": {"zh": ["模型"], "en": [word]}} for word in ("model", "model", "form", "shape")])
        assert dict(pairs.trusted()) == {"模型": [("model", 2)]}
        assert dict(pairs.trusted(min_share=0.6)) == {}
        assert dict(pairs.trusted(min_support=1, min_share=0.0)) == {"模型": [("model", 2), ("form", 1), ("shape", 1)]}


def test_its_file_is_gone_afterwards() -> None:
    with PairTable() as pairs:
        folder = Path(pairs._folder.name)
        assert list(folder.iterdir())
    assert not folder.exists()
