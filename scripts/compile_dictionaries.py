"""Compiles the bundled dictionaries from their source lists.

Usage:
    python scripts/compile_dictionaries.py --data FOLDER [--out dictionaries]

FOLDER holds the source lists (``lists/``, ``names/``, ``clinical/``, ``ner/``, ``skeletons/``). Writes for
each dictionary ``<out>/<name>/*.txt`` (sorted, one term a line) and ``SOURCE.toml``, and
``<out>/MANIFEST.toml`` with the SHA-256 of every file. The same input gives the same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import shutil
from pathlib import Path

from dictionary_sources import medical, names, organizations, places, words
from dictionary_sources.common import Compiled, table, word_key


def compile_all(data: Path) -> list[Compiled]:
    """Every dictionary, in order of name."""
    first, last = names.first_names(data), names.surnames(data)
    place_lists = [places.cities(data), places.counties(data), places.states(data), places.countries(data)]
    shares = _shares(data, first, last)
    single = _single_places(place_lists)
    use = words.usage(data, shares, single)
    done = [
        first,
        last,
        names.not_names(),
        *place_lists,
        organizations.hospitals(data),
        organizations.companies(data, use),
        words.common_words(use),
        words.clinical_words(data, use),
        words.telling_words(data),
        medical.drugs(data, use),
        medical.abbreviations(data),
        medical.icd10cm(data, use),
        medical.hpo(data, use),
    ]
    return sorted(done, key=lambda c: c.name)


def _shares(data: Path, *lists: Compiled) -> dict[str, float]:
    """Share of the population in percent of every name; 0 where only its class is known."""
    shares = {w: 0.0 for c in lists for terms in c.files.values() for w in terms}
    for path in sorted((data / "lists").glob("us_census_1990_*.tsv")):
        for row in table(path):
            key = word_key(row["name"])
            if key in shares:
                shares[key] = max(shares[key], float(row["percent"]))
    return shares


def _single_places(lists: list[Compiled]) -> frozenset[str]:
    """Places of a single word; small towns are left out, so many of them are ordinary words."""
    kept = [
        c.files.get("major", set()) | c.files.get("town", set()) | c.files.get("terms", set()) for c in lists
    ]
    return frozenset(t for terms in kept for t in terms if " " not in t and not math.isclose(len(t), 2))


def write(done: list[Compiled], out: Path) -> None:
    """Writes dictionaries and manifest, in place of what was there under the same names."""
    for c in done:
        folder = out / c.name
        if folder.is_dir():
            shutil.rmtree(folder)
        folder.mkdir(parents=True)
        source = [
            f"title = {_quoted(c.title)}",
            f"source = {_quoted(c.source)}",
            f"licence = {_quoted(c.licence)}",
            f"notes = {_quoted(c.notes)}",
            f"rows_read = {c.rows_read}",
            "",
            "[terms]",
            *(f"{name} = {len(terms)}" for name, terms in sorted(c.files.items())),
        ]
        texts = {"SOURCE.toml": source}
        texts |= {f"{name}.txt": sorted(t for t in terms if t) for name, terms in c.files.items()}
        for name, content in sorted(texts.items()):
            raw = ("\n".join(content) + "\n").encode()
            (folder / name).write_bytes(raw)


def write_manifest(out: Path) -> None:
    """Writes down the hash of every dictionary file, those of the surrogates too."""
    manifest = ["# SHA-256 of each file. Written by scripts/compile_dictionaries.py.", ""]
    for path in sorted(p for p in out.glob("*/*") if p.is_file()):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        manifest += [f'["{path.relative_to(out).as_posix()}"]', f'sha256 = "{digest}"', ""]
    (out / "MANIFEST.toml").write_bytes("\n".join(manifest).encode())


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "--data", type=Path, help="folder with the source lists; without it only the manifest"
    )
    parser.add_argument("--out", type=Path, default=Path(__file__).parent.parent / "dictionaries")
    args = parser.parse_args()
    if args.data:
        done = compile_all(args.data)
        write(done, args.out)
        for c in done:
            print(f"{c.name:15s} " + ", ".join(f"{n} {len(t)}" for n, t in sorted(c.files.items())))
    write_manifest(args.out)


if __name__ == "__main__":
    main()
