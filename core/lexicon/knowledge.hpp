/// What is known about a language: everything that tells words apart or together. Read-only, shared by all threads.
#pragma once

#include "lexicon/paraphrase_table.hpp"
#include "lexicon/word_tables.hpp"
#include "stem/stemmer.hpp"

namespace bolide::lexicon {

/// When two words, or two stems, count as the same.
enum class Equality : std::uint8_t {
    text,       ///< When they are spelt alike.
    java_hash,  ///< Parity: when their 32-bit Java hashes agree, as in Meteor 1.5, where `семя` equals `сена`.
};

/// A part that is absent is null: then no word has a stem, synset or paraphrase.
struct Knowledge {
    Equality equality = Equality::text;
    bool folds = false;  ///< Whether spellings of a word of Indian languages are one word (text/indic.hpp).
    resource::StringIndex function_words, copy_words;
    bool copies_numbers = false;   ///< Whether words with a digit are copy words too.
    bool copies_unlisted = false;  ///< And words of which synonyms and paraphrases know nothing.
    stem::Stemmer stemmer = nullptr;
    std::shared_ptr<const StemTable> stems;  ///< Instead of a stemmer.
    std::shared_ptr<const Roots> roots;      ///< Instead of both.
    std::shared_ptr<const SynonymTable> synonyms;
    std::shared_ptr<const ParaphraseTable> paraphrases;
    std::shared_ptr<const ParaphraseTable> thesaurus;  ///< Synonyms as pairs of phrases, in lower case.
    bool folds_case = false;  ///< Whether paraphrases are looked up in lower case: where words keep their capitals.

    /// Whether some words are copy words wherever they stand.
    bool has_copy_words() const { return copies_numbers || copies_unlisted || copy_words.size() > 0; }
};

}  // namespace bolide::lexicon
