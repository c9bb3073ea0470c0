"""Plain words for what a policy does."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from chartveil.domain.labels import Label, LabelGroup
from chartveil.domain.policy import (
    AgeMethod,
    DateMethod,
    LabelAction,
    MustDecide,
    OtherLanguages,
    Policy,
    ReplacementMode,
    ZipMethod,
)
from chartveil.ocr.engine_interface import EngineName
from chartveil.ocr.options import BoxStyle, UnreadPolicy

translate = QCoreApplication.translate


def label_outcome(label: Label, policy: Policy) -> str:
    """What becomes of a label's spans under a policy, where surrogates are made."""
    action = policy.actions[label]
    if action is LabelAction.KEEP:
        return translate("Policy", "Stays as it is")
    if label is Label.DATE:
        return {
            DateMethod.SHIFT: translate(
                "Policy", "Moves with all dates of the patient by one number of days"
            ),
            DateMethod.YEAR: translate("Policy", "Only the year stays"),
            DateMethod.INTERVAL: translate("Policy", "Becomes the days from the patient's first date"),
        }[policy.dates]
    if label is Label.AGE:
        if policy.ages is AgeMethod.BAND:
            return translate("Policy", "Becomes a band of five years; 90 and over become 90+")
        if action is LabelAction.REPLACE:
            return translate("Policy", "Moves by up to two years; 90 and over become 90+")
        return translate("Policy", "Stays, but 90 and over become 90+")
    if label is Label.ZIP:
        if action is LabelAction.GENERALIZE and policy.zips is ZipMethod.ZIP3:
            return translate("Policy", "The first three digits stay; 000 where few people live")
        return translate("Policy", "Becomes a made-up code of the same shape")
    return _replaced(label)


def _replaced(label: Label) -> str:
    if label in (Label.PATIENT, Label.RELATIVE, Label.DOCTOR):
        return translate("Policy", "Becomes another name, the same each time for one person")
    own = {
        Label.USERNAME: translate("Policy", "Becomes another login name"),
        Label.STREET: translate("Policy", "Becomes another address"),
        Label.HOSPITAL: translate("Policy", "Becomes another place of care"),
        Label.ORGANIZATION: translate("Policy", "Becomes another organization"),
        Label.EMAIL: translate("Policy", "Becomes a made-up e-mail address"),
        Label.URL: translate("Policy", "Becomes a made-up web address"),
    }
    by_group = {
        LabelGroup.PROFESSION: translate("Policy", "Becomes another occupation"),
        LabelGroup.LOCATION: translate("Policy", "Becomes another place of its kind"),
        LabelGroup.CONTACT: translate("Policy", "Becomes a made-up number of the same shape"),
        LabelGroup.ID: translate("Policy", "Becomes a made-up number of the same shape"),
    }
    return own.get(label) or by_group.get(
        label.group, translate("Policy", "Becomes something made up of its kind")
    )


def action_name(action: LabelAction) -> str:
    return {
        LabelAction.REPLACE: translate("Policy", "Replace"),
        LabelAction.GENERALIZE: translate("Policy", "Make coarser"),
        LabelAction.KEEP: translate("Policy", "Leave"),
    }[action]


def actions_for(label: Label) -> tuple[LabelAction, ...]:
    """What can be done to a label's spans."""
    if label in (Label.DATE, Label.AGE, Label.ZIP):
        return (LabelAction.REPLACE, LabelAction.GENERALIZE, LabelAction.KEEP)
    return (LabelAction.REPLACE, LabelAction.KEEP)


def date_method_name(method: DateMethod) -> str:
    return {
        DateMethod.SHIFT: translate("Policy", "Move all dates of a patient by one number of days"),
        DateMethod.YEAR: translate("Policy", "Leave the year alone"),
        DateMethod.INTERVAL: translate("Policy", "Count the days from the patient's first date"),
    }[method]


def age_method_name(method: AgeMethod) -> str:
    return {
        AgeMethod.OVER_89: translate("Policy", "90 and over become 90+, others stay"),
        AgeMethod.BAND: translate("Policy", "Bands of five years, 90+ from 90 on"),
    }[method]


def zip_method_name(method: ZipMethod) -> str:
    return {
        ZipMethod.ZIP3: translate("Policy", "First three digits, 000 where 20,000 people or fewer live"),
        ZipMethod.RANDOM: translate("Policy", "A made-up code of the same shape"),
    }[method]


def must_decide_name(must: MustDecide) -> str:
    return {
        MustDecide.ALL: translate("Policy", "Every span that was found"),
        MustDecide.DOUBTFUL: translate("Policy", "Every doubtful span; the others are taken as found"),
        MustDecide.NONE: translate("Policy", "Nothing; what is undecided is taken as found"),
    }[must]


def other_languages_name(other: OtherLanguages) -> str:
    return {
        OtherLanguages.BLOCK: translate("Policy", "A person reads each passage before it goes"),
        OtherLanguages.ALLOW: translate("Policy", "Goes like any other; the passages are counted"),
    }[other]


def mode_name(mode: ReplacementMode) -> str:
    return {
        ReplacementMode.SURROGATE: translate("Policy", "Surrogates"),
        ReplacementMode.TAG: translate("Policy", "Tags"),
        ReplacementMode.NUMBERED: translate("Policy", "Numbered tags"),
        ReplacementMode.MASK: translate("Policy", "Masks"),
    }[mode]


def mode_description(mode: ReplacementMode) -> str:
    return {
        ReplacementMode.SURROGATE: translate(
            "Policy",
            "Made-up names, places, dates and numbers of the same kind. What was missed hides among them.",
        ),
        ReplacementMode.TAG: translate("Policy", "The label in brackets, such as [DOCTOR]."),
        ReplacementMode.NUMBERED: translate(
            "Policy", "The label with a number, such as [DOCTOR-2]: the same number for the same text."
        ),
        ReplacementMode.MASK: translate("Policy", "The same sign in place of every character."),
    }[mode]


def unread_description(what: UnreadPolicy) -> tuple[str, str]:
    """What becomes of parts of pages that no text stands for, and what that means: covered or asked about."""
    return {
        UnreadPolicy.COVER: (
            translate("Pages", "Is covered, unless a reviewer leaves it visible"),
            translate("Pages", "Nobody has to look at each."),
        ),
        UnreadPolicy.ASK: (
            translate("Pages", "A reviewer decides about each"),
            translate("Pages", "A document cannot be signed off before."),
        ),
    }[what]


def box_style_description(style: BoxStyle) -> tuple[str, str]:
    """What a copy shows where an identifier stood, and what that means."""
    return {
        BoxStyle.BLACK: (translate("Pages", "A black box"), ""),
        BoxStyle.LABEL: (translate("Pages", "A white box with the kind of identifier"), ""),
        BoxStyle.SURROGATE: (
            translate("Pages", "What takes its place, on white"),
            translate("Pages", "As large as fits."),
        ),
    }[style]


def engine_name(name: EngineName) -> str:
    """An OCR engine as people know it."""
    return {
        EngineName.RAPIDOCR: translate("Pages", "RapidOCR (comes with Chartveil)"),
        EngineName.DOCTR: "docTR",
        EngineName.TESSERACT: "Tesseract",
    }[name]
