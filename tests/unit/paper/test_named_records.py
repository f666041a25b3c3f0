"""Records of services keep their names: what of them goes into the index comes back the same."""

from __future__ import annotations

from service.paper import Origin, Paper
from service.paper.document import contributions_of, to_document
from service.paper.merging import Contribution, contribution, record_key
from service.paper.model import HARVESTED

ORIGIN = Origin("oai", f"{HARVESTED}oai/x")
NOW = "2026-01-01T00:00:00.000Z"


def of(record: str, title: str = "On things", origin: Origin = ORIGIN) -> Contribution:
    return contribution(Paper({"en": title}, record=record), origin)


def test_a_record_is_found_by_its_name_whatever_it_says() -> None:
    one, other = of("oai:x:1"), of("oai:x:1", "Wholly other")
    key = record_key(ORIGIN, "oai:x:1")
    assert key in one.mark.keys & other.mark.keys
    assert key not in of("oai:x:2").mark.keys
    assert one.mark.identifiers == frozenset()


def test_records_of_one_content_are_told_apart_by_their_names() -> None:
    assert of("oai:x:1").key != of("oai:x:2").key
    assert of("oai:x:1").key == of("oai:x:1").key
    assert of("oai:x:1", origin=Origin("oai", "a.xml")).key == of("oai:x:2", origin=Origin("oai", "a.xml")).key


def test_they_come_back_from_the_index_as_they_were() -> None:
    for several in ([of("oai:x:1")], [of("oai:x:1"), of("oai:x:2"), of("7", origin=Origin("json", "b.json"))]):
        document = to_document("p-1", several, NOW, NOW)
        back = contributions_of(document)
        assert {(one.key, one.mark.keys, one.digest) for one in back} == {(one.key, one.mark.keys, one.digest) for one in several}
        assert record_key(ORIGIN, "oai:x:1") in document["keys"]
