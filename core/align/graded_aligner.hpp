/// Pairs the words that no whole match covers by how alike they are.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "align/alignment.hpp"
#include "align/assignment.hpp"
#include "lexicon/forms.hpp"
#include "match/similarity.hpp"
#include "match/spelling.hpp"
#include "match/word_vectors.hpp"

namespace bolide::align {

/// A pair of segments as the graded matchers see it.
struct GradedPair {
    const lexicon::Lexicon& lexicon;
    lexicon::Forms& forms;
    match::Words hypothesis, reference;
    const match::VectorPair* vectors = nullptr;  ///< Where a matcher looks at vectors.
    bool in_context = true;                      ///< Whether they are of words in this segment, not of word types.
};

/// Follows an aligner: whole matches stand, and words that they leave are paired one to one, with the largest sum of
/// credit. Of equal sums it takes the one with more neighbours of whole matches on the diagonal, then the one whose
/// words are nearer in their segments. Then two neighbouring words may take the place of one, for one word of the other
/// side (compounds, clitics), where more characters are covered than before.
///
/// Where there are vectors of words in context, whole matches have the similarity of their words' vectors.
///
/// Left words are paired in stretches of at most `longest` on either side, so that time grows linearly with segments.
class GradedAligner {
  public:
    static constexpr std::size_t longest = 64;

    /// `kinds` says what kind of matcher each place in the list of matchers is; words match by their meaning from the
    /// similarity `least_meaning` on.
    GradedAligner(std::span<const match::Matcher> kinds, match::Similarity least_meaning);

    /// Whether any matcher is graded: without one there is nothing to do.
    bool is_needed() const { return has_spelling_ || needs_vectors_; }
    bool needs_vectors() const { return needs_vectors_; }

    /// Adds graded matches to an alignment, with the similarity of every match.
    void extend(const GradedPair& pair, Alignment& alignment);

  private:
    static constexpr std::uint32_t none = UINT32_MAX;

    /// A word that is left.
    struct Left {
        std::uint32_t position;
        lexicon::WordId word;
    };
    /// Some words of one side of a stretch: one, or two neighbours.
    struct Range {
        std::uint32_t first, count;
    };
    struct Found {
        Range rows, columns;
        match::Similarity similarity;  ///< 0: another match has taken its place.
        std::uint8_t matcher;
    };
    /// The left words of one side of a stretch, and which match each has.
    struct Side {
        std::span<const Left> words;
        std::vector<std::uint32_t> match;
    };

    void collect(const GradedPair& pair, const Alignment& alignment);
    void offer_meanings(const GradedPair& pair, std::span<const Left> rows, std::span<const Left> columns);
    void pair_stretch(const GradedPair& pair, std::span<const Left> rows, std::span<const Left> columns);
    std::int64_t worth(const GradedPair& pair, const match::Offer& offer, std::uint32_t i, std::uint32_t j) const;
    void join_words(const GradedPair& pair, bool is_turned);
    void try_to_join(const GradedPair& pair, bool is_turned, std::uint32_t single, std::uint32_t first);
    std::uint64_t covered(const GradedPair& pair, const Found& found) const;
    void take(const Found& found);
    void keep(Alignment& alignment);

    bool has_spelling_ = false;
    std::uint8_t spelling_place_ = 0;
    bool has_meaning_ = false, needs_vectors_ = false;
    std::uint8_t meaning_place_ = 0;
    match::Similarity least_meaning_;
    match::SpellingMatcher spelling_;
    match::OfferTable offers_;
    Assignment assignment_;
    std::vector<Left> hypothesis_left_, reference_left_;
    std::vector<std::uint32_t> starts_, ends_;  ///< Of hypothesis words at the ends of whole matches, their partners.
    std::vector<lexicon::WordId> row_words_, column_words_;
    std::vector<std::int64_t> worth_;
    Side rows_, columns_;
    std::vector<Found> found_;
    std::vector<std::pair<match::Match, match::Similarity>> all_;
};

}  // namespace bolide::align
