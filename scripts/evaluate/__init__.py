"""Relevance, measured through the REST API: `python -m scripts.evaluate`, or `make eval`.

    model         what a corpus, a task and its questions are
    judged        readers of the collections with relevance judgements
    knownitem     sets made from papers themselves: what finds its own paper again
    crosslanguage sets that ask in one language for papers of the other
    tasks         all of them by name
    measuring     loads, asks, computes: the only module that talks to the engine
    references    figures of others and the targets
    table         the table, the record, the page in docs/

Nothing here steers the product; it only reports.
"""
