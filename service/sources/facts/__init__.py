"""From a record's texts to facts of a paper: names, dates, pages, identifiers, languages, licences, countries, subjects.

Nothing here knows a format."""
