"""Finds the encoding of plain text, in a fixed order.

1. A byte-order mark. 2. Strict UTF-8 (plain ASCII with it). 3. UTF-16 or UTF-32 without a mark, told by
where the NUL bytes stand. 4. Windows-1252, Mac Roman or DOS 850, where the text then reads as Western words.
5. A detector, restricted to the other encodings of one byte a character that text in Latin, Cyrillic or Greek
letters is found in.

Every encoding here gives the same bytes back when unchanged text is encoded again; this is checked.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from dataclasses import dataclass

from chartveil.domain.errors import InputError

# The marks of UTF-32 come first: that of UTF-32 LE begins with that of UTF-16 LE.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

# Tab, line ends, form feed, escape, the end mark of DOS and the separators of HL7 belong to text files.
_ODD_CONTROLS = re.compile("[\x00-\x07\x0e-\x19\x7f]")
_ODD_CONTROLS_ONE_BYTE = re.compile("[\x00-\x07\x0e-\x19\x7f-\x9f]")
_WESTERN_ENCODINGS = ("cp1252", "mac_roman", "cp850")
_ONE_BYTE = ("cp1250", "cp1251", "cp1253", "cp1254", "cp1257", "mac_roman", "cp850", "cp437")
_ABOVE_ASCII = re.compile("[^\x00-\x7f]")
_NON_EUROPEAN = re.compile("[^\x00-\u05ff\u1e00-\u2bff\ufb00-\ufb06]")
"""Characters past the alphabets of Europe: any two bytes make one of them, so without a mark they prove
nothing."""
_LETTERS = frozenset("ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝŒŸŠŽßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿœšž")
_SIGNS_IN_WORDS = frozenset("’‘–—…·\u00ad\u00a0")
_SIGNS = _SIGNS_IN_WORDS | frozenset("€‚„†‡‰‹›“”•™¡£§©ª«®°±²³´µ¶º»¼½¾¿×÷≤≥≠≈∞√∆π")
_ABOVE_127 = bytes(range(128, 256))
_UTF8_CHARACTER = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_TEXT_HEAD = 8192
"""Bytes from which on a NUL is one in a text, rather than the mark of a binary file."""
_MAX_CONTROL_SHARE = 0.01
"""Largest share of control characters that text may hold; random bytes hold 11 %."""
_ALLOWED_CONTROLS = 2
"""Stray control characters that a short text may hold beyond that share."""
_ENCODING_REMEDY = "Open it in the program that made it and save it as plain text in UTF-8."


@dataclass(frozen=True, slots=True)
class DecodedText:
    """Text with what is needed to write it back.

    Attributes:
        text: without the mark.
        encoding: name of the codec.
        byte_order_mark: byte-order mark that stood before it, or nothing.
    """

    text: str
    encoding: str
    byte_order_mark: bytes = b""

    def encode(self, text: str) -> bytes:
        """Another text in the same encoding, with the same mark.

        Where the encoding lacks one of its characters, or where a reader would take the result for
        another text, it is UTF-8: no character is ever lost.
        """
        try:
            data = self.byte_order_mark + text.encode(self.encoding)
            if self.byte_order_mark or self.encoding == "utf-8" or decode_text(data, "").text == text:
                return data
        except (UnicodeEncodeError, InputError):
            pass
        return text.encode("utf-8")


def decode_text(data: bytes, where: str) -> DecodedText:
    """The text of a file's bytes.

    Args:
        data: the whole file.
        where: the file as the user named it, for messages.

    Raises:
        InputError: if it is binary, damaged, or in an encoding that cannot be told.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _marked(data, mark, encoding, where)
    wide = _wide_encoding(data)
    text = _decode_lossless(data, wide) if wide else None
    if (
        wide
        and text is not None
        and "\0" not in text
        and len(_NON_EUROPEAN.findall(text)) <= 0.05 * len(text)
    ):
        return DecodedText(text, wide)
    if b"\0" in data:
        raise _binary(where, data)
    text = _decode_lossless(data, "utf-8")
    if text is not None:
        _refuse_noise(text, _ODD_CONTROLS, where)
        return DecodedText(text, "utf-8")
    return _one_byte(data, where)


def _binary(where: str, data: bytes = b"") -> InputError:
    at = data.find(b"\0")
    if at > _TEXT_HEAD:
        line = 1 + data.count(b"\n", 0, at)
        return InputError(
            f"line {line:,} holds a NUL byte, which no text has.",
            where=where,
            remedy="Export it again, or take such bytes out.",
        )
    return InputError(
        "looks like a binary file, not text.",
        where=where,
        remedy="Give it its own ending back, or leave it out.",
    )


def _refuse_noise(text: str, pattern: re.Pattern[str], where: str) -> None:
    if "\0" in text or len(pattern.findall(text)) > _MAX_CONTROL_SHARE * len(text) + _ALLOWED_CONTROLS:
        raise _binary(where)


def _decode_lossless(data: bytes, encoding: str) -> str | None:
    """The text, if the bytes are valid and come back the same."""
    try:
        text = data.decode(encoding)
        return text if text.encode(encoding) == data else None
    except UnicodeError:
        return None


def _marked(data: bytes, mark: bytes, encoding: str, where: str) -> DecodedText:
    text = _decode_lossless(data[len(mark) :], encoding)
    if text is None:
        raise InputError(
            f"begins with the mark of {encoding.upper()} but is not valid {encoding.upper()}.",
            where=where,
            remedy=f"It may be cut off or damaged. {_ENCODING_REMEDY}",
        )
    _refuse_noise(text, _ODD_CONTROLS, where)
    return DecodedText(text, encoding, mark)


def _wide_encoding(data: bytes) -> str | None:
    """UTF-16 or UTF-32 by where the NUL bytes stand in the first 4 KiB; None where they do not tell.

    Even a text in other scripts has blanks and line ends, whose upper byte is NUL; a tenth is asked for.
    """
    head = data[:4096]
    if b"\0" not in head or len(data) % 2:
        return None
    lanes = [head[k::4].count(0) / max(len(head[k::4]), 1) for k in range(4)]
    if len(data) % 4 == 0 and lanes[2] > 0.9 and lanes[3] > 0.9 and lanes[0] < 0.1:
        return "utf-32-le"
    if len(data) % 4 == 0 and lanes[0] > 0.9 and lanes[1] > 0.9 and lanes[3] < 0.1:
        return "utf-32-be"
    even, odd = (lanes[0] + lanes[2]) / 2, (lanes[1] + lanes[3]) / 2
    if odd > 0.1 and even < 0.01:
        return "utf-16-le"
    if even > 0.1 and odd < 0.01:
        return "utf-16-be"
    return None


def _one_byte(data: bytes, where: str) -> DecodedText:
    """Text of one byte a character: the Western encodings where the text then reads as Western words,
    else by the detector, which few bytes above 127 would lead astray.

    Raises:
        InputError: if none of the encodings fits, or if most of the bytes above 127 are characters in UTF-8,
            or some an invisible one.
    """
    in_utf8 = _UTF8_CHARACTER.findall(data)
    is_mostly_utf8 = sum(map(len, in_utf8)) > (len(data) - len(data.translate(None, _ABOVE_127))) / 2
    if is_mostly_utf8 or any(map(_is_invisible, set(in_utf8))):
        # Read as one byte a character, invisible signs would become letters and hide names.
        raise InputError(
            "is UTF-8 with damaged characters in it.",
            where=where,
            remedy=f"It may have been joined from files of several encodings. {_ENCODING_REMEDY}",
        )
    _refuse_noise(data.decode("latin-1"), _ODD_CONTROLS, where)
    encoding = next((e for e in _WESTERN_ENCODINGS if _reads_as_western(_decode_lossless(data, e))), None)
    if encoding is None:
        encoding = _detected(data)
    text = data.decode(encoding) if encoding else ""
    if encoding is None:
        raise InputError("is in an encoding that cannot be told.", where=where, remedy=_ENCODING_REMEDY)
    _refuse_noise(text, _ODD_CONTROLS_ONE_BYTE, where)
    return DecodedText(text, encoding)


def _is_invisible(character: bytes) -> bool:
    """Whether a character in UTF-8 is one that is not seen: as other encodings' letters it makes no sense."""
    text = character.decode("utf-8", "ignore")
    return len(text) == 1 and unicodedata.category(text) == "Cf"


def _detected(data: bytes) -> str | None:
    from charset_normalizer import from_bytes

    candidates = [e for e in _ONE_BYTE if _decode_lossless(data, e) is not None]
    matches = from_bytes(data, cp_isolation=candidates) if candidates else None
    ranked = sorted(matches or (), key=lambda m: (m.chaos, -m.coherence, m.encoding))
    return ranked[0].encoding if ranked else None


def _reads_as_western(text: str | None) -> bool:
    """Whether every character above ASCII stands where Western writing has it: an accented letter beside
    a plain one or alone, no capital after a small letter, signs not inside a word."""
    if text is None:
        return False
    # The same few places come again and again: each is looked at once.
    padded = f"  {text}  "
    places = {padded[m.start() - 2 : m.start() + 3] for m in _ABOVE_ASCII.finditer(padded)}
    return all(_fits_western(*place) for place in places)


def _fits_western(second: str, before: str, char: str, after: str, next_but_one: str) -> bool:
    if char in _SIGNS:
        return char in _SIGNS_IN_WORDS or not (before.isalpha() and after.isalpha())
    if char not in _LETTERS or (char.isupper() and before.islower()):
        return False
    alone = not before.isalpha() and not after.isalpha()
    return alone or any(c.isascii() and c.isalpha() for c in (second, before, after, next_but_one))
