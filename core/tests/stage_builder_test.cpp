// The matchers and the stage they fill.
#include "match/stage_builder.hpp"
#include "tests/harness.hpp"
#include "tests/random_input.hpp"
#include "tests/small_language.hpp"
#include "tests/textbook_matchers.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;
using match::Matcher;
using Matchers = std::vector<Matcher>;

const Matchers all_matchers = {Matcher::exact, Matcher::stem, Matcher::synonym, Matcher::paraphrase};

std::string staged(const SmallLanguage& language, const Matchers& matchers, std::string_view hypothesis,
                   std::string_view reference) {
    lexicon::Lexicon lexicon(learn(language));
    const auto here = intern(lexicon, hypothesis), there = intern(lexicon, reference);
    match::Stage stage;
    match::StageBuilder(matchers).build(lexicon, here, there, stage);
    return render_stage(stage);
}

/// Cuts a word down to its first letter.
void first_letter(std::u16string& word) { word.resize(std::min<std::size_t>(1, word.size())); }

/// A made-up language, for the core and for the textbook. `filler` comes before the actual paraphrases.
struct Told {
    SmallLanguage language;
    TextbookMatchers textbook;
    std::vector<std::string> vocabulary;
};

Told make_up(Random& random, const std::string& filler) {
    Told told;
    for (const char* letter : {"a", "b", "c"})
        for (const char* digit : {"1", "2", "3", "4"}) told.vocabulary.push_back(std::string(letter) + digit);
    told.language.stemmer = first_letter;
    for (const auto& word : told.vocabulary) {
        told.textbook.stems[word] = word.substr(0, 1);
        std::string numbers;
        for (int synset = 1; synset <= 6; ++synset)
            if (random.chance(25)) {
                told.textbook.synsets[word].insert(synset);
                numbers += " " + std::to_string(100 * synset);
            }
        told.language.synsets += word + "\n" + numbers + "\n";
    }
    told.language.paraphrases = filler;
    for (int entry = 0; entry < 40; ++entry) {
        const std::string a = random_words(random, told.vocabulary, 1 + random.below(3));
        const std::string b = random_words(random, told.vocabulary, 1 + random.below(3));
        told.language.paraphrases += "0.1\n" + a + "\n" + b + "\n";
        told.textbook.paraphrases.emplace_back(words_of(a), words_of(b));
    }
    told.vocabulary.push_back("unlisted");
    return told;
}

/// Compares the stages of all pairs of segments, prepared together, with the textbook's.
void check_together(lexicon::Lexicon& lexicon, const Told& told, const Matchers& matchers,
                    const std::vector<std::string>& lines) {
    match::Stage stage;
    match::StageBuilder builder(matchers);
    std::vector<std::vector<lexicon::WordId>> words;
    for (const std::string& line : lines) words.push_back(intern(lexicon, line));
    builder.prepare(lexicon, std::vector<match::Words>(words.begin(), words.end()));
    for (std::size_t here = 0; here < lines.size(); ++here)
        for (std::size_t there = 0; there < lines.size(); ++there) {
            builder.build(lexicon, here, there, stage);
            CHECK_EQ(render_stage(stage),
                     render_all(told.textbook.run(matchers, words_of(lines[here]), words_of(lines[there]))));
        }
}

/// Compares the stages of random pairs with the textbook's.
void check_language(Random& random, const Told& told, int rounds) {
    lexicon::Lexicon lexicon(learn(told.language));
    match::Stage stage;
    for (int round = 0; round < rounds; ++round) {
        Matchers matchers = all_matchers;
        for (std::size_t i = 3; i > 0; --i) std::swap(matchers[i], matchers[random.below(i + 1)]);
        matchers.resize(random.below(5));
        match::StageBuilder builder(matchers);
        std::vector<std::string> lines;
        for (int pair = 0; pair < 5; ++pair) {
            const std::string hypothesis = random_words(random, told.vocabulary, random.below(10));
            const std::string reference =
                random.chance(10) ? hypothesis : random_words(random, told.vocabulary, random.below(10));
            const auto here = intern(lexicon, hypothesis), there = intern(lexicon, reference);
            builder.build(lexicon, here, there, stage);
            CHECK_EQ(hypothesis + " / " + reference + ": " + render_stage(stage),
                     hypothesis + " / " + reference + ": " +
                         render_all(told.textbook.run(matchers, words_of(hypothesis), words_of(reference))));
            if (pair < 3) lines.push_back(reference);
        }
        check_together(lexicon, told, matchers, lines);
    }
}

}  // namespace

TEST("Identical segments use only the first matcher, of any kind") {
    const SmallLanguage language = {.stemmer = stem::english, .paraphrases = "0.1\nrun\nruns\n"};
    CHECK_EQ(staged(language, all_matchers, "run runs", "run runs"), "0:1 0:1 0, 1:1 1:1 0");
    CHECK_EQ(staged(language, {Matcher::stem, Matcher::exact}, "a b", "a b"), "");
    CHECK_EQ(staged(language, all_matchers, "", ""), "");
    CHECK_EQ(staged(language, {}, "a", "a"), "");
}

TEST("Segments of words with the same Java hashes are identical for Java") {
    const SmallLanguage language = {.paraphrases = "0.1\nсемя\nплана\n", .equality = lexicon::Equality::java_hash};
    CHECK_EQ(staged(language, all_matchers, "семя плана", "сена пламя"), "0:1 0:1 0, 1:1 1:1 0");
}

TEST("Random pairs in made-up languages have the textbook's matches in the textbook's order") {
    Random random(41);
    for (int world = 0; world < 25; ++world) check_language(random, make_up(random, ""), 60);
}

TEST("So do pairs in a vocabulary with rare words of two units") {
    Random random(42);
    std::string filler;
    for (int i = 0; i < 0x7000; i += 8) {
        std::string phrase;
        for (int word = i; word < i + 8; ++word) phrase += " f" + std::to_string(word);
        for (int copy = 0; copy < 8; ++copy) filler += "0.1\n" + phrase + "\n" + phrase + "\n";
    }
    Told told = make_up(random, filler);
    for (const char* word : {"f0", "f1", "f2"}) {
        told.vocabulary.push_back(word);
        told.textbook.stems[word] = "f";
    }
    const auto first = words_of("f0 f1 f2 f3 f4 f5 f6 f7");
    for (int copy = 0; copy < 8; ++copy)
        told.textbook.paraphrases.insert(told.textbook.paraphrases.begin(), {first, first});
    CHECK(compiled_paraphrases(told.language.paraphrases)->word("a1").value() >= 0x7000);
    check_language(random, told, 300);
}

TEST("So do pairs around the lengths of one and two blocks of a hypothesis, one after the other") {
    Random random(43);
    const Told told = make_up(random, "");
    lexicon::Lexicon lexicon(learn(told.language));
    match::Stage stage;
    match::StageBuilder builder(all_matchers);
    for (int round = 0; round < 40; ++round) {
        const std::string hypothesis =
            random_words(random, told.vocabulary, 62 + random.below(5) + random.below(2) * 64);
        const std::string reference = random_words(random, told.vocabulary, random.below(30));
        const auto here = intern(lexicon, hypothesis), there = intern(lexicon, reference);
        builder.build(lexicon, here, there, stage);
        CHECK_EQ(render_stage(stage),
                 render_all(told.textbook.run(all_matchers, words_of(hypothesis), words_of(reference))));
    }
}

TEST("A word with more synsets than a row holds shares each of them") {
    std::string synsets = "many\n", line;
    for (int i = 0; i < 19; ++i) {
        synsets += std::to_string(i) + " ";
        line += "w" + std::to_string(i) + " ";
    }
    synsets += "\n";
    for (int i = 0; i < 19; ++i) synsets += "w" + std::to_string(i) + "\n" + std::to_string(i) + "\n";
    lexicon::Lexicon lexicon(learn({.synsets = synsets}));
    const auto all = intern(lexicon, line), many = intern(lexicon, "none many");
    match::Stage stage;
    match::StageBuilder builder({Matcher::synonym});
    builder.build(lexicon, all, many, stage);
    CHECK_EQ(stage.at(0).size(), 0u);
    CHECK_EQ(stage.at(1).size(), 19u);
    builder.build(lexicon, many, all, stage);
    CHECK_EQ(stage.size(), 19u);
}

TEST("A lexicon cleared between two pairs keeps nothing") {
    lexicon::Lexicon lexicon(learn({.stemmer = stem::english, .synsets = "big\n1\nlarge\n1\nred\n2\ncrimson\n2\n"}));
    match::Stage stage;
    match::StageBuilder builder({Matcher::exact, Matcher::stem, Matcher::synonym});
    const auto build = [&](std::string_view hypothesis, std::string_view reference) {
        const auto here = intern(lexicon, hypothesis), there = intern(lexicon, reference);
        builder.build(lexicon, here, there, stage);
        return render_stage(stage);
    };
    CHECK_EQ(build("big houses red", "house large crimson"), "0:1 1:1 1, 1:1 0:1 2, 2:1 2:1 2");
    lexicon.clear();
    CHECK_EQ(build("x crimson", "red house big"), "0:1 1:1 2");
}

TEST("One phrase with too many paraphrases is refused before they fill the memory") {
    std::string line, table;
    for (int i = 0; i < 6000; ++i) line += "a ", table += "0.1\nb\na\n";
    lexicon::Lexicon lexicon(learn({.paraphrases = table}));
    const auto many = intern(lexicon, line), one = intern(lexicon, "b");
    match::Stage stage;
    match::StageBuilder builder({Matcher::paraphrase});
    CHECK_EQ(message_of<match::TooManyMatches>([&] { builder.build(lexicon, many, one, stage); }),
             "more than 33554432 candidate matches between 6000 hypothesis words and 1 reference words");
}

TEST("Words with more synsets than a pair may have matches are refused") {
    std::string synsets = "a\n", line;
    for (int i = 0; i < 600000; ++i) synsets += std::to_string(i) + " ";
    for (int i = 0; i < 60; ++i) line += "a ";
    lexicon::Lexicon lexicon(learn({.synsets = synsets + "\nb\n1\n", .exceptions = "a\nc\n"}));
    const auto many = intern(lexicon, line), one = intern(lexicon, "b");
    match::Stage stage;
    match::StageBuilder builder({Matcher::synonym});
    CHECK_EQ(message_of<match::TooManyMatches>([&] { builder.build(lexicon, many, one, stage); }),
             "more than 33554432 candidate matches between 60 hypothesis words and 1 reference words");
}

TEST("The steps that a pair may take are bounded, and counted anew for the next pair") {
    match::Stage stage;
    stage.reset(2, 3);
    stage.spend(match::most_steps);
    CHECK_EQ(message_of<match::TooManyMatches>([&] { stage.spend(1); }),
             "looking for matches between 2 hypothesis words and 3 reference words takes more than 4294967296 steps");
    stage.reset(2, 3);
    stage.spend(match::most_steps);
}
