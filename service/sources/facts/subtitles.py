"""A title and its subtitle as one: `Mehr Schaden als Nutzen? Problematischer Einsatz`, `Deep Learning: Methods and Applications`.

It repeats no subtitle that the title has already."""

from __future__ import annotations

from service.languages import has_han


def joined(title: str, subtitle: str) -> str:
    """The title with its subtitle behind a colon, or behind the title's own question or exclamation mark."""
    if not title or not subtitle:
        return title or subtitle
    if subtitle.casefold() in title.casefold():
        return title
    if title.endswith(("?", "!", "？", "！")):
        return f"{title} {subtitle}"
    return f"{title.rstrip(' :.：')}{'：' if has_han(title) else ': '}{subtitle}"
