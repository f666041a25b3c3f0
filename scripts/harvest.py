"""Harvests papers from remote services into the index: `python -m scripts.harvest SERVICE ...`

It only reads arguments, draws the bar and prints the report; the work is service.harvesters and service.loading.harvesting.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from tqdm import tqdm

from scripts.load import FAILED, LOADED, tell
from service.errors import EngineUnavailable, InvalidRequest, ServiceError
from service.harvesters import Harvester, Transport, arxiv, crossref, oai, openalex, openreview
from service.loading.harvesting import HarvestOptions, replay, run_harvest
from service.settings import SETTINGS, Settings

# A pause that is worth a line.
TOLD_SECONDS = 5.0
_EXAMPLES = """examples:
  python -m scripts.harvest oai https://oaipmh.arxiv.org/oai --prefix arXiv --set cs:cs:CL --from 2026-01-01
  python -m scripts.harvest arxiv 'cat:cs.CL AND ti:parsing'
  python -m scripts.harvest crossref --filter issn:0036-8075 --filter from-pub-date:2024 --contact you@example.org
  python -m scripts.harvest openreview ICLR.cc/2024/Conference
  python -m scripts.harvest --replay pages

started again, a harvest goes on where it was left; when it was finished, it asks for what is new.
exit code: 0 harvested, 1 failed (what came is kept), 2 wrong usage"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns 0: harvested (rejects reported), 1: failed, 2: wrong usage."""
    parser = _parser()
    args = parser.parse_args(arguments)
    if (args.service is None) == (args.replay is None):
        parser.error("name a service, or a folder of kept pages with --replay")
    for target in (args.rejects, args.report):
        if target and (target.is_dir() or not os.access(target if target.exists() else target.parent, os.W_OK)):
            parser.error(f"{target} can't be written: name another file")
    options = HarvestOptions(args.state, args.keep, args.limit, args.anew, args.dry_run, args.rejects)
    try:
        settings = Settings.from_environment()
        if args.contact:
            settings = replace(settings, harvest_contact=args.contact)
        with tqdm(unit=" records", desc=args.service or "replay", disable=None, delay=0.5, dynamic_ncols=True) as bar:
            watch = _Watch(bar)
            if args.replay:
                report = replay(settings, args.replay, options, watch)
            else:
                report = run_harvest(settings, _harvester(args, settings), options, watch)
    except InvalidRequest as error:
        parser.error(error.detail)
    except EngineUnavailable as error:
        address = os.environ.get("ELASTICSEARCH_URL") or SETTINGS["elasticsearch_url"].default
        print(f"harvest failed: {error.detail} (at {address}: start it there, or set ELASTICSEARCH_URL)", file=sys.stderr)
        return FAILED
    except ServiceError as error:
        print(f"harvest failed: {error.detail}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("harvest stopped: start it again to go on where it was", file=sys.stderr)
        return FAILED
    tell(report, args.report, args.rejects)
    if report.failure:
        print(f"harvest failed: {report.failure}", file=sys.stderr)
    return FAILED if report.failure else LOADED


class _Watch:
    """Draws the bar: records so far, of how many, and the time that is left."""

    def __init__(self, bar: tqdm) -> None:  # type: ignore[type-arg]
        self._bar = bar
        self._began = False

    def __call__(self, records: int, total: int | None) -> None:
        if not self._began:
            # What came before this start says nothing of how fast it goes now.
            self._began, self._bar.initial, self._bar.n = True, records, records
        if total is not None:
            self._bar.total = max(total, records)
        self._bar.update(records - self._bar.n)


def _told(why: str, seconds: float) -> None:
    if seconds >= TOLD_SECONDS:
        tqdm.write(f"waiting {seconds:.0f} s: {why}", file=sys.stderr)


def _harvester(args: argparse.Namespace, settings: Settings) -> Harvester:
    def transport(pause: float) -> Transport:
        return Transport(settings.harvest_contact, pause, args.patience, _told)

    if args.service == "oai":
        whole, base = urlsplit(args.url), args.url.partition("?")[0]
        if "verb" in parse_qs(whole.query):
            raise InvalidRequest(f"{args.url}: give the address alone, {base}; what is asked of it is added here")
        pause = max(args.pause, arxiv.PAUSE if (urlsplit(args.url).hostname or "").endswith("arxiv.org") else 0.0)
        return oai.Repository(transport(pause), args.url, args.prefix, args.set, getattr(args, "from"), args.until)
    if args.service == "arxiv":
        return arxiv.Search(transport(arxiv.PAUSE), args.query, args.limit, args.url or arxiv.URL)
    if args.service == "crossref":
        return crossref.Works(transport(crossref.PAUSE), args.query, args.filter, args.limit, args.url or crossref.URL)
    if args.service == "openalex":
        key = settings.openalex_api_key
        return openalex.Works(transport(openalex.PAUSE), args.query, args.filter, key, args.limit, args.url or openalex.URL)
    return openreview.Notes(transport(openreview.PAUSE), args.venue, args.api, args.limit, args.url)


def _parser() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument("--state", type=Path, metavar="FOLDER", help="folder that remembers how far harvests came (harvests)")
    common.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the raw pages in this folder")
    common.add_argument("--limit", type=_number, metavar="N", help="take at most N records")
    common.add_argument("--anew", action="store_true", help="forget what was harvested before and ask for everything")
    common.add_argument("--contact", help="mail address or page that services are told (default: HARVEST_CONTACT)")
    common.add_argument("--patience", type=float, metavar="SECONDS", help="how long one page is tried again (1800)")
    common.add_argument("--rejects", type=Path, help="file for rejected records (rejects.jsonl)")
    common.add_argument("--report", type=Path, help="write the report as JSON to this file")
    common.add_argument("--dry-run", action="store_true", help="ask, parse and report only; needs no engine, remembers nothing")
    parser = argparse.ArgumentParser(
        prog="python -m scripts.harvest", description="Harvests papers from remote services into the index.", parents=[common],
        epilog=_EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("--replay", type=Path, metavar="FOLDER", help="load pages that were kept, without asking anybody")
    parser.set_defaults(
        state=Path("harvests"), keep=None, limit=None, anew=False, contact="", patience=1800.0, rejects=Path("rejects.jsonl"),
        report=None, dry_run=False,
    )  # fmt: skip
    services = parser.add_subparsers(dest="service", metavar="SERVICE", title="services")
    _add_services(services, common)
    return parser


def _add_services(services: argparse._SubParsersAction[argparse.ArgumentParser], common: argparse.ArgumentParser) -> None:
    one = services.add_parser("oai", parents=[common], help="any repository that speaks OAI-PMH")
    one.add_argument("url", help="its address, such as https://oaipmh.arxiv.org/oai")
    one.add_argument("--prefix", default="oai_dc", help="format of the records: oai_dc, arXiv, arXivRaw, ... (%(default)s)")
    one.add_argument("--set", default="", help="one set of the repository")
    one.add_argument("--from", default="", metavar="DATE", help="changed since, YYYY-MM-DD")
    one.add_argument("--until", default="", metavar="DATE", help="changed until")
    one.add_argument("--pause", type=float, default=oai.PAUSE, help="seconds between requests (%(default)s; arXiv at least 3)")
    one = services.add_parser("arxiv", parents=[common], help="arXiv's search")
    one.add_argument("query", help="in arXiv's own language, such as 'cat:cs.CL AND ti:parsing'")
    one.add_argument("--url", help="another address of the service")
    for name, example in (("crossref", "type:journal-article"), ("openalex", "publication_year:2026")):
        one = services.add_parser(name, parents=[common], help=f"works of {name.capitalize()}")
        one.add_argument("--query", default="", help="words to search for")
        one.add_argument("--filter", action="append", default=[], help=f"such as {example}; may be given several times")
        one.add_argument("--url", help="another address of the service")
    one = services.add_parser("openreview", parents=[common], help="submissions of a venue")
    one.add_argument("venue", help="id of the venue, or an invitation (.../-/Submission)")
    one.add_argument("--api", type=int, choices=sorted(openreview.URLS), default=2, help="version; old venues need 1")
    one.add_argument("--url", help="another address of the service")


def _number(text: str) -> int:
    if not text.isdigit() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of records")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
