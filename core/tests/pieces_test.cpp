// Long pairs cut into pieces.
#include "align/pieces.hpp"
#include "engine/scorer.hpp"
#include "tests/harness.hpp"
#include "tests/random_input.hpp"
#include "tests/small_language.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;
using align::Piece;
using align::Pieces;
using match::Matcher;

/// Words `w0` up to, but without, `w<count>`, with others in front of the word at a place.
std::vector<std::string> numbered(std::size_t count, std::size_t place = SIZE_MAX, std::size_t others = 0) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = 0; i == place && k < others; ++k) words.push_back("x" + std::to_string(k));
        words.push_back("w" + std::to_string(i));
    }
    return words;
}

std::string line_of(const std::vector<std::string>& words) {
    std::string line;
    for (const std::string& word : words) line += word + " ";
    return line;
}

std::vector<Piece> cut(const std::string& hypothesis, const std::string& reference) {
    lexicon::Lexicon lexicon(learn({}));
    const auto here = intern(lexicon, hypothesis), there = intern(lexicon, reference);
    Pieces pieces;
    const auto found = pieces.cut(lexicon, here, there);
    return {found.begin(), found.end()};
}

engine::AlignedPair aligned(const std::string& hypothesis, const std::string& reference, std::size_t beam) {
    const engine::Scorer scorer({text::Tokeniser(std::nullopt, false, true), learn({}),
                                 align::PaperSettings{.beam = beam, .kinds = {Matcher::exact, Matcher::spelling}},
                                 score::Unit::length});
    return scorer.align(to_batch({hypothesis}), to_batch({reference}))[0];
}

void check_pieces(const std::vector<Piece>& pieces, std::size_t hypothesis_size, std::size_t reference_size) {
    std::size_t here = 0, there = 0;
    for (const Piece& piece : pieces) {
        CHECK_EQ(piece.hypothesis_start, here);
        CHECK_EQ(piece.reference_start, there);
        CHECK(std::min(piece.hypothesis_size, piece.reference_size) <= Pieces::most_shorter);
        CHECK(std::max(piece.hypothesis_size, piece.reference_size) <= Pieces::most_longer);
        here += piece.hypothesis_size;
        there += piece.reference_size;
    }
    CHECK_EQ(here, hypothesis_size);
    CHECK_EQ(there, reference_size);
}

}  // namespace

TEST("Pieces have all words of both sides, in order, and none is too long") {
    Random random(7);
    for (const std::size_t types : {1, 5, 500, 50000}) {
        const Zipf zipf(types, 1.0);
        for (int round = 0; round < 20; ++round) {
            const std::size_t sizes[] = {random.below(3000), random.below(3000)};
            std::string lines[2];
            for (int side = 0; side < 2; ++side)
                for (std::size_t i = 0; i < sizes[side]; ++i) lines[side] += "w" + std::to_string(zipf(random)) + " ";
            check_pieces(cut(lines[0], lines[1]), sizes[0], sizes[1]);
        }
    }
}

TEST("Words that one side lacks do not shift later pieces") {
    const auto hypothesis = numbered(300), reference = numbered(300, 150, 50);
    const auto pair = aligned(line_of(hypothesis), line_of(reference), 8);
    CHECK_EQ(pair.alignment.matches.size(), 300u);
    CHECK_EQ(pair.alignment.chunks, 2u);
    CHECK(!pair.alignment.is_proven);
}

TEST("A word far off the line through its neighbours does not move a cut") {
    auto hypothesis = numbered(200), reference = numbered(200);
    for (std::size_t i = 40; i < 110; ++i) hypothesis[i] = "a", reference[i] = "b";
    hypothesis[42] = reference[100] = "stray";
    for (const Piece& piece : cut(line_of(hypothesis), line_of(reference))) {
        CHECK_EQ(piece.hypothesis_start, piece.reference_start);
        CHECK_EQ(piece.hypothesis_size, piece.reference_size);
    }
}

TEST("Pairs are cut from 129 words on either side, and by a narrow beam alone") {
    for (const auto& [size, beam, is_cut] :
         {std::tuple<std::size_t, std::size_t, bool>{128, 8, false}, {129, 8, true}, {129, 40, false}}) {
        // The last hypothesis word equals the first reference word, too far apart for any piece.
        auto hypothesis = numbered(size), reference = numbered(size);
        hypothesis.back() = reference.front() = "w1";
        const auto pair = aligned(line_of(hypothesis), line_of(reference), beam);
        CHECK_EQ(pair.alignment.is_proven, !is_cut);
        bool has_moved = false;
        for (const match::Match& match : pair.alignment.matches)
            has_moved |= match.reference_start <= 1 && match.hypothesis_start == size - 1;
        CHECK_EQ(has_moved, !is_cut);
    }
}

TEST("Words that occur once on either side match anywhere, in preference to similar words") {
    const auto words = numbered(1000);
    auto turned = words;
    std::rotate(turned.begin(), turned.begin() + 500, turned.end());
    const auto pair = aligned(line_of(words), line_of(turned), 8);
    CHECK_EQ(pair.alignment.matches.size(), 1000u);
    CHECK_EQ(pair.alignment.chunks, 2u);
    for (const match::Similarity similarity : pair.alignment.similarities) CHECK_EQ(similarity, match::whole);
}
