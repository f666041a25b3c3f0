"""From bytes to records, whatever the format: encodings, lines, JSON, XML, tagged fields, envelopes.

Nothing here knows what a field means."""
