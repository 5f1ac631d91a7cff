/// Parts of speech, word groups and clauses of segments: facts of tokens, which depend on where a word stands.
#pragma once

#include "lexicon/lexicon.hpp"
#include "tag/tagger.hpp"

namespace bolide::tag {

/// What words of a tag do in a phrase; flags.
enum Role : std::uint8_t {
    content = 1,         ///< Opens a group.
    follower = 2,        ///< Joins the group before it: case markers, particles, auxiliaries.
    leader = 4,          ///< Joins the group of the content word behind it: negation.
    verb = 8,            ///< Begins a verb group, at whose end a clause is closed.
    verb_follower = 16,  ///< Goes on with a verb group.
    marker = 32,         ///< Behind a verb group, makes a noun of it: nothing is closed.
    mark = 64,           ///< Punctuation: belongs to no group and no clause.
};

/// Stretches of a segment, each a list of the places of its words.
class Phrases {
  public:
    void clear();
    void add(std::uint32_t place) { places_.push_back(place); }
    /// Ends a phrase; one without words is none.
    void end();
    std::size_t size() const { return ends_.size(); }
    std::span<const std::uint32_t> operator[](std::size_t phrase) const {
        const std::size_t start = phrase ? ends_[phrase - 1] : 0;
        return {places_.data() + start, ends_[phrase] - start};
    }

  private:
    std::vector<std::uint32_t> places_;
    std::vector<std::size_t> ends_;
};

/// Groups: a content word with the leaders before it and the followers behind it. `roles` has an entry for each word.
void find_groups(std::span<const std::uint8_t> roles, Phrases& groups);

/// Clauses: closed behind each verb group, finite or not (Gupta et al. 2010, table 2), unless the verb is a noun there:
/// before a marker, and as an infinitive (a flag for each word) that is followed by anything but punctuation.
/// What is left at the end is a clause of its own.
void find_clauses(std::span<const std::uint8_t> roles, std::span<const std::uint8_t> infinitives, Phrases& clauses);

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
