"""Names, places and organisations by lists: bundled ones, the site's own, and the patient's dossier."""

from chartveil.detect.dictionaries.detector import DictionaryDetector
from chartveil.detect.dictionaries.dossier import Dossier, PatientFacts
from chartveil.detect.dictionaries.patients import PatientRegister, PatientRow, make_word_test
from chartveil.detect.dictionaries.patients_file import PatientFile, load_patient_file
from chartveil.detect.dictionaries.site import SiteList, load_site_lists

__all__ = [
    "DictionaryDetector",
    "Dossier",
    "PatientFacts",
    "PatientFile",
    "PatientRegister",
    "PatientRow",
    "SiteList",
    "load_patient_file",
    "load_site_lists",
    "make_word_test",
]
