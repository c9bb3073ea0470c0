"""Entries of a diary, copied text and dictated letters tell from their own day."""

import pytest

from case_notes import case_of, prose, text_of

_ADMISSION = "Admission note\nDate of admission: 06/03/2019\nShe came."
_SEEN_FROM = (
    "Round\n06/10/2019\nWell.\n--- copied forward from 06/09/2019 ---\n{}\n--- end copied\nHome tomorrow.",
    'Round\n06/10/2019\nNote copied from 9 June by night team: "{}". Home tomorrow.',
    'Round\n06/10/2019\nSummary brought forward from 06/09/2019: "{}". Home tomorrow.',
    "Round\n06/10/2019\nWell. [c/f from 06/09/2019: {}] Home tomorrow.",
)


@pytest.mark.parametrize("frame", _SEEN_FROM)
def test_copied_text_is_told_from_the_day_it_was_written(frame):
    shown = prose(_ADMISSION, frame.format("Fever 102 yesterday, drain out tomorrow"))
    assert "Fever 102 on day 5, drain out on day 7" in shown
    assert shown.endswith("Home on day 8.")


_PAD = "He was seen by the team on the ward and slept well through the night. " * 3


@pytest.mark.parametrize(
    ("entry", "becomes"),
    [
        ("06/15/2019\n06.15 Fever since yesterday.", "Fever since day 11."),
        ("6/15 0910 callback: fever since yesterday.", "callback: fever since day 11."),
        ("Follow-on, 06/15/2019: fever since yesterday.", "fever since day 11."),
        ("Addl note 06/15/2019: fever since yesterday.", "fever since day 11."),
        ("06/15/2019: fever, ceftriaxone day 3, since yesterday.", "ceftriaxone day 3, since day 11."),
        ("Home Friday.\n\n06/15/2019\nFever since yesterday.", "Fever since day 11."),
        ("PHONE Sat 6/15 22:10 – fever since yesterday.", "fever since day 11."),
        ("-- 06/15/2019 call: fever since yesterday.", "fever since day 11."),
        ("F/U 06/15/2019: Plt 31 this am, fever since yesterday.", "fever since day 11."),
        ("Physio (06/15/2019): walked yesterday.", "walked on day 11."),
        ("F/U 06/15/2019: bloods. Home tomorrow.", "Home between day 10 and day 13."),
        ("W/E cover 06/15/2019   Fever since yesterday.", "Fever since day 11."),
        # What may be the day of an entry or not leaves both.
        ("Seen 06/15/2019 by surgeons, fever since yesterday.", "fever since about day 9 (day 8 to day 11)."),
        ("Clinic on 06/15/2019; fever since yesterday.", "fever since day 8."),
    ],
)
def test_an_entry_tells_from_its_own_day(entry, becomes):
    note = f"Ward chart\n06/12/2019\n06.10 {_PAD}\n19.40 {_PAD}\n\n{entry.replace('6/15 ', '[[DATE|6/15]] ')}"
    assert prose(_ADMISSION, note).endswith(becomes)


def test_entries_that_a_count_heads_tell_from_their_own_day():
    birth = "Newborn admission note\nDate: 03/04/2019   DOB: 03/04/2019\nTerm boy born by section."
    chart = "Feed chart\nDOL 0 = birth\nNotes\nDOL 2: extubated last evening.\nDOL 5: scan yesterday."
    assert prose(birth, chart).endswith("Day 2: extubated on day 1.\nDay 5: scan on day 4.")


@pytest.mark.parametrize(
    "letter",
    [
        "Letter\nClinic Wed 5 June 2019, dictated the following Monday\n\nDear Dr Ott\n\n",
        "Letter\nClinic date: 5 June 2019   Dictated: 10 June 2019\n\nDear Dr Ott\n\n",
    ],
)
def test_a_letter_tells_from_the_day_of_its_dictation(letter):
    assert prose(_ADMISSION, letter + "I saw her last Wednesday.").endswith("I saw her on day 2.")


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("12.03", "14.03", "15.03"), ["2019-03-12", "2019-03-14", "2019-03-15"]),
        (("08.05", "12.03", "19.40"), []),  # hours
    ],
)
def test_figures_that_begin_lines_are_days_unless_some_can_only_be_hours(lines, told):
    diary = "\n".join(f"[[DATE|{day}]] Reviewed, well." for day in lines)
    head = "Ward diary\n28/03/2019\n"
    case = case_of("Letter\n20/01/2019\nSeen.", head + diary)
    id = next(n.note.id for n in case.notes if n.note.text.startswith(head))
    assert [str(e.when.first) for e in case.events if e.note == id and e.start > len(head) - 1] == told


def test_a_print_of_days_side_by_side_is_read_day_by_day():
    note = "Laboratory\n03-Jan-2020\n  28-Nov  04-Dec  20-Dec  02-Jan\nHb  131  109  92  104"
    case = case_of("Admission\nAdmitted: 28-Nov-2019\nPain.", note)
    id = next(n.note.id for n in case.notes if n.note.text == note)
    days = [str(e.when.first) for e in case.events if e.note == id][1:]
    assert days == ["2019-11-28", "2019-12-04", "2019-12-20", "2020-01-02"]


def test_a_month_alone_is_the_own_time_of_a_chart():
    chart = "Drug chart   Month: MAY\n        20   21   22   23\nNight 20th/21st: slept."
    case = case_of("Admission note\nDate of admission: 19/05/2019\nPain.", chart)
    found = [str(e.when.first) for e in case.events if text_of(case, e.note) == chart and e.when.is_exact]
    assert found == [f"2019-05-{d}" for d in (20, 21, 22, 23, 20, 21)]


@pytest.mark.parametrize(
    ("thread", "becomes"),
    [
        ("From: Ann (proxy)   Sent: 06/20/2019 8:51 PM\nFever since yesterday.", "Fever since day 16."),
        ("Sent: 06/20/2019\nFrom: Ann\nFever since yesterday.", "Fever since day 16."),
        ("Visit date: 06/20/2019\nFever.\n\nFell yesterday.", "Fell on day 16."),
        ("Date: 06/20/2019\nFever.\n\nFell yesterday.", "Fell on day 16."),
        ("Posted: 06/20/2019 by Ann\nFell yesterday. It ended on the 15th.", "It ended on day 12."),
        (
            "When: 06/20/2019\nIs it stopped? It should have ended on the 15th.",
            "It should have ended on day 12.",
        ),
        # A sentence that begins with a date is no heading.
        ("Sent: 06/20/2019\n6/28 is ok. Fever since yesterday.", "Fever since day 16."),
        # A paper has other dates at its head.
        ("Discharge\nDate of birth: 06/20/1959\nFell yesterday.", "Fell on day 6."),
    ],
)
def test_a_message_of_a_thread_tells_from_the_day_it_was_sent(thread, becomes):
    first = "Messages\nFrom: Bea   Sent: 06/10/2019 9:12 AM\nWell.\n\n"
    assert prose(_ADMISSION, first + thread.replace("6/28 ", "[[DATE|6/28]] ")).endswith(becomes)


@pytest.mark.parametrize(
    ("heading", "day"),
    [
        ("Friday", 11),
        ("Fri:", 11),
        ("Friday —", 11),
        ("Thurs 13 —", 10),
        ("Sun 16", 13),
        ("14th", 11),
        ("14th —", 11),
        ("Father's Day", 13),
        ("6/14", 11),
        ("June 14:", 11),
    ],
)
def test_the_headings_of_a_diary_go_on_from_the_one_before(heading, day):
    diary = f"Diary for Lena (2019)\n\nMonday 10 June\n{_PAD}\n\n12th\n{_PAD}\n\n{heading}\nHome tomorrow."
    shown = prose(_ADMISSION, diary.replace("6/14", "[[DATE|6/14]]"))
    assert shown.endswith(f"Home on day {day + 1}.")
    assert f"{day}" in shown.split("\n")[-2]


@pytest.mark.parametrize(
    "written",
    [
        "seen 4 June 2019, written retrospectively 5 June 2019",
        "Seen 4 June 2019 1940   Late entry made 5 June 2019 0530",
        "Date: 4 June 2019   documented later on 5 June 2019",
        "Date: 4 June 2019   Retrospective note, 5 June 2019",
        "Seen: 4 June 2019 (written up late, 5 June 2019)",
    ],
)
def test_a_note_that_was_written_later_tells_from_there(written):
    assert prose(_ADMISSION, f"ICU admission\n{written}\nFilm worse than yesterday.").endswith("day 1.")


_REPORT = (
    "LABORATORY\nBLOOD CULTURE   Coll 03/06/2019\n INTERIM 05/06/2019: rods.\n FINAL 13/06/2019: grew.\n"
    "SPUTUM   Coll 07/06/2019   sterile.\n{}"
)


@pytest.mark.parametrize(
    ("line", "becomes"),
    [
        ("Plate opened on the bench Wednesday", "between day 2 and day 9"),
        ("Line out 08/06/2019 11:00, well. Extubated Mon 10:25", "day 7"),
        ("Seen 10/06/2019. Tube out Wednesday", "day 9"),
        ("Ward told Friday", "day 4"),
        # What lies ahead is told from the report, as is what is told with its week.
        ("Repeat next Monday", "day 7"),
        ("Sent last Monday", "day -7"),
    ],
)
def test_a_weekday_of_a_report_that_goes_on_over_days_lies_in_its_time(line, becomes):
    admission = "Admission note\nDate of admission: 03/06/2019\nPain since 25/05/2019."
    assert (
        prose(admission, _REPORT.format(line)).split("\n")[-1].split("10:25")[0].strip(" .").endswith(becomes)
    )


@pytest.mark.parametrize(
    ("written", "days"),
    [
        ("Solids started in November", "2019-11-01..2019-11-30"),
        ("Teeth in December", "2019-12-01..2019-12-31"),
        ("Weaned in the autumn", "2019-09-01..2019-11-30"),
        ("Grandson's birthday 30 July", "2019-07-30..2020-07-30"),
        ("Wedding anniversary on 1 February", "2020-02-01..2020-02-01"),
    ],
)
def test_what_comes_back_each_year_is_told_from_the_last_day_of_a_chart(written, days):
    note = f"Growth chart\n20/06/2019  3 kg\n22/08/2019  4 kg\n20/10/2019  5 kg\n22/12/2019  6 kg\n{written}."
    if "birthday" in written or "anniversary" in written:
        note = f"Home visit\nDate: 12/12/2019\n{written}."
    case = case_of("Admission note\nDate of admission: 13/06/2019\nPain.", note)
    id = next(n.note.id for n in case.notes if n.note.text == note)
    told = [e.when for e in case.events if e.note == id and e.start > note.rindex("\n")]
    assert [f"{w.first}..{w.last}" for w in told if w] == [days]


@pytest.mark.parametrize(
    ("heading", "day"),
    [
        ("Wed dayshift", 9),
        ("Wed AM", 9),
        ("Wednesday late shift", 9),
        ("Thurs night shift", 10),
        ("Fri early", 11),
        ("Fri long day", 11),
        ("Sat pm", 12),
        ("Sun dayshift", 13),
        ("Sat late", 12),
    ],
)
def test_a_weekday_with_its_shift_heads_an_entry(heading, day):
    note = f"Kardex\n\nTues nightshift 11 June 2019: {_PAD}\n\n{heading}: face better, line out tomorrow."
    shown = prose(_ADMISSION, note)
    assert shown.endswith(f"line out on day {day + 1}.")
    assert f"day {day}" in shown.split("\n")[-1].lower()


def test_a_birthday_that_somebody_reaches_lies_ahead():
    for age in ("ten", "eleven", "fourteen", "forty", "7"):
        shown = prose(_ADMISSION, f"Kardex\nDate: 06/25/2019\nEldest turns {age} on the 17th.")
        assert shown.endswith("on day 44."), shown
