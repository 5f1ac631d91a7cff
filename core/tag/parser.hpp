/// Parts of speech, word groups and clauses of segments: facts of tokens, which depend on where a word stands.
#pragma once

#include <memory>
#include <vector>

#include "lexicon/lexicon.hpp"
#include "tag/phrases.hpp"
#include "tag/tagger.hpp"

namespace bolide::tag {

/// What words of a tag are for matching and for phrases.
struct TagUse {
    std::uint8_t tag_class;  ///< Words of one class count as the same part of speech.
    std::uint8_t roles;      ///< Flags of Role.
};

/// A tagger, and a use for each of its tags. Read-only, shared by all threads.
struct Grammar {
    /// Throws std::invalid_argument for a tag without a use.
    Grammar(std::shared_ptr<const Tagger> tagger, std::vector<TagUse> uses);

    std::shared_ptr<const Tagger> tagger;
    std::vector<TagUse> uses;
};

/// The facts of the tokens of a segment.
struct Parse {
    std::vector<Tag> tags;
    std::vector<std::uint8_t> classes, roles;
    Phrases groups, clauses;
};

/// For one thread, and one lexicon: what a word adds to the tags around it is worked out once.
class Parser {
  public:
    explicit Parser(std::shared_ptr<const Grammar> grammar)
        : grammar_(std::move(grammar)), emissions_(grammar_->tagger->tags().size()) {}

    void parse(const lexicon::Lexicon& lexicon, std::span<const lexicon::WordId> words, Parse& parse);

    /// The memory of what was worked out.
    std::size_t byte_count() const { return emissions_.byte_count(); }
    /// To be called when the lexicon forgets its words.
    void clear() { emissions_.clear(); }

  private:
    std::shared_ptr<const Grammar> grammar_;
    Emissions emissions_;
    std::vector<std::uint8_t> infinitives_;
};

}  // namespace bolide::tag
