// The lexicon: words become numbers, and facts about them are worked out once.
#include "lexicon/lexicon.hpp"
#include "tests/harness.hpp"
#include "tests/random_input.hpp"
#include "tests/small_language.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;
using lexicon::Equality;
using lexicon::Lexicon;

/// Whether two words have the same class of words, and of stems.
std::string comparison(Lexicon& lexicon, std::string_view a, std::string_view b) {
    const lexicon::WordFacts first = lexicon[lexicon.intern(a)], second = lexicon[lexicon.intern(b)];
    return std::string(first.word_class == second.word_class ? "same word" : "other word") +
           (first.stem_class == second.stem_class ? ", same stem" : ", other stem");
}

}  // namespace

TEST("A word has one number, and its text is kept as it was") {
    Lexicon lexicon(learn({}));
    Random random(31);
    std::vector<std::string> words = {"", "a", "A", std::string("a\0b", 3), "\xFF"};
    for (int i = 0; i < 5000; ++i) words.push_back("w" + std::to_string(i));
    std::vector<lexicon::WordId> ids;
    for (const auto& word : words) ids.push_back(lexicon.intern(word));
    CHECK_EQ(lexicon.size(), words.size());
    for (int i = 0; i < 20000; ++i) {
        const std::size_t at = random.below(words.size());
        CHECK_EQ(lexicon.intern(words[at]), ids[at]);
        CHECK_EQ(lexicon.text(ids[at]), words[at]);
    }
}

TEST("Classes are dense numbers") {
    Lexicon lexicon(learn({.stemmer = stem::english}));
    for (const std::string_view word : {"run", "runs", "running", "ran", "house"}) {
        const auto facts = lexicon[lexicon.intern(word)];
        CHECK(facts.word_class < lexicon.word_classes() && facts.stem_class < lexicon.stem_classes());
    }
    CHECK_EQ(lexicon.word_classes(), 5u);
    CHECK_EQ(lexicon.stem_classes(), 3u);
}

TEST("Stems come from a stemmer, from a table, or are the words themselves") {
    Lexicon none(learn({})), algorithm(learn({.stemmer = stem::english})), table(learn({.stems = "geese 1 goose\n"}));
    CHECK_EQ(comparison(none, "run", "runs"), "other word, other stem");
    CHECK_EQ(comparison(algorithm, "run", "runs"), "other word, same stem");
    CHECK_EQ(comparison(table, "geese", "goose"), "other word, same stem");
    CHECK_EQ(comparison(table, "run", "runs"), "other word, other stem");
}

TEST("Words of the same Java hash are the same word for Java, and different words by their text") {
    Lexicon text(learn({.stemmer = stem::russian})),
        java(learn({.stemmer = stem::russian, .equality = Equality::java_hash}));
    for (const auto& [a, b] : {std::pair{"Aa", "BB"}, {"семя", "сена"}, {"пламя", "плана"}}) {
        CHECK(comparison(text, a, b).starts_with("other word"));
        CHECK(comparison(java, a, b).starts_with("same word"));
    }
    CHECK(java.intern("Aa") != java.intern("BB"));
}

TEST("Function words are listed in lower case and found in any") {
    Lexicon lexicon(learn({.function_words = "the i̇ς of"}));
    for (const std::string_view word : {"the", "The", "THE", "of"}) CHECK(lexicon[lexicon.intern(word)].is_function);
    for (const std::string_view word : {"they", "", "th e"}) CHECK(!lexicon[lexicon.intern(word)].is_function);
    CHECK(lexicon[lexicon.intern("İΣ")].is_function);
}

TEST("Length is counted in UTF-16 units") {
    Lexicon lexicon(learn({}));
    CHECK_EQ(lexicon[lexicon.intern("")].length, 0u);
    CHECK_EQ(lexicon[lexicon.intern("naïve")].length, 5u);
    CHECK_EQ(lexicon[lexicon.intern("\U0001F600a")].length, 3u);
    CHECK_EQ(lexicon[lexicon.intern("\xFF")].length, 1u);
}

TEST("A word knows its synsets and its place in the paraphrase table") {
    Lexicon lexicon(learn({.synsets = "big\n10 20\nlarge\n20\n", .paraphrases = "0.5\nbig house\nmansion\n"}));
    const auto big = lexicon[lexicon.intern("big")], house = lexicon[lexicon.intern("house")];
    const auto other = lexicon[lexicon.intern("other")];
    CHECK_EQ(lexicon.synsets(big).size(), 2u);
    CHECK_EQ(lexicon.synsets(house).size(), 0u);
    CHECK_EQ(lexicon.synset_end(), lexicon::Lexicon::synset_row + 2);
    CHECK(big.paraphrases.node != 0 && house.paraphrases.node == 0);
    CHECK(house.paraphrases.word != lexicon::unlisted && other.paraphrases.word == lexicon::unlisted);
    CHECK_EQ(
        lexicon.knowledge().paraphrases->child(big.paraphrases.node, house.paraphrases.word),
        lexicon.knowledge().paraphrases->child(big.paraphrases.node, *lexicon.knowledge().paraphrases->word("house")));
}

TEST("A thesaurus is asked in lower case, and a paraphrase table only where words keep their capitals") {
    const auto knowledge = std::make_shared<lexicon::Knowledge>();
    knowledge->thesaurus = knowledge->paraphrases = compiled_paraphrases("1\nbig house\nmansion\n");
    for (const bool folds : {false, true}) {
        knowledge->folds_case = folds;
        Lexicon lexicon(knowledge);
        const auto big = lexicon[lexicon.intern("BIG")], other = lexicon[lexicon.intern("other")];
        CHECK(big.thesaurus.node != 0 && other.thesaurus.word == lexicon::unlisted);
        CHECK_EQ(big.paraphrases.node != 0, folds);
    }
}

TEST("A cleared lexicon knows no word and learns them anew") {
    Lexicon lexicon(learn({.function_words = "the", .stemmer = stem::english}));
    for (int i = 0; i < 3000; ++i) lexicon.intern("w" + std::to_string(i));
    lexicon.clear();
    CHECK_EQ(lexicon.size() + lexicon.word_classes() + lexicon.stem_classes(), 0u);
    CHECK_EQ(lexicon.intern("the"), 0u);
    CHECK(lexicon[0].is_function);
    CHECK_EQ(comparison(lexicon, "run", "runs"), "other word, same stem");
}
