/// Tables by word: stems, roots, synonyms.
#pragma once

#include "resource/hash_index.hpp"
#include "resource/resource_file.hpp"

namespace bolide::lexicon {

/// Java's String.hashCode, by which Meteor 1.5 distinguishes words.
constexpr std::uint32_t java_hash(std::u16string_view word) {
    std::uint32_t hash = 0;
    for (const char16_t unit : word) hash = 31 * hash + unit;
    return hash;
}

/// Stems by look-up, for languages with a table instead of an algorithm.
class StemTable {
  public:
    explicit StemTable(const std::filesystem::path& path, std::string_view trusted = {});

    /// Replaces a word with its stem; a word that is not listed is its own stem. Parity: words are distinguished by
    /// their 32-bit Java hash alone.
    void stem(std::u16string& word) const;

    std::size_t words() const { return hashes_.size(); }
    const resource::ResourceFile& file() const { return file_; }

  private:
    resource::ResourceFile file_;
    std::span<const std::uint32_t> hashes_;  ///< Ascending.
    std::span<const std::uint32_t> firsts_;  ///< Where the stem of each begins, and one more.
    std::span<const char16_t> units_;
};

/// Compiles lines of `word count stem`; further counts and stems on a line are ignored, and a later line for the same
/// word wins. Returns the number of words.
std::size_t compile_stems(std::string_view text, const std::filesystem::path& path,
                          const resource::Provenance& provenance);

/// The most synsets of a word, including those of its base forms. Words of WordNet have less than a hundred.
inline constexpr std::size_t most_synsets = std::size_t{1} << 20;

/// Endings, each paired with the text that replaces it.
using Endings = std::vector<std::pair<std::string, std::string>>;

/// Roots: one form for all inflected forms of a word, from a table, else by endings. Immutable: any number of threads
/// may use it at once. Words are folded.
class Roots {
  public:
    /// `table` has lines of form TAB root; the first line of a form counts, lines without a root do not. A word that is
    /// not listed there loses the first of `endings` that leaves at least `shortest` characters. `infinitives` lists
    /// endings of infinitives and of their roots.
    explicit Roots(std::string table, Endings endings = {}, std::size_t shortest = 0, Endings infinitives = {});
    Roots(const Roots&) = delete;
    Roots& operator=(const Roots&) = delete;

    std::string root(std::string_view word) const;

    /// Whether a word is an infinitive: equal to its root except for the ending.
    bool is_infinitive(std::string_view word, std::string_view root) const;

  private:
    std::string table_;
    Endings endings_, infinitives_;
    std::size_t shortest_;
    resource::StringIndex forms_;
    std::vector<std::string_view> roots_;
};

/// Synonyms: word → synsets, with the exceptions of its morphology (WordNet's files as Meteor ships them). Parity:
/// synsets are distinguished by their offset alone, so that a noun's and a verb's may coincide.
class SynonymTable {
  public:
    explicit SynonymTable(const std::filesystem::path& path, std::string_view trusted = {});
    /// Reads an image made by `compile_groups`.
    explicit SynonymTable(resource::Image groups);

    /// Whether it is a table of groups: words are folded, and roots serve as base forms.
    bool is_folded() const { return is_folded_; }
    /// Finds the groups of a word or its root, each once, in ascending order.
    void groups(std::string_view word, std::string_view root, std::vector<std::uint32_t>& found) const;

    /// Finds the synsets of a word and of its base form. Sorted, each once; numbered densely from 0.
    void synsets(std::string_view word, std::vector<std::uint32_t>& found) const {
        synsets(word, resource::string_hash(word), found);
    }
    void synsets(std::string_view word, std::uint64_t hash, std::vector<std::uint32_t>& found) const;
    void prefetch(std::uint64_t hash) const {
        words_.prefetch(hash);
        forms_.prefetch(hash);
    }

    std::size_t synset_count() const { return offsets_of_synsets_.size(); }
    std::uint32_t source_number(std::uint32_t synset) const { return offsets_of_synsets_[synset]; }
    std::size_t words() const { return words_.size(); }
    const resource::ResourceFile& file() const { return file_; }

  private:
    void open();
    void add_own(std::string_view word, std::uint64_t hash, std::vector<std::uint32_t>& found) const;
    void add_synsets(std::uint32_t word, std::vector<std::uint32_t>& found) const;
    void add_base_synsets(std::string_view word, std::uint64_t hash, std::vector<std::uint32_t>& found) const;

    resource::ResourceFile file_;
    bool is_folded_ = false;
    resource::StringTable words_;
    std::span<const std::uint32_t> first_synset_;  ///< Per word, and one more.
    std::span<const std::uint32_t> synsets_;
    std::span<const std::uint32_t> offsets_of_synsets_;
    resource::StringTable forms_;                ///< Irregular forms.
    std::span<const std::uint32_t> first_base_;  ///< Per form, and one more.
    std::span<const std::uint32_t> bases_;       ///< Numbers of words.
};

/// Compiles the texts `<language>.synsets` and `<language>.exceptions`: pairs of lines. Returns the number of words.
/// Throws ResourceError with file and line of a broken entry.
std::size_t compile_synonyms(std::string_view synsets, std::string_view exceptions, const std::filesystem::path& path,
                             const resource::Provenance& provenance);

/// Compiles groups of synonyms: one per line, TABs between words. They are numbered from 0 in order.
resource::Image compile_groups(std::string_view text, const resource::Provenance& provenance);

}  // namespace bolide::lexicon
