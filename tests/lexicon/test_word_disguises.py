import pytest

from chartveil.lexicon.word_disguises import slips_of, words_in_disguise


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Benedikta", "benedikt"),
        ("CHRISTIANSEN", "christian"),
        ("Selma", "selam"),
        ("Granier", "garnier"),
        ("McDonald", "donald"),
        ("MacAlister", "alister"),
        ("O'Connor", "connor"),
        ("O’Connor", "oconnor"),
        ("Anne-Marie", "annemarie"),
        ("Ann Alee", "annalee"),
        ("kbenedikt7", "benedikt"),
        ("Nomisa", "asimon"),
        ("Lóránt", "loratn"),
        ("Rosaline", "rosali"),
    ],
)
def test_a_text_holds_words_in_disguise(text, word):
    assert word in words_in_disguise(text)


@pytest.mark.parametrize(
    "text", ["Lee", "Kim's", "Johnston", "Rosa", "Anna", "Benedikt", "Hannah", "12 44-17", "", "O'Connor"]
)
def test_a_word_as_it_stands_is_in_no_disguise(text):
    found = words_in_disguise(text)
    assert text.lower().removesuffix("'s") not in found
    assert all(len(word) >= 5 for word in found)


@pytest.mark.parametrize("text", ["Rosaline", "Johnson", "Petra", "Alexandra"])
def test_a_short_part_of_a_word_is_not_seen_in_it(text):
    assert words_in_disguise(text).isdisjoint({"rosalin", "rosa", "johns", "petr", "alexa"})


def test_each_two_neighbouring_letters_may_be_in_the_wrong_order():
    assert slips_of("anna") == ["nana", "anan"]
    assert slips_of("jo3") == []
