"""Tables under the ending of a text: told by all of their lines, refused where they may be notes."""

import pytest

from chartveil.domain.errors import InputError
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.registry import format_for

BODY = "Seen for cough, no fever; will call. " * 4
TABLES = [
    ("id\tnote_text\n1\tx\n", "tsv"),
    ("\ufeffpatient_id\tname\tnote\r\n" + f"7\tOkafor\t{BODY}\r\n" * 3, "tsv"),
    ("mrn\tdob\tnote text\n" + f"7\t1951-03-04\t{BODY}\n" * 4 + "8\t\tshort", "tsv"),
    ("\tid\tnote\n".lstrip() + "1\t7\tx\n" * 3, "tsv"),  # the first column without a name, as R writes it
    ('id\tnote\n1\t"a\nb\nc\nd\ne"\n2\t"f\ng\nh"\n', "tsv"),
    ("note_id;note_text\n" + "1;seen well\n" * 3, "delimited"),
    ('note_id,patient,note\n1,7,"Okafor, seen, well"\n2,7,"a\nb, c"\n3,8,x\n', "delimited"),
    ("id|name|report\n" + "1|Okafor|well\n" * 3, "delimited"),
]


@pytest.mark.parametrize(("text", "name"), TABLES, ids=range(len(TABLES)))
@pytest.mark.parametrize("path", ["a.txt", "a", "a.dat"])
def test_a_table_under_another_ending_is_a_table(text, name, path):
    file = SourceFile(path, text.encode())
    form = format_for(file)
    assert form.name == name
    assert all(d.source.part.startswith("row:") for d in form.read(file, ReadOptions()))
    assert format_for(SourceFile(path, text.encode("utf-16"))).name == name


NOTES = [
    "Vitals\nBP\t120/80\nHR\t70\n\nShe is well and will come again.\n",
    "Name:\tOkafor\nDOB:\t3/4/1951\nMRN:\t77\n",
    "Name:\tOkafor\tDOB:\t1951\nMRN:\t77\tSex:\tF\nWard:\t7\tBed:\t2\n",
    "Plan\n\t- rest\n\t- fluids\n\t- call\n",
    "1.\tAspirin\n2.\tStatin\n3.\tRest\n",
    "-\tAspirin\n-\tStatin\n-\tRest\n",
    "Assessment, Plan\nShe is better, and will rest.\nNo fever. Home.\nCall, if worse, at once.\n",
    "Seen today, well.\nNo fever, no cough.\nHome, rest.\n",
    "Date\tTime\tNote\nShe came in the night.\nWell now.\nHome.\nRest.\n",
    "# Visit\n\n| drug | dose |\n|---|---|\n| a | 1 |\n\nShe is well.\nHome.\nRest.\nCall.\n",
    "one line\twith a tab\n",
]


@pytest.mark.parametrize("note", NOTES, ids=range(len(NOTES)))
def test_a_note_with_tabs_and_commas_stays_a_note(note):
    assert format_for(SourceFile("a.txt", note.encode())).name == "text"


DOUBTS = [
    ("Okafor\tAdaeze\t1951\tseen\n" * 4, r"tabs.*\.tsv"),
    ("1\tseen\n2\twell\n3\thome\n", r"tabs.*\.tsv"),
    ("Report of today\nid\tname\tnote\n" + "1\tOkafor\twell\n" * 20, r"tabs.*\.tsv"),
    ("id\tnote\n1\tseen\nand well\nagain\n2\thome\nnow\n", r"tabs.*\.tsv"),
    ("Okafor,Adaeze,1951\n" * 3, r"commas.*\.csv"),
    ("pt_nm,adm,narr\n" + 'Okafor,1951,"a, b\nc, d, e"\n' * 5, r"commas.*\.csv"),
    ("Okafor|Adaeze|1951\n" * 3, r"bars.*\.csv"),
]


@pytest.mark.parametrize(("text", "message"), DOUBTS, ids=range(len(DOUBTS)))
def test_what_may_be_either_is_refused_with_both_remedies(text, message):
    with pytest.raises(InputError, match=f"may be a table or a note.*{message}.*--as text") as caught:
        format_for(SourceFile("a.txt", text.encode()))
    assert "Okafor" not in str(caught.value)
