// Vectors of words: their similarity, and matches by them.
#include "match/word_vectors.hpp"
#include "engine/scorer.hpp"
#include "tests/harness.hpp"
#include "tests/random_input.hpp"
#include "tests/small_language.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;
using match::Matcher, match::Similarity, match::whole, match::WordVectors, match::WrongVectors;

const std::vector<Matcher> kinds = {Matcher::exact, Matcher::meaning, Matcher::nearest};

WordVectors vectors_of(const std::string& bytes, std::size_t words) {
    WordVectors vectors;
    vectors.assign(bytes, words);
    return vectors;
}

/// The similarity of two words with these vectors of equal size, given as text.
Similarity similarity(const std::string& a, const std::string& b) {
    return vectors_of(a, 1).similarity(0, vectors_of(b, 1), 0);
}

engine::Scorer scorer(std::shared_ptr<const lexicon::Knowledge> knowledge, Similarity least = whole / 2) {
    return engine::Scorer({text::Tokeniser(std::nullopt, true), std::move(knowledge),
                           align::PaperSettings{.kinds = kinds}, score::Unit::words, score::FormulaKind::meteor,
                           nullptr, least});
}

engine::Batch batch(const std::string& line, const std::string& vectors) {
    engine::Batch made(false);
    made.add_piece(line);
    made.end_segment();
    made.add_vectors(vectors);
    return made;
}

engine::AlignedPair aligned(const std::string& here, const std::string& here_vectors, const std::string& there,
                            const std::string& there_vectors, Similarity least = whole / 2) {
    return scorer(learn({.function_words = "the"}), least)
        .align(batch(here, here_vectors), batch(there, there_vectors))[0];
}

std::string found(const engine::AlignedPair& pair) {
    std::string text;
    for (std::size_t i = 0; i < pair.alignment.matches.size(); ++i) {
        const match::Match& match = pair.alignment.matches[i];
        text.append(i ? ", " : "") += pair.hypothesis.words[match.hypothesis_start];
        text += (match.matcher ? "~" : "=") + pair.reference.words[match.reference_start] + " " +
                std::to_string(pair.alignment.similarities[i]);
    }
    return text;
}

// Vectors of two dimensions.
const std::string east = {100, 0}, north = {0, 7}, north_east = {30, 30}, west = {'\x81', 0}, none = {0, 0};

}  // namespace

TEST("The similarity of vectors is the cosine of their angle, in 1/1024, at least 0") {
    CHECK_EQ(similarity(east, east), 1024);
    CHECK_EQ(similarity(east, north), 0);
    CHECK_EQ(similarity(east, north_east), 724);
    CHECK_EQ(similarity(east, west), 0);
    CHECK_EQ(similarity(east, none), 0);
    Random random(5);
    for (int round = 0; round < 200; ++round) {
        const std::size_t size = 1 + random.below(70);
        const std::string a = random_bytes(random, size), b = random_bytes(random, size);
        double product = 0, first = 0, second = 0;
        for (std::size_t k = 0; k < size; ++k) {
            const auto x = static_cast<signed char>(a[k]), y = static_cast<signed char>(b[k]);
            product += x * y, first += x * x, second += y * y;
        }
        const double cosine = first * second > 0 ? product / std::sqrt(first * second) : 0;
        CHECK(std::abs(similarity(a, b) - std::max(0.0, 1024 * cosine)) <= 0.5 + 1e-6);
        CHECK_EQ(similarity(a, b), similarity(b, a));
    }
}

TEST("Words that nothing else matches pair by their vectors, from the threshold on; all matches carry a similarity") {
    const auto pair = aligned("the cat sat", none + east + north, "the dog lay", none + north_east + west);
    CHECK_EQ(found(pair), "the=the 1024, cat~dog 724");
    CHECK_EQ(pair.alignment.chunks, 1u);
    CHECK_EQ(found(aligned("the cat sat", none + east + north, "the dog lay", none + north_east + west, 725)),
             "the=the 1024");
    // Takes the hypothesis word that leaves more for the other.
    CHECK_EQ(found(aligned("a b", north_east + east, "c d", east + north, 100)), "b~c 1024, a~d 724");
    CHECK_EQ(found(aligned("cat", east, "cat", north_east)), "cat=cat 724");
}

TEST("Words may have weights, which count in proportion to the similarity of the nearest word opposite") {
    const std::string two = {2, 0}, many = {'\x01', '\x02'};  // 513, the lower byte first
    const std::vector<lexicon::WordId> hypothesis = {1, 2}, reference = {3};
    WordVectors here, there;
    here.assign(east + two + north + many, 2, true);
    there.assign(north_east + two, 1, true);
    std::vector<Similarity> ours, theirs;
    const match::Alike alike = match::VectorPair(hypothesis, here, reference, there).weigh(ours, theirs);
    CHECK_EQ(alike.hypothesis_weight, 515);
    CHECK_EQ(alike.hypothesis, 515 * 724);
    CHECK_EQ(alike.reference_weight, 2);
    CHECK_EQ(alike.reference, 2 * 724);
    there.assign("", 0, true);
    CHECK_EQ(message_of<WrongVectors>([&] { there.assign("x", 1, true); }),
             "its word vectors and its tokens differ in number");
}

TEST("Vectors that do not fit the words are an error of their segment") {
    for (const std::string& wrong : {std::string(5, 'x'), std::string(1, 'x')})
        CHECK_EQ(message_of<engine::SegmentError>([&] { aligned("a b", wrong, "a b", east + east); }),
                 "its word vectors and its tokens differ in number");
    CHECK_EQ(message_of<engine::SegmentError>([&] { aligned("a b", east + east, "a b", east); }),
             "its word vectors and those of its reference differ in dimensions");
    CHECK_EQ(message_of<engine::SegmentError>(
                 [&] { aligned("a", std::string(WordVectors::most_dimensions + 1, 'x'), "a", east); }),
             "its word vectors have too many dimensions");
    CHECK_EQ(message_of<engine::SegmentError>([&] { aligned("", east, "a", east); }),
             "its word vectors and its tokens differ in number");
    CHECK_EQ(found(aligned("", "", "a", east)), "");
}
