// Segments, lines and words of users.
#include <fstream>

#include "build/phrase_counter.hpp"
#include "engine/scorer.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/harness.hpp"
#include "tests/small_language.hpp"
#include "tests/textbook_normaliser.hpp"
#include "text/folding.hpp"
#include "text/strings.hpp"

namespace bolide::tests {

namespace {

/// Bytes, characters, or pieces of words and marks.
std::string odd_line(Random& random, const std::vector<std::string>& pieces, std::size_t longest) {
    const std::size_t size = random.below(longest);
    switch (random.below(3)) {
        case 0:
            return random_bytes(random, size);
        case 1:
            return random_text(random, size);
        default:
            return random_mix(random, pieces, size);
    }
}

std::string marks_and_words(Random& random) {
    static const std::vector<std::string> pieces = {"a",      "The ", "U.S.",     " ",    "\t",           "\r", "\v",
                                                    "\u00A0", ",",    "'",        "--",   "...",          "“",  "Σ",
                                                    "İ",      "é",    "DOTMULTI", "\xFF", "\xED\xA0\x80", "9"};
    return random_bytes(random, 4) + odd_line(random, pieces, 60);
}

/// Any line can be lower-cased and tokenised in every way. Its tokens are UTF-8 without blanks, and equal the
/// textbook's.
bool line(std::string_view bytes) {
    const text::Prefixes prefixes = {{"A", "Dr"}, {"No"}};
    Input input(bytes);
    const auto apostrophe = static_cast<text::Apostrophe>(input.below(3));
    const bool normalises = input.below(8) > 0, keeps = input.flag(), lowers = input.flag();
    const text::Normaliser normaliser(apostrophe, prefixes, keeps);
    const text::Tokeniser tokeniser(normalises ? std::optional(normaliser) : std::nullopt, lowers);
    text::Tokens tokens;
    tokeniser.tokenise(input.rest(), tokens);
    std::string joined;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        CHECK_EQ(words_of(tokens[i]).size(), 1u);
        CHECK_EQ(text::repaired(tokens[i]), tokens[i]);
        joined.append(i ? " " : "").append(tokens[i]);
    }
    if (normalises && !lowers && input.rest().size() < 300) {
        const TextbookNormaliser textbook(apostrophe, prefixes, keeps);
        CHECK_EQ(joined, tokens_of(textbook.normalise(decoded(input.rest()))));
    }
    const std::string once = text::lower(input.rest());
    CHECK_EQ(text::lower(once), once);
    return true;
}

std::string endings(Random& random) {
    static const std::vector<std::string> pieces = {
        "s", "ing", "ed", "lich", "mente", "ação", "ями", "lar", "ssa", "nak",  "ül",   "a",     "e",   "i",  "y",
        "u", "q",   "ß",  "ı",    "'",     "ij",   "iye", "ll",  "tt",  "aise", "euse", "ність", "ого", "ék", "ök"};
    return odd_line(random, pieces, 12);
}

/// Any word can be stemmed in any language, and never grows to more than twice its length.
bool word(std::string_view bytes) {
    const std::u16string units = text::to_utf16(bytes);
    CHECK_EQ(text::to_utf8(units), text::repaired(bytes));
    for (const std::string_view name : stem::stemmer_names()) {
        std::u16string stemmed = units;
        stem::stemmer_named(name)(stemmed);
        CHECK(stemmed.size() <= 2 * units.size() + 1);  // A German sharp s becomes two letters.
    }
    return true;
}

std::string lines(Random& random) { return made_input(random, 1, {"la casa grande\nun perro\n\nel coche rojo\n"}); }

bool phrases_of_text(std::string_view bytes) {
    Input input(bytes);
    const std::size_t longest = 1 + input.below(8);
    const auto column = build::ngrams(input.rest(), longest);
    CHECK_EQ(column.bytes.size(), static_cast<std::size_t>(column.offsets.back()));
    return true;
}

std::string pair_of_segments(Random& random) {
    return made_input(random, 6,
                      {"The big house, of Dr. Goose's geese -- 3.5 % ... (U.S.)",
                       "A large building by No. 7's goose - 3,5 per cent."});
}

/// Any line against any other, with every normaliser, aligner and kind of knowledge.
bool segments(std::string_view bytes) {
    static const auto knowledge = learn({.function_words = "the of a",
                                         .stemmer = stem::stemmer_named("english"),
                                         .synsets = "big\n10 20\nlarge\n20\ngoose\n30\n",
                                         .exceptions = "goose\ngeese\n",
                                         .paraphrases = "0.5\nbig house\nlarge building\n0.25\nbig\nlarge\n"});
    using match::Matcher;
    const std::vector<Matcher> matchers = {Matcher::exact, Matcher::stem, Matcher::synonym, Matcher::paraphrase};
    Input input(bytes);
    const auto apostrophe = input.flag() ? text::Apostrophe::before : text::Apostrophe::after;
    const text::Normaliser normaliser(apostrophe, {{"A", "Dr"}, {"No"}}, input.flag());
    const bool normalises = input.flag(), lowers = input.flag();
    const text::Tokeniser tokeniser(normalises ? std::optional(normaliser) : std::nullopt, normalises || lowers);
    const std::size_t beam = 1 + input.below(40);
    align::AlignerSettings aligner = align::JavaSettings{.beam = beam, .kinds = matchers};
    if (input.flag()) aligner = align::PaperSettings{.beam = beam, .kinds = matchers};
    const engine::Scorer scorer({tokeniser, knowledge, std::move(aligner), score::Unit::words});
    std::vector<std::int64_t> row(score::columns);
    const std::string hypothesis(input.part()), reference(input.rest());
    scorer.statistics(one_to_one({hypothesis}, {reference}), 1, row);
    for (const std::int64_t value : row) CHECK(value >= 0);
    return true;
}

/// The words of each line of an example.
std::vector<std::vector<std::string>> sentences_of(const char* name) {
    std::ifstream file(std::string(BOLIDE_EXAMPLES) + name);
    std::vector<std::vector<std::string>> sentences;
    for (std::string line; std::getline(file, line);) sentences.push_back(words_of(line));
    return sentences;
}

/// Sentences by number: most documents have some dozens, one in thirty has three thousand words.
std::string document(Random& random) {
    return random_bytes(random, 6) + random_bytes(random, std::size_t{4} << random.below(random.chance(20) ? 7 : 4));
}

/// Swaps words or stretches of them, drops some, or repeats them.
void rearrange(std::vector<std::string>& words, std::size_t way, std::size_t seed) {
    Random random(seed);
    const auto at = [&] { return words.begin() + static_cast<std::ptrdiff_t>(random.below(words.size())); };
    for (std::size_t count = words.size() / 10; count > 0 && way > 0; --count) {
        const auto from = at(), to = at();
        if (way == 1)
            std::iter_swap(from, to);
        else if (way == 2)
            std::rotate(std::min(from, to), from, std::max(from, to));
        else
            *from = *to;
    }
    if (way == 4) words.insert(words.end(), words.begin(), words.end());
}

/// Concatenated sentences, in any order: long text with repeated words, with every aligner.
bool documents(std::string_view bytes) {
    static const auto ours = sentences_of("/system-a.txt"), theirs = sentences_of("/reference.txt");
    static const auto knowledge = learn({.function_words = "the of a",
                                         .stemmer = stem::stemmer_named("english"),
                                         .synsets = "was\n10\nis\n10 20\nare\n20\n",
                                         .paraphrases = "0.5\nin the\nof the\n0.25\nto\nfor the\n"});
    using match::Matcher;
    Input input(bytes);
    std::vector<Matcher> matchers = {Matcher::exact, Matcher::stem, Matcher::synonym, Matcher::paraphrase};
    const std::size_t aligner = input.below(5), beam = std::size_t{1} << input.below(aligner > 1 ? 9 : 4);
    if (aligner > 1 && input.flag()) matchers.push_back(Matcher::spelling);
    const std::size_t way_here = input.below(5), way_there = input.below(5), seed = input.below(256);
    std::vector<std::string> here, there;
    for (const char sentence : input.rest()) {
        const auto number = static_cast<unsigned char>(sentence) % std::min(ours.size(), theirs.size());
        here.insert(here.end(), ours[number].begin(), ours[number].end());
        there.insert(there.end(), theirs[number].begin(), theirs[number].end());
    }
    rearrange(here, way_here, seed);
    rearrange(there, way_there, seed + 1);
    for (auto* words : {&here, &there}) words->resize(std::min<std::size_t>(words->size(), 3000));
    align::AlignerSettings settings = align::JavaSettings{.beam = beam, .kinds = matchers};
    if (aligner == 1) settings = align::StagedSettings{beam, matchers};
    if (aligner > 1)
        settings =
            align::PaperSettings{beam, aligner > 3 ? align::Coverage::count : align::Coverage::weighted, matchers};
    const engine::Scorer scorer({text::Tokeniser(std::nullopt, false), knowledge, settings, score::Unit::words});
    engine::Batch hypotheses(true), references(true);
    for (const std::string& word : here) hypotheses.add_piece(word);
    for (const std::string& word : there) references.add_piece(word);
    hypotheses.end_segment();
    references.end_segment();
    const auto pair = scorer.align(hypotheses, references)[0];
    std::vector<bool> is_used(pair.hypothesis.words.size());
    std::uint32_t end = 0;
    for (const match::Match& match : pair.alignment.matches) {
        CHECK(match.reference_start >= end);
        end = match.reference_start + match.reference_length;
        for (std::size_t k = match.hypothesis_start; k < match.hypothesis_start + match.hypothesis_length; ++k) {
            CHECK(!is_used.at(k));
            is_used[k] = true;
        }
    }
    CHECK(end <= pair.reference.words.size());
    return true;
}

std::string pair_of_spellings(Random& random) {
    return made_input(random, 6,
                      {"Bu kitap çok güzel, 3,5 % Donaudampfschiff fahrt 東京都 हिन्दी",
                       "Kitabı güzel buldum 3,5% Donau dampfschifffahrt 東京 हिंदी bu bu"});
}

/// Any line against any other, by spelling, with chrF and the common subsequence.
bool spellings(std::string_view bytes) {
    static const auto knowledge = learn({});
    Input input(bytes);
    const std::size_t beam = 1 + input.below(16);
    const auto unit = input.flag() ? score::Unit::length : score::Unit::words;
    const score::Shares shares = {{score::Part::chrf, 0.5, 0, input.flag()}, {score::Part::lcs, 0.5}};
    const engine::Scorer scorer(
        {text::Tokeniser(std::nullopt, false, true), knowledge,
         align::PaperSettings{.beam = beam, .kinds = {match::Matcher::exact, match::Matcher::spelling}}, unit,
         score::FormulaKind::meteor, nullptr, match::whole / 2, shares});
    const std::string hypothesis(input.part()), reference(input.rest());
    const auto pair = scorer.align(to_batch({hypothesis}), to_batch({reference}))[0];
    const auto& row = pair.statistics;
    for (const std::int64_t value : row) CHECK(value >= 0);
    CHECK_EQ(pair.alignment.similarities.size(), pair.alignment.matches.size());
    for (const auto similarity : pair.alignment.similarities) CHECK(similarity > 0 && similarity <= match::whole);
    for (auto left = std::span(row).subspan(score::columns); !left.empty(); left = left.subspan(3)) {
        const auto ngrams = left.first(3);
        CHECK(ngrams[2] <= ngrams[0] && ngrams[2] <= ngrams[1]);
    }
    CHECK(row[score::matched_hypothesis_content + 1] <= row[score::hypothesis_length]);
    return true;
}

}  // namespace

std::vector<Target> text_targets() {
    return {
        {"line", marks_and_words, line},
        {"word", endings, word},
        {"phrases of a text", lines, phrases_of_text},
        {"segments", pair_of_segments, segments},
        {"documents", document, documents},
        {"spellings", pair_of_spellings, spellings},
    };
}

}  // namespace bolide::tests
