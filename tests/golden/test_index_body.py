"""The body with which an index is created, whole, as Elasticsearch gets it."""

from golden import matches

from service.mapping import index_body


def test_the_index_body_is_the_golden_one() -> None:
    assert matches(index_body(), "index_body.json")


def test_shards_and_replicas_are_put_in() -> None:
    settings = index_body(shards=3, replicas=1)["settings"]
    assert (settings["number_of_shards"], settings["number_of_replicas"]) == (3, 1)


def test_a_field_that_the_mapping_does_not_name_is_refused() -> None:
    assert index_body()["mappings"]["dynamic"] == "strict"
