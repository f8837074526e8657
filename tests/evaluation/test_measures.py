import pytest
from hypothesis import given
from hypothesis import strategies as st

from urltree.evaluation.measures import Gold, moving_average, words

TEXTS = st.lists(st.sampled_from("abcde"), max_size=12).map(" ".join)


def longest_common(one, other):
    """Give the length of the longest common subsequence by the textbook's recursion."""
    row = [0] * (len(other) + 1)
    for mine in one:
        last = row
        row = [0]
        for at, yours in enumerate(other):
            row.append(last[at] + 1 if mine == yours else max(last[at + 1], row[at]))
    return row[-1]


def test_words_are_runs_of_letters_and_digits():
    assert words("Hello, world: it's 42!") == ["Hello", "world", "it", "s", "42"]


def test_each_han_and_kana_character_is_a_word():
    assert words("東京タワー 3つ") == ["東", "京", "タ", "ワ", "ー", "3", "つ"]


def test_each_thai_character_is_a_word():
    assert words("ไทย") == ["ไ", "ท", "ย"]


@pytest.mark.parametrize("character", ["ㄅ", "々", "\uff76", "ㇰ", "ក", "ລ", "က", "ᥐ", "\u1a20"])
def test_each_character_of_other_scripts_without_spaces_is_a_word(character):
    assert words(character * 2) == [character] * 2


def test_korean_is_split_at_spaces():
    assert words("서울 타워") == ["서울", "타워"]


def test_vowel_signs_do_not_split_hindi_words():
    assert words("हिन्दी भाषा") == ["हिन्दी", "भाषा"]


def test_invisible_format_characters_do_not_count():
    assert words("co\u00adoperate a\u200db") == ["cooperate", "ab"]


def test_composed_and_decomposed_letters_are_the_same():
    assert words("cafe\u0301") == words("caf\u00e9")


def test_lone_surrogates_separate_words():
    assert words("a\ud800b") == ["a", "b"]


def test_the_gold_text_itself_scores_1():
    assert Gold("One two, three.").score("One two three") == (1, 1, 1)


def test_half_the_gold_text_has_precision_1_and_recall_one_half():
    assert Gold("one two three four").score("one two") == (1, 0.5, pytest.approx(2 / 3))


def test_the_gold_text_and_as_much_again_has_recall_1_and_precision_one_half():
    assert Gold("one two").score("one two three four") == (0.5, 1, pytest.approx(2 / 3))


def test_words_out_of_order_are_not_shared():
    assert Gold("one two three").score("three two one").recall == pytest.approx(1 / 3)


def test_nothing_found_scores_0():
    assert Gold("one").score(" ... ") == (0, 0, 0)


def test_anything_found_scores_0_where_there_is_nothing_to_find():
    assert Gold("").score("one") == (0, 0, 0)


def test_nothing_found_scores_1_where_there_is_nothing_to_find():
    assert Gold("").score("") == (1, 1, 1)


@given(TEXTS.filter(bool), TEXTS.filter(bool))
def test_the_shared_text_is_the_longest_common_subsequence(gold, found):
    shared = longest_common(gold.split(), found.split())
    precision, recall, f1 = Gold(gold).score(found)
    assert precision == shared / len(found.split())
    assert recall == shared / len(gold.split())
    assert f1 == pytest.approx(2 * precision * recall / (precision + recall) if shared else 0)


@given(TEXTS, TEXTS)
def test_f1_is_symmetric(one, other):
    assert Gold(one).score(other).f1 == Gold(other).score(one).f1


def test_long_pages_are_compared_exactly():
    count = 20_000
    gold = " ".join(f"w{number}" for number in range(count))
    found = " ".join(f"w{number} x" for number in range(count))
    assert Gold(gold).score(found) == (0.5, 1, pytest.approx(2 / 3))


def test_the_moving_average_covers_all_values_so_far():
    assert moving_average([1, 0, 0.5]) == [1, 0.5, 0.5]
