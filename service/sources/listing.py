from __future__ import annotations


def parse(data):
    yield from ()


def recognise(head, name):
    return 0.0


parse_json = parse_jsonl = parse
recognise_json = recognise_jsonl = recognise
