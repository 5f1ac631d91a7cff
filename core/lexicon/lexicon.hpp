/// Numbers words, and works out once what matchers and statistics need to know of each.
#pragma once

#include "lexicon/paraphrase_table.hpp"
#include "lexicon/word_tables.hpp"
#include "resource/hash_index.hpp"
#include "stem/stemmer.hpp"
#include "work/stopping.hpp"

namespace bolide::lexicon {

enum class Equality : std::uint8_t {
    text,       ///< When their texts are equal.
    java_hash,  ///< Parity: when their 32-bit Java hashes agree, as in Meteor 1.5, where `семя` equals `сена`.
};

/// The data of a language. Absent parts are null: then no word has a stem, synset or paraphrase.
struct Knowledge {
    Equality equality = Equality::text;
    bool folds = false;  ///< Whether spelling variants of Indian languages are one word (text/folding.hpp).
    resource::StringIndex function_words, copy_words;
    bool copies_numbers = false;   ///< Whether words with a digit are copy words too.
    bool copies_unlisted = false;  ///< And words without synonyms and paraphrases.
    stem::Stemmer stemmer = nullptr;
    std::shared_ptr<const StemTable> stems;  ///< Used instead of a stemmer.
    std::shared_ptr<const Roots> roots;      ///< Used instead of both.
    std::shared_ptr<const SynonymTable> synonyms;
    std::shared_ptr<const ParaphraseTable> paraphrases;
    std::shared_ptr<const ParaphraseTable> thesaurus;  ///< Synonyms as pairs of phrases, in lower case.
    bool folds_case = false;  ///< Whether paraphrases are looked up in lower case: if words keep their case.

    /// Whether some words are copy words in every position.
    bool has_copy_words() const { return copies_numbers || copies_unlisted || copy_words.size() > 0; }
};

using WordId = std::uint32_t;

inline constexpr std::uint32_t unlisted = UINT32_MAX;

struct TableFacts {
    std::uint32_t word;                ///< Its number there, or `unlisted`.
    TrieNode node;                     ///< Where phrases A that begin with it continue; 0 if none does.
    ParaphraseTable::Entries entries;  ///< Of the phrase A that consists of it alone.
};

/// The facts about a word. Classes are dense numbers: equal classes mean equal words, or equal stems.
struct WordFacts {
    std::uint32_t word_class;
    std::uint32_t stem_class;
    std::uint32_t first_synset, synset_count;
    TableFacts paraphrases, thesaurus;  ///< From the tables of these names.
    std::uint32_t length;               ///< Parity: in UTF-16 units, so that an emoji counts two.
    bool is_function;
    bool is_copy;        ///< Whether it is a copy word in every position.
    bool is_infinitive;  ///< According to its root.
};

/// A growing lexicon for one thread.
class Lexicon {
  public:
    explicit Lexicon(std::shared_ptr<const Knowledge> knowledge);

    /// The number of a word, which is added if new. Valid until `clear`.
    WordId intern(std::string_view word) { return intern(word, resource::string_hash(word)); }

    /// The numbers of all words of a segment, `words[0]` up to `words[words.size() - 1]`.
    template <class Texts>
    void intern_all(const Texts& words, std::vector<WordId>& ids) {
        wanted_.clear();
        for (std::size_t i = 0; i < words.size(); ++i) {
            wanted_.push_back(resource::string_hash(words[i]));
            index_.prefetch(wanted_.back());
        }
        ids.clear();
        work::for_each_below(words.size(), [&](std::size_t i) { ids.push_back(intern(words[i], wanted_[i])); });
    }

    const WordFacts& operator[](WordId word) const { return facts_[word]; }
    std::string_view text(WordId word) const {
        const std::size_t start = word ? ends_[word - 1] : 0;
        return std::string_view(bytes_).substr(start, ends_[word] - start);
    }
    /// The synsets of a word, in ascending order, as numbers of this lexicon in order of first use: those of frequent
    /// words are low, so that data indexed by them is close together.
    std::span<const std::uint32_t> synsets(const WordFacts& facts) const {
        return {synsets_.data() + facts.first_synset, facts.synset_count};
    }
    /// The same, padded to full rows, at least one: so that most words take the same steps. Number k of a row is padded
    /// with synset k, which no word has.
    static constexpr std::size_t synset_row = 8;
    std::span<const std::uint32_t> synset_rows(const WordFacts& facts) const {
        return {synsets_.data() + facts.first_synset,
                std::max<std::size_t>((facts.synset_count + synset_row - 1) / synset_row, 1) * synset_row};
    }
    std::size_t synset_end() const { return synset_end_; }
    /// A word as listed in the language's data: folded, if spelling variants are one word.
    std::string listed(WordId word) const;
    const Knowledge& knowledge() const { return *knowledge_; }

    std::size_t size() const { return facts_.size(); }
    std::size_t byte_count() const { return bytes_.size(); }
    std::size_t word_classes() const { return word_classes_.size(); }
    std::size_t stem_classes() const { return stem_classes_.size(); }

    /// Forgets all words, to bound the memory of an endless stream.
    void clear();

  private:
    /// Numbers strings by their equality.
    class Classes {
      public:
        std::uint32_t number(std::u16string_view word, Equality equality);
        std::size_t size() const { return by_hash_.size() + by_text_.size(); }

      private:
        resource::SmallHashIndex by_hash_;
        resource::StringIndex by_text_;  ///< Of the bytes.
    };

    WordId intern(std::string_view word, std::uint64_t hash);
    WordFacts make_facts(std::string_view word, std::uint64_t hash);
    /// Numbers the stem and the synsets of a word with this hash and these UTF-16 units.
    void find_relations(std::string_view word, std::uint64_t hash, std::u16string& units, WordFacts& facts);
    /// Adds the synsets of a word, given as numbers of a table.
    void add_synsets(std::span<const std::uint32_t> found, WordFacts& facts);

    std::shared_ptr<const Knowledge> knowledge_;
    std::string bytes_;
    std::vector<std::size_t> ends_;
    std::vector<WordFacts> facts_;
    std::vector<std::uint32_t> synsets_;         ///< Row by row. The first row serves all words without synsets.
    std::vector<std::uint32_t> synset_numbers_;  ///< Of a table's synsets; 0 if not met yet.
    std::uint32_t synset_end_ = synset_row;
    resource::HashIndex index_;
    std::vector<std::uint64_t> wanted_;         ///< Room for the hashes of a segment.
    std::vector<std::uint32_t> found_synsets_;  ///< Room for those of a word.
    Classes word_classes_, stem_classes_;
};

}  // namespace bolide::lexicon
