/// Finds the phrases of a table in pairs of segments: paraphrases, or the synonyms of a thesaurus.
#pragma once

#include "match/match.hpp"

namespace bolide::match {

/// A table of phrases of a language, and the facts about words that concern it.
struct PhraseSource {
    std::shared_ptr<const lexicon::ParaphraseTable> lexicon::Knowledge::* table;
    lexicon::TableFacts lexicon::WordFacts::* facts;
};

/// A phrase A that occurs in a segment and has phrases B.
struct Phrase {
    std::uint32_t start, length;
    lexicon::ParaphraseTable::Entries entries;
};

/// Finds the phrases A of a table in several segments at once, so that all look-ups wait for memory together.
class PhraseFinder {
  public:
    /// Finds all phrases of some segments, and prefetches what comparing them will read.
    void find(const lexicon::Lexicon& lexicon, const lexicon::ParaphraseTable& table,
              lexicon::TableFacts lexicon::WordFacts::* facts_of, std::span<const Words> segments);

    /// A segment in the numbers of the table, followed by an unlisted word.
    std::span<const std::uint32_t> words(std::size_t segment) const {
        return {words_.data() + places_[segment].word, places_[segment + 1].word - places_[segment].word - 1};
    }

    /// The phrases of a segment, sorted by start within it, then by length.
    std::span<const Phrase> phrases(std::size_t segment) const {
        return {phrases_.data() + places_[segment].phrase, places_[segment + 1].phrase - places_[segment].phrase};
    }

  private:
    /// Words that lead to a node of the table, where a phrase may end.
    struct Path {
        std::uint32_t start, length;
        lexicon::TrieNode node;
        std::uint32_t longer;  ///< The number of the path one word longer; 0 if there is none.
        std::uint64_t hash;    ///< Of the edge to it, with the next word.
        lexicon::ParaphraseTable::Entries entries;
    };

    struct Edge {
        std::uint64_t hash;
        std::uint32_t path, next;
    };

    /// Where a segment begins among the words, the paths of one word, and the phrases.
    struct Place {
        std::uint32_t word, path, phrase;
    };

    void find_words(const lexicon::Lexicon& lexicon, const lexicon::ParaphraseTable& table,
                    lexicon::TableFacts lexicon::WordFacts::* facts_of, std::span<const Words> segments);
    void look_ahead(const lexicon::ParaphraseTable& table, Path& path) const;
    void extend(const lexicon::ParaphraseTable& table, std::size_t first);
    void list_phrases();

    std::vector<std::uint32_t> words_;  ///< Their numbers in the table; an unlisted one after every segment.
    std::vector<Place> places_;         ///< One more than there are segments.
    std::vector<Path> paths_;      ///< Those of one word, in their order, then longer ones. Starts are in `words_`.
    std::vector<Phrase> phrases_;  ///< Of all segments.
    std::vector<Edge> edges_;
};

/// Finds the places of a key in a segment, in rising order. The hash table is as large as the segment, for any keys: it
/// stays in the cache.
class Chains {
  public:
    /// Removes all links and makes room for `links` new ones. Takes time linear in them.
    void reset(std::size_t links) {
        const std::size_t buckets = std::bit_ceil(std::max(2 * links, least_buckets));
        if (heads_.size() < buckets) heads_.resize(buckets);
        if (links_.size() < links + 1) links_.resize(links + 1);
        std::fill_n(heads_.data(), buckets, none);
        shift_ = 32 - std::countr_zero(buckets);
        count_ = none;
    }

    /// Links a place to a key. Places must come in falling order.
    void link(std::uint32_t key, std::uint32_t place) {
        std::uint32_t& head = heads_[bucket(key)];
        links_[++count_] = {key, place, head};
        head = count_;
    }

    /// Calls `visit` with every place of a key. Returns how many links it followed, including those of other keys in
    /// the bucket.
    template <class Visit>
    std::size_t for_each(std::uint32_t key, Visit visit) const {
        std::size_t followed = 0;
        for (std::uint32_t at = heads_[bucket(key)]; at != none; at = links_[at].next, ++followed)
            if (links_[at].key == key) visit(links_[at].place);
        return followed;
    }

  private:
    static constexpr std::uint32_t none = 0;
    static constexpr std::size_t least_buckets = 64;
    struct Link {
        std::uint32_t key, place, next;
    };

    std::size_t bucket(std::uint32_t key) const { return (key * 0x9E3779B1u) >> shift_; }

    std::vector<std::uint32_t> heads_;
    std::vector<Link> links_;  ///< From the second on: number 0 means "none".
    std::uint32_t count_ = 0;
    int shift_ = 32;
};

class ParaphraseMatcher {
  public:
    explicit ParaphraseMatcher(PhraseSource source) : source_(source) {}

    /// Looks up the phrases of some segments that will be matched with each other.
    void prepare(const lexicon::Lexicon& lexicon, std::span<const Words> segments);

    /// Adds the matches of two of them, by their numbers: phrases A in the reference, then phrases A in the hypothesis.
    void match(std::size_t hypothesis, std::size_t reference, std::uint8_t place, Stage& stage);

  private:
    static constexpr std::size_t nothing = SIZE_MAX;

    /// A segment in the numbers of the table, with an index of its words, and a bit for each hash that one of its
    /// n-grams would have as a phrase B.
    struct Side {
        std::size_t segment = nothing;
        std::span<const std::uint32_t> words;
        Chains places;
        std::array<std::uint8_t, 8192> bits{};
        std::vector<std::uint16_t> hashes;  ///< Those with a set bit.

        bool has(std::uint32_t hash) const { return bits[hash / 8] >> hash % 8 & 1; }

        /// The number of hashes tested together: most phrases A have fewer phrases B.
        static constexpr std::size_t at_once = 8;
        /// False if none of the first `at_once` is there.
        bool may_have_any(std::span<const std::uint16_t> some) const {
            if (some.size() < at_once) return true;  // The end of the table.
            unsigned found = 0;
            for (std::size_t i = 0; i < at_once; ++i) found |= bits[some[i] / 8];
            return found != 0;
        }
    };

    /// A phrase B that probably occurs on the other side.
    struct Hit {
        Phrase phrase;         ///< Its phrase A.
        std::uint32_t number;  ///< Its number among the phrases B.
    };

    /// A phrase in the phrases B of a phrase A: where it begins, and its number.
    struct Cursor {
        std::uint32_t start = 0, length = 0;  ///< Of the phrase A.
        std::size_t unit = 0, number = 0;
    };

    void index(std::size_t segment, Side& side);
    template <class Add>
    void match_phrases(std::size_t segment, const Side& other, Stage& stage, Add add);
    template <class Add>
    void verify(const Side& other, Cursor& cursor, Stage& stage, Add add);
    std::span<const std::uint32_t> words_of(std::span<const std::uint16_t> units, std::size_t number, Cursor& cursor);

    PhraseSource source_;
    const lexicon::ParaphraseTable* table_ = nullptr;
    PhraseFinder finder_;
    Side reference_side_, hypothesis_side_;
    std::vector<Hit> hits_;
    std::array<std::uint32_t, lexicon::longest_phrase> decoded_;  ///< The words of a phrase B.
};

}  // namespace bolide::match
