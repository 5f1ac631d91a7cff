/// Parts of speech, word groups and clauses of segments: facts of tokens, which depend on their context.
#pragma once

#include "lexicon/lexicon.hpp"
#include "rows.hpp"
#include "tag/field.hpp"

namespace bolide::tag {

/// The one definition of the attributes, for training and for tagging. Immutable.
class Attributes {
  public:
    /// `classes` maps words of closed classes to the name of their class.
    explicit Attributes(std::unordered_map<std::string, std::string> classes) : classes_(std::move(classes)) {}

    /// The attributes of a word (UTF-8, folded) at an offset: the nearer, the more.
    std::vector<std::string> see(std::string_view word, int offset) const;

    /// The attribute of the word next to the beginning (-1) or the end (+1) of a segment.
    static std::string edge(int offset);

  private:
    std::unordered_map<std::string, std::string> classes_;
};

/// The roles that words of a tag have in a phrase; flags.
enum Role : std::uint8_t {
    content = 1,         ///< Opens a group.
    follower = 2,        ///< Joins the group before it: case markers, particles, auxiliaries.
    leader = 4,          ///< Joins the group of the content word after it: negation.
    verb = 8,            ///< Begins a verb group; a clause ends with it.
    verb_follower = 16,  ///< Continues a verb group.
    marker = 32,         ///< After a verb group, makes it a noun: no clause ends.
    mark = 64,           ///< Punctuation: belongs to no group and no clause.
};
inline constexpr std::array role_names = {"content", "follower", "leader", "verb", "verb_follower", "marker", "mark"};

/// Stretches of a segment, each a list of the places of its words.
using Phrases = Rows<std::uint32_t>;

/// Finds groups: a content word with the leaders before it and the followers after it. `roles` has an entry per word.
void find_groups(std::span<const std::uint8_t> roles, Phrases& groups);

/// Finds clauses: each ends after a verb group, finite or not (Gupta et al. 2010, table 2), unless the verb is a noun
/// there: before a marker, or as an infinitive (a flag per word) before anything except punctuation. The rest is a
/// clause.
void find_clauses(std::span<const std::uint8_t> roles, std::span<const std::uint8_t> infinitives, Phrases& clauses);

/// The use of a tag's words for matching and for phrases.
struct TagUse {
    std::uint8_t tag_class;  ///< Words of one class count as the same part of speech.
    std::uint8_t roles;      ///< Flags of Role.
};

/// A tagger, and the use of each of its tags. Immutable: any number of threads may use it at once.
class Grammar {
  public:
    /// Throws std::invalid_argument for a field that does not fit together, and for a tag without a use.
    Grammar(Field field, Attributes attributes, std::vector<TagUse> uses);

    const std::vector<std::string>& tags() const { return model_.tags(); }
    const TagUse& use_of(Tag tag) const { return uses_[tag]; }

    /// Adds the emissions of one more word type.
    void append(std::string_view word, Emissions& emissions) const;

    /// The best tags of a segment of word types (Viterbi); of equally good ones, the first in the order of the tags.
    void tag(std::span<const std::uint32_t> words, const Emissions& emissions, std::vector<Tag>& found) const;

  private:
    Model model_;
    Attributes attributes_;
    std::vector<TagUse> uses_;
};

/// The facts of the tokens of a segment.
struct Parse {
    std::vector<Tag> tags;
    std::vector<std::uint8_t> classes, roles;
    Phrases groups, clauses;
};

/// For one thread, and one lexicon: the scores that a word adds to the tags around it are computed once.
class Parser {
  public:
    explicit Parser(std::shared_ptr<const Grammar> grammar)
        : grammar_(std::move(grammar)), emissions_(grammar_->tags().size()) {}

    void parse(const lexicon::Lexicon& lexicon, std::span<const lexicon::WordId> words, Parse& parse);

    std::size_t byte_count() const { return emissions_.byte_count(); }
    /// Call it when the lexicon forgets its words.
    void clear() { emissions_.clear(); }

  private:
    std::shared_ptr<const Grammar> grammar_;
    Emissions emissions_;
    std::vector<std::uint8_t> infinitives_;
};

}  // namespace bolide::tag
