"""Names, places and organisations by lists: bundled ones, the site's own, and the patient's dossier."""

from chartveil.detect.dictionaries.detector import DictionaryDetector
from chartveil.detect.dictionaries.dossier import Dossier, PatientFacts
from chartveil.detect.dictionaries.patients import PatientRow, Patients, word_test
from chartveil.detect.dictionaries.patients_file import PatientsFile, load_patients
from chartveil.detect.dictionaries.site import SiteList, load_site_lists

__all__ = [
    "DictionaryDetector",
    "Dossier",
    "PatientFacts",
    "PatientRow",
    "Patients",
    "PatientsFile",
    "SiteList",
    "load_patients",
    "load_site_lists",
    "word_test",
]
