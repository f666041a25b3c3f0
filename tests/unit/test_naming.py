"""Names of papers in addresses: an identifier in any spelling is one key, everything else is an id of ours."""

from __future__ import annotations

import pytest

from service.searching.naming import answering, identifier


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("doi:10.1000/X", "doi:10.1000/x"), ("DOI:10.1000/x", "doi:10.1000/x"), ("10.1000/x", "doi:10.1000/x"),
        ("https://doi.org/10.1000/X", "doi:10.1000/x"), ("http://dx.doi.org/10.1000/x", "doi:10.1000/x"),
        ("https:/doi.org/10.1000/x", "doi:10.1000/x"), ("HTTPS://DOI.ORG/10.1000/x", "doi:10.1000/x"),
        ("10.5555/ex.1(2)3:4/5", "doi:10.5555/ex.1(2)3:4/5"), ("doi:10.5281//zenodo.1", "doi:10.5281//zenodo.1"),
        ("arxiv:2401.00001v2", "arxiv:2401.00001"), ("arXiv:2401.00001", "arxiv:2401.00001"),
        ("https://arxiv.org/abs/2401.00001v3", "arxiv:2401.00001"), ("doi:10.48550/arXiv.2401.00001", "arxiv:2401.00001"),
        ("arxiv:math/0309136", "arxiv:math/0309136"), ("https://aclanthology.org/N19-1423/", "acl:N19-1423"),
        ("  doi:10.1000/x ", "doi:10.1000/x"), ("Custom:x", "custom:x"), ("pmid:nonsense", "pmid:nonsense"),
        ("https://example.org/nothing", "https://example.org/nothing"), ("id:x", "id:x"), (":", ":"),
    ],
)  # fmt: skip
def test_an_identifier_is_known_in_any_spelling(name: str, key: str) -> None:
    assert identifier(name) == key


@pytest.mark.parametrize("name", ["doi-10.1000~2Fx", "p-0123456789abcdef", "2401.00001", "", "a/b", "10.1000", "论文"])
def test_everything_else_is_an_id_of_ours(name: str) -> None:
    assert identifier(name) is None


def test_documents_answer_to_their_identifiers_their_ids_and_earlier_ones_but_not_to_ids_of_their_records() -> None:
    one = {"id": "a", "aliases": ["b", "c"], "keys": ["doi:10.1/a", "id:a", "id:b", "id:record", "t:title:x"]}
    other = {"id": "c", "keys": ["id:c", "doi:10.1/a"]}
    found = answering([one, other])
    assert {key: found[key]["id"] for key in ("doi:10.1/a", "id:a", "id:b", "id:c")} == {
        "doi:10.1/a": "a", "id:a": "a", "id:b": "a", "id:c": "c",
    }  # fmt: skip
    assert "id:record" not in found
