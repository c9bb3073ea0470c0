"""Every command of the window: its name, its usual keys, and where its keys are heard."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QT_TR_NOOP, QCoreApplication

_CONTEXT = "_Texts"
"""Of translations: the class that holds the texts below."""


class KeyScope(StrEnum):
    """Where a command's keys are heard."""

    WINDOW = "window"
    """Everywhere in the window; so these keys are never ones that a person types."""
    REVIEW = "review"
    """While the document or the inspector has the keyboard. Elsewhere Enter and letters type."""


class Menu(StrEnum):
    """The menus, in order; also the groups of the help sheet."""

    FILE = "File"
    EDIT = "Edit"
    DECIDE = "Decide"
    SPAN = "Span"
    PAGE = "Page"
    GO = "Go to"
    VIEW = "View"
    HELP = "Help"

    @property
    def display_name(self) -> str:
        """Its name in the user's language."""
        return QCoreApplication.translate(_CONTEXT, self.value)


@dataclass(frozen=True, slots=True)
class Command:
    """Something that a user can do.

    Attributes:
        id: never changes, so that a user's keys stay with it.
        text: in menus and on the help sheet, in English; see ``shown``.
        keys: usual keys in Qt's portable form, the first one shown; ``Ctrl`` is the Command key on macOS.
        menu: its menu.
        tooltip: what it does, in a short sentence, in English; see ``hint``.
        scope: where its keys are heard.
        icon: of ``gui.theme.icons``; empty for none.
        checkable: whether it is something that is on or off.
    """

    id: str
    text: str
    keys: tuple[str, ...]
    menu: Menu
    tooltip: str
    scope: KeyScope = KeyScope.WINDOW
    icon: str = ""
    checkable: bool = False

    @property
    def display_text(self) -> str:
        """``text`` in the user's language."""
        return QCoreApplication.translate(_CONTEXT, self.text)

    @property
    def display_tooltip(self) -> str:
        """``tooltip`` in the user's language."""
        return QCoreApplication.translate(_CONTEXT, self.tooltip)


class _Texts:
    """The table, by menu: id, text, usual keys, icon, tooltip; ``checkable`` after them.

    In a class, so that the tools for translators give its texts a context.
    """

    # fmt: off
    MENUS = (QT_TR_NOOP("File"), QT_TR_NOOP("Edit"), QT_TR_NOOP("Decide"), QT_TR_NOOP("Span"),
             QT_TR_NOOP("Page"), QT_TR_NOOP("Go to"), QT_TR_NOOP("View"), QT_TR_NOOP("Help"))
    FILE = (
        ("open-files", QT_TR_NOOP("Open files…"), "Ctrl+O", "open",
         QT_TR_NOOP("Choose documents and begin a worklist with them")),
        ("open-folder", QT_TR_NOOP("Open a folder…"), "Ctrl+Shift+O", "folder",
         QT_TR_NOOP("Begin a worklist with all documents of a folder")),
        ("resume", QT_TR_NOOP("Go on with the last worklist"), "Ctrl+L", "list",
         QT_TR_NOOP("Open the worklist you had last, where you left it")),
        ("pause", QT_TR_NOOP("Pause detection"), "Ctrl+Shift+P", "pause",
         QT_TR_NOOP("Finish the documents under way and wait; again to go on"), True),
        ("stop", QT_TR_NOOP("Stop detection"), "Ctrl+Shift+X", "stop",
         QT_TR_NOOP("Leave the documents that wait as they are; what was found stays")),
        ("export", QT_TR_NOOP("Export…"), "Ctrl+E", "export",
         QT_TR_NOOP("Write the documents that are signed off, after the leak check")),
        ("report", QT_TR_NOOP("Report…"), "Ctrl+Shift+R", "page",
         QT_TR_NOOP("Counts, policy, versions and reviewer of this worklist on a page")),
        ("settings", QT_TR_NOOP("Settings…"), "Ctrl+,", "settings",
         QT_TR_NOOP("Policy, surrogates, dictionaries, models, appearance, keys")),
        ("close-worklist", QT_TR_NOOP("Close the worklist"), "Ctrl+W", "cross",
         QT_TR_NOOP("Go back to the start page; every decision is saved")),
        ("quit", QT_TR_NOOP("Quit"), "Ctrl+Q", "",
         QT_TR_NOOP("Close the program; every decision is saved")),
    )
    EDIT = (
        ("undo", QT_TR_NOOP("Undo"), "Ctrl+Z", "undo",
         QT_TR_NOOP("Take back the last decision, also one over many documents")),
        ("redo", QT_TR_NOOP("Redo"), "Ctrl+Shift+Z Ctrl+Y", "redo",
         QT_TR_NOOP("Make the decision again that was taken back")),
        ("copy", QT_TR_NOOP("Copy"), "Ctrl+C", "copy",
         QT_TR_NOOP("Copy the chosen text; it may hold what identifies a patient")),
        ("find", QT_TR_NOOP("Find in the text"), "Ctrl+F", "search",
         QT_TR_NOOP("Search in this document")),
        ("find-next", QT_TR_NOOP("Find next"), "F3 Ctrl+G", "down",
         QT_TR_NOOP("Go to the next place where the search found something")),
        ("find-previous", QT_TR_NOOP("Find previous"), "Shift+F3 Ctrl+Shift+G", "up",
         QT_TR_NOOP("Go to the place before where the search found something")),
        ("filter", QT_TR_NOOP("Filter the worklist"), "Ctrl+Shift+F", "filter",
         QT_TR_NOOP("Show the documents that fit a name, patient, type or state")),
    )
    DECIDE = (
        ("accept", QT_TR_NOOP("Accept and go on"), "Return Enter", "check",
         QT_TR_NOOP("This is an identifier: take it, and go to the next undecided one")),
        ("reject", QT_TR_NOOP("Reject and go on"), "Backspace", "cross",
         QT_TR_NOOP("This is no identifier: leave it in the text, and go to the next undecided one")),
        ("relabel", QT_TR_NOOP("Change the label…"), "L", "label",
         QT_TR_NOOP("Choose another label by its letter; it is accepted with it")),
        ("add", QT_TR_NOOP("Mark the chosen text…"), "A", "plus",
         QT_TR_NOOP("Mark the chosen text as an identifier that was missed")),
        ("medical", QT_TR_NOOP("Medical term, never take it"), "M", "medical",
         QT_TR_NOOP("Leave this phrase in the text, here and wherever it stands in the worklist")),
        ("take-back", QT_TR_NOOP("Take what was recovered"), "T", "take-back",
         QT_TR_NOOP("This was recovered as a medical term, and is an identifier after all")),
        ("same", QT_TR_NOOP("All of the same text…"), "Shift+Return Shift+Enter", "copy",
         QT_TR_NOOP("Decide all places of this text at once, after a look at them")),
        ("accept-above", QT_TR_NOOP("Accept all above a score…"), "Ctrl+Shift+A", "",
         QT_TR_NOOP("Accept every undecided span from a score on, after a look at how many")),
        ("reopen", QT_TR_NOOP("Make undecided"), "U", "refresh",
         QT_TR_NOOP("Take the decision on this span away")),
        ("read-passage", QT_TR_NOOP("Mark the passage as read"), "K", "language",
         QT_TR_NOOP("You have read this passage, which detection does not cover; go to the next")),
        ("note", QT_TR_NOOP("Note…"), "C", "note",
         QT_TR_NOOP("Write a remark on this span; it stays in the worklist")),
        ("sign-off", QT_TR_NOOP("Sign off the document"), "Ctrl+Return Ctrl+Enter", "sign",
         QT_TR_NOOP("Say with your name that this document is done")),
        ("withdraw", QT_TR_NOOP("Withdraw the sign-off"), "Ctrl+Shift+Return", "",
         QT_TR_NOOP("Open this document for review again")),
    )
    SPAN = (
        ("end-right-word", QT_TR_NOOP("End one word on"), "Shift+Right", "",
         QT_TR_NOOP("Widen the span by the word after it")),
        ("end-left-word", QT_TR_NOOP("End one word back"), "Shift+Left", "",
         QT_TR_NOOP("Narrow the span by its last word")),
        ("start-left-word", QT_TR_NOOP("Start one word back"), "Alt+Shift+Left", "",
         QT_TR_NOOP("Widen the span by the word before it")),
        ("start-right-word", QT_TR_NOOP("Start one word on"), "Alt+Shift+Right", "",
         QT_TR_NOOP("Narrow the span by its first word")),
        ("end-right-character", QT_TR_NOOP("End one character on"), "Ctrl+Right", "",
         QT_TR_NOOP("Widen the span by the character after it")),
        ("end-left-character", QT_TR_NOOP("End one character back"), "Ctrl+Left", "",
         QT_TR_NOOP("Narrow the span by its last character")),
        ("start-left-character", QT_TR_NOOP("Start one character back"), "Alt+Left", "",
         QT_TR_NOOP("Widen the span by the character before it")),
        ("start-right-character", QT_TR_NOOP("Start one character on"), "Alt+Right", "",
         QT_TR_NOOP("Narrow the span by its first character")),
        ("split", QT_TR_NOOP("Split"), "S", "split",
         QT_TR_NOOP("Make two spans of this one, at the text cursor or between its words")),
        ("join", QT_TR_NOOP("Join with the next"), "J", "join",
         QT_TR_NOOP("Make one span of this one, the next one, and what lies between")),
        ("text-cursor", QT_TR_NOOP("Choose text by keyboard"), "F7", "cursor",
         QT_TR_NOOP("Arrows move a cursor through the text, and choose text with Shift; again to end"), True),
    )
    PAGE = (
        ("draw-box", QT_TR_NOOP("Draw a box"), "D", "box",
         QT_TR_NOOP("Cover a place of the page: drag over it, or use arrows and Enter"), True),
        ("drop-box", QT_TR_NOOP("Take the box away"), "Del", "remove",
         QT_TR_NOOP("Delete a box that was drawn; what a box marks that was found stays visible")),
        ("cover-pages", QT_TR_NOOP("Cover this place on every page"), "P", "copy",
         QT_TR_NOOP("Draw the chosen box on all pages of the document")),
        ("cover-documents", QT_TR_NOOP("Cover this place in other documents…"), "Shift+P", "list",
         QT_TR_NOOP("Draw the chosen box in documents of the same form, after a look at which")),
        ("next-box", QT_TR_NOOP("Next box"), "B", "next",
         QT_TR_NOOP("Go to the next box on the pages")),
        ("previous-box", QT_TR_NOOP("Previous box"), "Shift+B", "previous",
         QT_TR_NOOP("Go to the box before")),
        ("turn-right", QT_TR_NOOP("Turn the page to the right"), "R", "turn-right",
         QT_TR_NOOP("Turn the page in sight by a quarter, to look at it; the copy is not turned")),
        ("turn-left", QT_TR_NOOP("Turn the page to the left"), "Shift+R", "turn-left",
         QT_TR_NOOP("Turn the page in sight back by a quarter, to look at it")),
    )
    GO = (
        ("next", QT_TR_NOOP("Next span"), "Down", "down",
         QT_TR_NOOP("Go to the next span")),
        ("previous", QT_TR_NOOP("Previous span"), "Up", "up",
         QT_TR_NOOP("Go to the span before")),
        ("next-doubtful", QT_TR_NOOP("Next doubtful"), "N", "warning",
         QT_TR_NOOP("Go to the next span that is undecided and doubtful")),
        ("previous-doubtful", QT_TR_NOOP("Previous doubtful"), "Shift+N", "",
         QT_TR_NOOP("Go to the doubtful span before")),
        ("next-undecided", QT_TR_NOOP("Next undecided"), "Tab", "next",
         QT_TR_NOOP("Go to the next span that is undecided")),
        ("previous-undecided", QT_TR_NOOP("Previous undecided"), "Shift+Tab", "previous",
         QT_TR_NOOP("Go to the undecided span before")),
        ("next-document", QT_TR_NOOP("Next document"), "Ctrl+PgDown Ctrl+Down", "next",
         QT_TR_NOOP("Open the next document of the worklist as it is sorted and filtered")),
        ("previous-document", QT_TR_NOOP("Previous document"), "Ctrl+PgUp Ctrl+Up", "previous",
         QT_TR_NOOP("Open the document before")),
        ("risk-queue", QT_TR_NOOP("By risk"), "Ctrl+R", "risk",
         QT_TR_NOOP("Go through the undecided spans of all documents, the riskiest first"), True),
        ("disagreements", QT_TR_NOOP("Disagreements"), "Ctrl+D", "person",
         QT_TR_NOOP("Settle what the two readers of this document see differently")),
        ("next-pane", QT_TR_NOOP("Next pane"), "F6", "",
         QT_TR_NOOP("Move the keyboard on: worklist, document, inspector, footer")),
        ("previous-pane", QT_TR_NOOP("Previous pane"), "Shift+F6", "",
         QT_TR_NOOP("Move the keyboard back by one pane")),
    )
    VIEW = (
        ("preview", QT_TR_NOOP("Preview"), "Ctrl+P", "preview",
         QT_TR_NOOP("Show what the document will be, beside the original"), True),
        ("page-view", QT_TR_NOOP("Page beside the text"), "Ctrl+Shift+B", "page",
         QT_TR_NOOP("Show the page as it was printed, where the document has pages"), True),
        ("pages-only", QT_TR_NOOP("Page instead of the text"), "Ctrl+Shift+I", "",
         QT_TR_NOOP("Show the page alone, where the document has pages; again for both"), True),
        ("page-strip", QT_TR_NOOP("Small pages"), "Ctrl+Shift+N", "strip",
         QT_TR_NOOP("Show all pages in small beside the page, with how far each is"), True),
        ("zoom-in", QT_TR_NOOP("Larger text"), "Ctrl++ Ctrl+=", "",
         QT_TR_NOOP("Make the document's text larger")),
        ("zoom-out", QT_TR_NOOP("Smaller text"), "Ctrl+-", "",
         QT_TR_NOOP("Make the document's text smaller")),
        ("zoom-reset", QT_TR_NOOP("Usual text size"), "Ctrl+0", "",
         QT_TR_NOOP("Show the document's text at its usual size")),
        ("wrap", QT_TR_NOOP("Wrap lines"), "Ctrl+Shift+W", "",
         QT_TR_NOOP("Break long lines at the edge of the window"), True),
        ("mono", QT_TR_NOOP("Letters of one width"), "Ctrl+Shift+M", "",
         QT_TR_NOOP("Show the document in a monospace font, so that columns line up"), True),
        ("theme", QT_TR_NOOP("Change the theme"), "Ctrl+Shift+T", "theme",
         QT_TR_NOOP("Light, dark, high contrast, in turn")),
        ("full-screen", QT_TR_NOOP("Full screen"), "F11", "",
         QT_TR_NOOP("Use the whole screen"), True),
    )
    HELP = (
        ("keys", QT_TR_NOOP("All keys"), "F1", "keyboard",
         QT_TR_NOOP("Every command with its key, on one sheet")),
        ("about", QT_TR_NOOP("About Chartveil"), "Shift+F1", "info",
         QT_TR_NOOP("Version, models, dictionaries and licences")),
    )
    # fmt: on


_REVIEW = frozenset(
    """
    copy next previous next-doubtful previous-doubtful next-undecided previous-undecided
    """.split()
)
"""Commands of other menus than Decide, Span and Page whose keys are heard in the document alone."""


def _command(
    group: Menu, id: str, text: str, keys: str, icon: str, tooltip: str, checkable: bool = False
) -> Command:
    typed = group in (Menu.DECIDE, Menu.SPAN, Menu.PAGE) or id in _REVIEW
    scope = KeyScope.REVIEW if typed else KeyScope.WINDOW
    return Command(id, text, tuple(keys.split()), group, tooltip, scope, icon, checkable)


COMMANDS: tuple[Command, ...] = tuple(
    _command(menu, *row) for menu in Menu for row in getattr(_Texts, menu.name)
)
"""All commands, in the order of the menus."""
