/// The paraphrase table of a language: phrase A → phrases B, in the order of the file it was compiled from.
///
/// Words are numbered by falling frequency and written as units of 15 bits: numbers below 0x7000 as one unit, larger
/// ones as two. Phrases A form a trie with its edges in one hash table. The phrases B of a node follow each other, the
/// last unit of each with its top bit set. Their hashes are stored separately, close together: most phrases B do not
/// occur in a segment, which their hashes show.
#pragma once

#include "resource/resource_file.hpp"

namespace bolide::lexicon {

namespace paraphrase_file {

inline constexpr std::uint32_t kind = resource::tag("PARA");
inline constexpr resource::StringTable::Sections words = {resource::tag("WORD"), resource::tag("WOFF"),
                                                          resource::tag("WSLT")};
inline constexpr std::uint32_t first_nodes = resource::tag("ROOT");
inline constexpr std::uint32_t nodes = resource::tag("NODE");
inline constexpr std::uint32_t edges = resource::tag("EDGE");
inline constexpr std::uint32_t filter = resource::tag("FILT");
inline constexpr std::uint32_t units = resource::tag("PHRB");
inline constexpr std::uint32_t hashes = resource::tag("HASH");
inline constexpr std::uint32_t probabilities = resource::tag("PROB");

}  // namespace paraphrase_file

/// A place in the trie of phrases A. 0 is the root; no phrase ends there, so it also means "none".
using TrieNode = std::uint32_t;

struct TrieRecord {
    std::uint32_t parent;
    std::uint32_t word;
    std::uint32_t first_unit;   ///< Where its phrases B begin; they end where those of the next record begin.
    std::uint32_t first_entry;  ///< The number of its first entry, for the probabilities.
};

/// Word numbers below this take one unit; numbers from `most_different_words` on cannot be written.
inline constexpr std::uint32_t single_units = 0x7000, most_different_words = single_units + 0x1000 * 0x8000;
/// Set in the last unit of a phrase, and only there.
inline constexpr std::uint16_t last_unit = 0x8000;

/// In words. Published tables stay below 8; a table with a longer phrase is neither compiled nor opened.
inline constexpr std::size_t longest_phrase = 100;

/// The hash of the first words of a phrase B.
class PhraseHash {
  public:
    /// The most words hashed. Longer phrases are few.
    static constexpr std::size_t most_words = 3;

    void add(std::uint32_t word) { hash_ = (std::rotl(hash_, 13) ^ (word + 1)) * 0x9E3779B1u; }
    std::uint16_t value() const { return static_cast<std::uint16_t>(hash_ >> 16); }

  private:
    std::uint32_t hash_ = 0;
};

class ParaphraseTable {
  public:
    explicit ParaphraseTable(const std::filesystem::path& path, std::string_view trusted = {});

    std::optional<std::uint32_t> word(std::string_view text) const { return words_.find(text); }
    std::optional<std::uint32_t> word(std::string_view text, std::uint64_t hash) const {
        return words_.find(text, hash);
    }
    void prefetch_word(std::uint64_t hash) const { words_.prefetch(hash); }

    /// `child(0, word)`, but cheaper: where phrases A that begin with the word continue; 0 if there are none.
    TrieNode first_node(std::uint32_t word) const { return resource::checked(first_nodes_[word], node_count()); }
    /// The node reached from `node` by `word`; 0 if no phrase A continues that way.
    TrieNode child(TrieNode node, std::uint32_t word) const { return child(node, word, edge_hash(node, word)); }
    TrieNode child(TrieNode node, std::uint32_t word, std::uint64_t hash) const {
        const std::size_t mask = edges_.size() - 1;
        std::size_t at = hash & mask;
        for (std::size_t tries = 0; const TrieNode found = edges_[at]; at = (at + 1) & mask) {
            const TrieRecord& record = records_[resource::checked(found, node_count())];
            if (record.word == word && record.parent == node) return found;
            if (++tries > resource::longest_run) resource::refuse_damaged();
        }
        return 0;
    }

    /// False if `child` would find nothing; true usually means that it finds something. Much cheaper than `child`.
    bool may_have_child(std::uint64_t hash) const {
        const std::size_t bit = hash & (64 * filter_.size() - 1);
        return filter_[bit / 64] >> (bit % 64) & 1;
    }

    /// A range of entries: those of a node, in the order of its phrases B, and where these begin. In bounds.
    struct Entries {
        std::uint32_t first, count, first_unit;
    };
    Entries entries_of(TrieNode node) const {
        const auto [parent, word, unit, first] = records_[node];
        const auto entries = resource::checked_stretch(hashes_, first, records_[node + 1].first_entry);
        return {first, static_cast<std::uint32_t>(entries.size()), resource::checked(unit, units_.size() + 1)};
    }

    /// The hashes of phrases B, from the first of these entries up to the end of the table.
    std::span<const std::uint16_t> hashes_from(const Entries& entries) const { return hashes_.subspan(entries.first); }
    /// The units of phrases B, the same.
    std::span<const std::uint16_t> units_from(const Entries& entries) const {
        return units_.subspan(entries.first_unit);
    }

    /// The table is larger than any cache: callers announce early what they will read.
    void prefetch_filter(std::uint64_t hash) const { prefetch(&filter_[(hash & (64 * filter_.size() - 1)) / 64]); }
    void prefetch_child(std::uint64_t hash) const { prefetch(&edges_[hash & (edges_.size() - 1)]); }
    TrieNode likely_child(std::uint64_t hash) const { return edges_[hash & (edges_.size() - 1)]; }
    void prefetch_hashes(const Entries& entries) const { prefetch(hashes_.data() + entries.first); }
    void prefetch_record(TrieNode node) const { prefetch(records_.data() + std::min<std::size_t>(node, node_count())); }

    /// The approximate place of the phrase B of that number: most have three words or fewer.
    void prefetch_paraphrase(const Entries& entries, std::uint32_t number) const {
        const std::size_t likely = entries.first_unit + 3 * std::size_t{number};
        prefetch(units_.data() + std::min(likely, units_.size()));
    }

    /// All paraphrases of a phrase, with their probabilities, for people to read.
    std::vector<std::pair<std::string, float>> look_up(const std::vector<std::string>& phrase) const;

    std::size_t entries() const { return probabilities_.size(); }
    std::size_t words() const { return words_.size(); }
    std::size_t phrases() const;  ///< How many phrases A there are.
    const resource::ResourceFile& file() const { return file_; }

    /// Appends the units of a word.
    static void encode(std::uint32_t word, std::vector<std::uint16_t>& units) {
        if (word < single_units) return units.push_back(static_cast<std::uint16_t>(word));
        units.push_back(static_cast<std::uint16_t>(single_units + ((word - single_units) >> 15)));
        units.push_back(static_cast<std::uint16_t>((word - single_units) & ~last_unit));
    }
    /// Reads the word at `at`, and moves `at` past it. Numbers out of range mean no word.
    static std::uint32_t decode(std::span<const std::uint16_t> units, std::size_t& at) {
        const std::uint32_t first = units[at++] & ~last_unit;
        if (first < single_units) return first;
        if (at >= units.size()) return most_different_words;  // Cut off: no word.
        return single_units + ((first - single_units) << 15) + (units[at++] & ~last_unit);
    }
    /// The place `phrases` further; the end if there are fewer.
    static std::size_t skip(std::span<const std::uint16_t> units, std::size_t at, std::size_t phrases) {
        for (std::uint64_t four; at + 4 <= units.size(); at += 4) {
            std::memcpy(&four, units.data() + at, sizeof four);
            // The lowest bit of each unit is 1 if it ends a phrase; the highest unit then holds the sum of all four.
            const std::size_t ends = ((four >> 15 & 0x0001000100010001) * 0x0001000100010001) >> 48;
            if (ends >= phrases) break;
            phrases -= ends;
        }
        for (; phrases && at < units.size(); ++at) phrases -= units[at] >> 15;
        return at;
    }

    static std::uint64_t edge_hash(TrieNode node, std::uint32_t word) {
        std::uint64_t hash = (std::uint64_t{node} << 32 | word) * 0x9E3779B97F4A7C15;
        return hash ^ (hash >> 32);
    }

  private:
    std::size_t node_count() const { return records_.size() - 1; }

    resource::ResourceFile file_;
    resource::StringTable words_;
    std::span<const TrieNode> first_nodes_;  ///< Of each word.
    std::span<const TrieRecord> records_;    ///< One more than there are nodes: the last one closes the ranges.
    std::span<const std::uint32_t> edges_;   ///< Hash table of nodes by parent and word; 0 where empty.
    std::span<const std::uint64_t> filter_;  ///< A bit for the hash of every edge: small enough to stay in a cache.
    std::span<const std::uint16_t> hashes_;
    std::span<const std::uint16_t> units_;
    std::span<const float> probabilities_;
};

/// Compiles the three-line text format (probability, phrase A, phrase B) piece by piece.
class ParaphraseCompiler {
  public:
    ParaphraseCompiler();
    ~ParaphraseCompiler();

    /// Takes the next piece of the text, cut anywhere. Throws ResourceError with the line number of a broken entry.
    void feed(std::string_view text);

    /// Ends the text and writes the table; returns the number of entries.
    std::size_t write(const std::filesystem::path& path, const resource::Provenance& provenance);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace bolide::lexicon
