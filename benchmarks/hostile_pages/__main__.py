"""Makes hostile pages, has Chartveil de-identify them, and tells what survived.

    python -m benchmarks.hostile_pages                         all kinds, five variants each; takes long
    python -m benchmarks.hostile_pages --kind black_bar        one kind
    python -m benchmarks.hostile_pages --variant 0 --no-ocr    one variant of each, copies not read by OCR
    python -m benchmarks.hostile_pages --group hidden          hidden, unread, papers or photographs

The same seed makes the same files. Rules, lists and a file of the patients work, no networks.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from benchmarks.hostile_pages.hidden import HIDDEN
from benchmarks.hostile_pages.judging import PageVerdict, judge
from benchmarks.hostile_pages.papers import PAPERS
from benchmarks.hostile_pages.photographs import PHOTOGRAPHS
from benchmarks.hostile_pages.sheet import Sheet
from benchmarks.hostile_pages.unread import UNREAD

GROUPS = {"hidden": HIDDEN, "unread": UNREAD, "papers": PAPERS, "photographs": PHOTOGRAPHS}
"""Kinds of pages by group."""
VARIANTS = 5
"""Of each kind."""


def main(arguments: Sequence[str] | None = None) -> None:
    """The command."""
    options = _parser().parse_args(arguments)
    kinds = {
        kind: make
        for group, makers in GROUPS.items()
        for kind, make in makers.items()
        if (not options.group or group in options.group) and (not options.kind or kind in options.kind)
    }
    rows: dict[str, list[PageVerdict]] = defaultdict(list)
    for kind, make in kinds.items():
        pages = [make(Sheet(kind, n, options.seed)) for n in options.variant or range(VARIANTS)]
        if options.only_make:
            options.keep.mkdir(parents=True, exist_ok=True)
            for page in pages:
                (options.keep / page.name).write_bytes(page.data)
            continue
        rows[kind] = judge(pages, ocr=options.ocr, keep=options.keep)
        print(_row(kind, rows[kind]), flush=True)
        for v in rows[kind] if options.show else ():
            print(_detail(v), flush=True)
    everything = [v for verdicts in rows.values() for v in verdicts]
    if everything:
        print(_row("all", everything))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.hostile_pages",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--group", action="append", choices=tuple(GROUPS))
    parser.add_argument("--kind", action="append", help="only these kinds")
    parser.add_argument("--variant", action="append", type=int, choices=range(VARIANTS))
    parser.add_argument("--no-ocr", dest="ocr", action="store_false", help="copies are not read by OCR")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep originals and copies there")
    parser.add_argument("--only-make", action="store_true", help="with --keep: make the originals, no more")
    parser.add_argument("--show", action="store_true", help="a line a file")
    return parser


def _row(name: str, verdicts: Sequence[PageVerdict]) -> str:
    made = [v for v in verdicts if not v.failure]
    words = sum(v.words for v in made)
    lost = sum(v.lost for v in made)
    seconds = sum(v.seconds for v in verdicts) / max(len(verdicts), 1)
    return (
        f"{name:20} files {len(verdicts):3}  refused {len(verdicts) - len(made):3}  "
        f"in bytes {sum(bool(v.in_bytes) for v in made):3}  in look {sum(bool(v.in_look) for v in made):3}  "
        f"words lost {lost}/{words}  pictures spoilt {sum(v.is_spoilt for v in made):2}  "
        f"untold {sum(v.untold for v in made):2}  {seconds:5.1f} CPU s"
    )


def _detail(v: PageVerdict) -> str:
    facts = [v.failure, *v.in_bytes, *(f"look: {s}" for s in v.in_look)]
    facts += [f"lost {v.lost}"] if v.lost else []
    facts += [f"untold {v.untold}"] if v.untold else []
    facts += [f"changed {v.spoilt:.0%}"] if v.spoilt is not None else []
    return f"    {v.kind}-{v.variant}: {'; '.join(f for f in facts if f) or 'clean'}  ({v.seconds:.1f} s)"


if __name__ == "__main__":
    main()
