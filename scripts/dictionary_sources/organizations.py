"""Hospitals and companies."""

from __future__ import annotations

import re
from pathlib import Path

from .common import Compiled, lines, phrase_keys, table
from .words import Usage

_LEGAL = re.compile(
    r"[,.]?\s+(?:inc|corp|corporation|ltd|limited|plc|s\.?a\.?|n\.?v\.?|ag|se|co|company|l\.?l\.?c|l\.?p|llp"
    r"|s\.?p\.?a|ab|asa|oyj|bhd|berhad|pt|tbk|kk|gmbh|pty|pvt|incorporated)\.?(?=[\s,.]|$)",
    re.IGNORECASE,
)
_SECURITIES = re.compile(
    r"\b(?:ETF|ETN|fund|trust|shares?|acquisition|preferred|warrants?|units?|notes?|series|class|index|bond"
    r"|depositary|GDR|ADR|capital|SPAC|merger|units|portfolio|REIT|income)\b|[/%\d]",
    re.IGNORECASE,
)


def hospitals(data: Path) -> Compiled:
    """Hospitals of the United States; names of a single word or of ordinary words alone are dropped."""
    names = [row["name"] for row in table(data / "lists" / "us_hospitals_cms.tsv")]
    keys = set()
    for name in names:
        for part in (
            name,
            re.sub(r"[,-]?\s*(?:INC|LLC|LLP|L\.L\.C)\.?\s*$", "", name),
            *name.split(" - ")[:1],
        ):
            keys |= phrase_keys([part])
    generic = {"medical center", "community hospital", "general hospital", "memorial hospital", "hospital"}
    return Compiled(
        name="hospitals",
        title="Hospitals of the United States",
        source="CMS Hospital General Information",
        licence="public domain",
        notes="Names of one word are left out; legal forms taken off as a second spelling.",
        files={"terms": {k for k in keys if " " in k and k not in generic}},
        rows_read=len(names),
    )


def companies(data: Path, usage: Usage) -> Compiled:
    """Companies; securities and funds are dropped, legal forms taken off."""
    raw = [line for line in lines(data / "lists" / "companies_and_organizations.csv")[1:] if line.strip()]
    own = lines(Path(__file__).with_name("organizations_by_hand.txt"))
    own = [line.strip() for line in own if line.strip() and not line.startswith("#")]
    phrases: set[str] = set()
    words: set[str] = set()
    for name in raw:
        bare = _LEGAL.sub("", name.strip(' "')).strip(" ,.&-")
        if _SECURITIES.search(bare) or not bare.isascii() or len(bare) > 50:
            continue
        for key in phrase_keys([bare]):
            parts = key.split()
            if len(parts) == 1:
                if len(key) >= 5 and not usage.known(key):
                    words.add(key)
            elif any(not usage.common(p) for p in parts) and not all(len(p) <= 2 for p in parts):
                phrases.add(key)
    by_hand = phrase_keys(own)
    return Compiled(
        name="companies",
        title="Companies and organisations",
        source="presidio-research list of organisations; further insurers, shops and agencies by hand",
        licence="MIT; Apache-2.0",
        notes="Funds and securities dropped; legal forms taken off; names of one word "
        "only where no other use is known.",
        files={"terms": phrases | words, "by_hand": by_hand},
        rows_read=len(raw),
    )
