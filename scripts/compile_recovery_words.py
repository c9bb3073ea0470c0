"""Draws up the words that a key is written in: ``resources/store/recovery_words.txt``.

    .venv/bin/python scripts/compile_recovery_words.py

2,048 English words of four to eight letters, the most frequent ones of which no two begin with the same four
letters and no two differ in one letter only: the first four letters tell a word, and a slip makes none of
another. Names, and words that nobody wants to write down beside a patient's, are left out.
"""

from itertools import product
from pathlib import Path
from string import ascii_lowercase

from wordfreq import top_n_list

from chartveil.domain.paths import dictionaries_folder, resources_folder

WORDS = 2048
HARSH = """
punjab tamil
abus anal anus arse bast bitc bloo bomb boob brea brut butt canc cock coff corp cunt damn dead deat devi
dick died dies dise drug drun dumb evil faec fagg fail fart fear fool fuck geno germ grav gun gypsy hang
hate hell herp hitl homo horr idio infe inju jerk kill loser lust mad maim mast mole murd nake nazi nigg
nude orga orgy pain penis pimp piss pois poop porn prie pros puke puss quee quim race raci rape rapi rect
reta riot ruin sadi scro self semen sex shit shoot sick sin sist slav slut smut sperm stab stupi suck
suic swas terr tits tort trag trans tumo turd ugly urin vagi viol viru vomi wank whip whor wound zion
jews jewi isla musl chri hind blac whit negro asia afri arab alco beer wine heroi coca opiu canna weed
abor fetu womb dying death coffin ghost demon satan asshole badass bayern bikini bisex blah booze brexit
bulls calif covid crap dammit democ deutsche didnt doesnt espn fascist femini ghetto goddamn gonna gotta
haha hmmm homic horny html http illegal isnt isis kashmir kinda lebron lesb lgbt lmao ncaa nope nsfw
outta scum stalin thru trump ucla ussr viii virgin vodka wanna whatev zombie idol sniper gang pistol sexu
psych rebel jedi nascar nasty tumblr reddit itunes ebay paypal seahawks yankees raiders panthers dodgers
knicks barbar jihad terror mosque migrant
""".split()


def main() -> None:
    """Writes the list."""
    known = _listed("common_words", "*.txt")
    names = {
        w
        for folder in ("first_names", "surnames", "cities", "countries", "states", "companies")
        for w in _listed(folder, "frequent.txt" if folder == "surnames" else "*.txt")
    }
    taken: dict[str, str] = {}
    near: set[str] = set()
    for word in top_n_list("en", 60_000):
        if not (4 <= len(word) <= 8 and word.isascii() and word.isalpha()):
            continue
        if (
            word not in known
            or word in names
            or word in near
            or word[:4] in taken
            or _is_inflected(word, known)
        ):
            continue
        if any(word.startswith(h) for h in HARSH):
            continue
        taken[word[:4]] = word
        near |= _one_slip_away(word)
        if len(taken) == WORDS:
            break
    assert len(taken) == WORDS, len(taken)
    path = resources_folder() / "store" / "recovery_words.txt"
    path.write_text("\n".join(sorted(taken.values())) + "\n", "ascii")


def _listed(folder: str, pattern: str) -> set[str]:
    files: list[Path] = sorted((dictionaries_folder() / folder).glob(pattern))
    return {line.strip().lower() for f in files for line in f.read_text("utf-8").splitlines()}


def _is_inflected(word: str, known: set[str]) -> bool:
    endings = ("s", "es", "ed", "d", "ing", "er", "ly")
    return any(word.endswith(e) and word[: -len(e)] in known for e in endings)


def _one_slip_away(word: str) -> set[str]:
    cut = {word[:i] + word[i + 1 :] for i in range(len(word))}
    other = {word[:i] + c + word[i + 1 :] for i, c in product(range(len(word)), ascii_lowercase)}
    more = {word[:i] + c + word[i:] for i, c in product(range(len(word) + 1), ascii_lowercase)}
    turned = {word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(len(word) - 1)}
    return cut | other | more | turned


if __name__ == "__main__":
    main()
