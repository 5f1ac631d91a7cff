// The lexicon: numbers of words, and facts about them.
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

TEST("Words of the same Java hash are the same word for Java, and different words by their text") {
    Lexicon text(learn({.stemmer = stem::russian})),
        java(learn({.stemmer = stem::russian, .equality = Equality::java_hash}));
    for (const auto& [a, b] : {std::pair{"Aa", "BB"}, {"семя", "сена"}, {"пламя", "плана"}}) {
        CHECK(comparison(text, a, b).starts_with("other word"));
        CHECK(comparison(java, a, b).starts_with("same word"));
    }
    CHECK(java.intern("Aa") != java.intern("BB"));
}

TEST("Function words are listed in lower case and found in any case") {
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

TEST("A thesaurus is looked up in lower case, a paraphrase table only if words keep their case") {
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
