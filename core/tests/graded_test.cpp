// Graded matches: similarity of words, pairing, counting.
#include "align/graded_aligner.hpp"
#include "engine/scorer.hpp"
#include "tests/harness.hpp"
#include "tests/random_input.hpp"
#include "tests/small_language.hpp"
#include "tests/textbook_spelling.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;
using match::Matcher;

const std::vector<Matcher> kinds = {Matcher::exact, Matcher::spelling};

engine::Scorer scorer(score::Unit unit = score::Unit::length, std::string function_words = "") {
    return engine::Scorer({text::Tokeniser(std::nullopt, false, true),
                           learn({.function_words = std::move(function_words)}), align::PaperSettings{.kinds = kinds},
                           unit});
}

engine::AlignedPair aligned(const std::string& hypothesis, const std::string& reference,
                            score::Unit unit = score::Unit::length, std::string function_words = "") {
    return scorer(unit, std::move(function_words)).align(to_batch({hypothesis}), to_batch({reference}))[0];
}

/// Matches as the jar prints them, with their similarities unless they are whole.
std::string found(const std::string& hypothesis, const std::string& reference) {
    const auto alignment = aligned(hypothesis, reference).alignment;
    CHECK_EQ(alignment.similarities.size(), alignment.matches.size());
    std::string text;
    for (std::size_t i = 0; i < alignment.matches.size(); ++i) {
        text.append(i ? ", " : "").append(render(alignment.matches[i]));
        if (alignment.similarities[i] != match::whole)
            text.append(" ~").append(std::to_string(alignment.similarities[i]));
    }
    return text;
}

match::Similarity similarity(const std::string& a, const std::string& b) {
    lexicon::Lexicon lexicon(learn({}));
    lexicon::Forms forms;
    const lexicon::WordId one = lexicon.intern(a), other = lexicon.intern(b);
    forms.follow(lexicon);
    match::SpellingMatcher matcher;
    matcher.look_at(forms, forms.spelling(one));
    const auto found = matcher.similarity(forms.spelling(one), forms.spelling(other));
    matcher.look_away(forms.spelling(one));
    return found;
}

const std::vector<std::string> letters = {"a", "a", "b", "c", "A", "é", "ş", "न", "ी", "ж"};

TEST("the similarity of two words is the mean Dice coefficient of their n-grams, rounded to 1/1024") {
    Random random(19);
    for (int round = 0; round < 2000; ++round) {
        const auto a = random_mix(random, letters, 3 + random.below(9)),
                   b = random_mix(random, letters, 3 + random.below(9));
        const double expected = textbook_similarity(a, b) * match::whole;
        CHECK(std::abs(similarity(a, b) - expected) <= 0.5 + 1e-9);
        CHECK_EQ(similarity(a, b), similarity(b, a));
    }
    CHECK_EQ(similarity("kitap", "kitap"), match::whole);
    CHECK_EQ(similarity("kitap", "kitabı"), match::Similarity{644});
    CHECK_EQ(similarity("abc", "xyz"), match::Similarity{0});
}

TEST("two joined words have the n-grams of the word that they form, if any word has them") {
    lexicon::Lexicon lexicon(learn({}));
    lexicon::Forms forms;
    Random random(20);
    match::SpellingMatcher matcher;
    for (int round = 0; round < 500; ++round) {
        const auto a = random_mix(random, letters, 2 + random.below(6)),
                   b = random_mix(random, letters, 2 + random.below(6));
        const auto c = random_mix(random, letters, 4 + random.below(8));
        const auto first = lexicon.intern(a), second = lexicon.intern(b), whole = lexicon.intern(c);
        forms.follow(lexicon);
        const auto spelling = forms.spelling(whole);
        matcher.look_at(forms, spelling);
        const auto joined = matcher.similarity(spelling, forms.join(a, b));
        CHECK_EQ(joined, similarity(c, a + b));
        CHECK(matcher.most_joined(forms, spelling, first, second) >= joined);
        matcher.look_away(spelling);
    }
}

TEST("an assignment has the largest possible sum") {
    Random random(21);
    align::Assignment assignment;
    for (int round = 0; round < 1500; ++round) {
        const std::size_t rows = 1 + random.below(5), columns = 1 + random.below(5);
        std::vector<std::int64_t> worth(rows * columns);
        for (auto& cell : worth) cell = random.chance(30) ? 0 : static_cast<std::int64_t>(random.below(9));
        std::int64_t sum = 0;
        std::vector<bool> used(columns);
        const auto chosen = assignment.solve(worth, rows, columns);
        for (std::size_t row = 0; row < rows; ++row) {
            if (chosen[row] == align::Assignment::none) continue;
            CHECK(!used[chosen[row]]);
            used[chosen[row]] = true;
            CHECK(worth[row * columns + chosen[row]] > 0);
            sum += worth[row * columns + chosen[row]];
        }
        CHECK_EQ(sum, textbook_assignment(worth, rows, columns));
    }
}

TEST("words with similar spelling match, most of all those that differ only in case") {
    CHECK_EQ(found("Bu kitap güzel", "Bu kitabı güzel"), "0:1 0:1 0, 1:1 1:1 1 ~644, 2:1 2:1 0");
    CHECK_EQ(found("Die Boote", "die Boot"), "0:1 0:1 1 ~870, 1:1 1:1 1 ~779");
}

TEST("numbers, signs and words of fewer than three letters match only exactly") {
    CHECK_EQ(found("1234 ab !", "1235 abc ?"), "");
    CHECK_EQ(found("1234 AB !", "1234 ab !"), "0:1 0:1 0, 1:1 1:1 1 ~870, 2:1 2:1 0");
}

TEST("of two words that fit equally, the one beside a whole match is taken, then the nearer") {
    CHECK_EQ(found("x gehen y", "gehent q x gehent y"), "2:1 0:1 0, 3:1 1:1 1 ~821, 4:1 2:1 0");
    CHECK_EQ(found("gehen ;", "gehent ; ; gehent"), "0:1 0:1 1 ~821, 1:1 1:1 0");
}

TEST("two words match one if they cover more than one of them would") {
    CHECK_EQ(found("das Fußball Spiel", "das Fußballspiel"), "0:1 0:1 0, 1:1 1:2 1");
    CHECK_EQ(found("das Fußballspiel", "das Fußball Spiel"), "0:1 0:1 0, 1:2 1:1 1");
    CHECK_EQ(found("spielen wir", "spielen"), "0:1 0:1 0");
}

TEST("words weigh by their code points, signs by three tenths of them") {
    const auto row = aligned("né ...", "né ...").statistics;
    CHECK_EQ(row[score::hypothesis_length], 1024 * (20 + 9));
    CHECK_EQ(row[score::matched_hypothesis_content], 1024 * (20 + 9));
}

TEST("a graded match is weighted by similarity, content and function words separately") {
    const auto row = aligned("kitap auf", "kitabı auf", score::Unit::words, "auf").statistics;
    CHECK_EQ(row[score::hypothesis_length], 2 * 1024);
    CHECK_EQ(row[score::hypothesis_function], 1024);
    CHECK_EQ(row[score::matched_hypothesis_content + 1], 644);
    CHECK_EQ(row[score::matched_reference_content + 1], 644);
    CHECK_EQ(row[score::matched_hypothesis_function], 1024);
    CHECK_EQ(row[score::hypothesis_matches], 2);
}

TEST("statistics of graded matches depend neither on threads nor on earlier calls") {
    Random random(22);
    std::vector<std::string> ours, theirs;
    for (int i = 0; i < 300; ++i) {
        std::string one, other;
        for (std::size_t word = random.below(30); word > 0; --word) {
            const auto text = random_mix(random, letters, 1 + random.below(8));
            one += text + " ";
            other += (random.chance(50) ? text + random_mix(random, letters, random.below(3)) : "zz") + " ";
        }
        ours.push_back(one);
        theirs.push_back(other);
    }
    const auto rows_of = [&](std::size_t threads, std::size_t from) {
        std::vector<std::int64_t> rows((ours.size() - from) * score::columns);
        const auto first = static_cast<std::ptrdiff_t>(from);
        scorer().statistics(one_to_one({ours.begin() + first, ours.end()}, {theirs.begin() + first, theirs.end()}),
                            threads, rows);
        return rows;
    };
    const auto rows = rows_of(1, 0), last = rows_of(1, 299);
    CHECK(rows == rows_of(3, 0));
    CHECK(std::equal(last.begin(), last.end(), rows.end() - static_cast<std::ptrdiff_t>(score::columns)));
}

TEST("long segments are paired in stretches, and no word twice") {
    std::string one, other;
    for (int i = 0; i < 500; ++i) {
        one += "wort" + std::string(1, static_cast<char>('a' + i % 26)) + "x ";
        other += "wort" + std::string(1, static_cast<char>('a' + i % 26)) + "y ";
    }
    const auto alignment = aligned(one, other).alignment;
    CHECK_EQ(alignment.matches.size(), std::size_t{500});
    for (std::size_t i = 0; i < alignment.matches.size(); ++i) CHECK_EQ(alignment.matches[i].reference_start, i);
}

}  // namespace
