#include "tag/parser.hpp"

#include <stdexcept>

namespace bolide::tag {

Grammar::Grammar(std::shared_ptr<const Tagger> chosen, std::vector<TagUse> uses_of_tags)
    : tagger(std::move(chosen)), uses(std::move(uses_of_tags)) {
    if (uses.size() != tagger->tags().size()) throw std::invalid_argument("every tag needs to have a use");
}

void Parser::parse(const lexicon::Lexicon& lexicon, std::span<const lexicon::WordId> words, Parse& parse) {
    const Tagger& tagger = *grammar_->tagger;
    while (emissions_.size() < lexicon.size())
        tagger.append(lexicon.listed(static_cast<lexicon::WordId>(emissions_.size())), emissions_);
    tagger.tag(words, emissions_, parse.tags);
    parse.classes.clear();
    parse.roles.clear();
    infinitives_.clear();
    for (std::size_t i = 0; i < words.size(); ++i) {
        const TagUse& use = grammar_->uses[parse.tags[i]];
        parse.classes.push_back(use.tag_class);
        parse.roles.push_back(use.roles);
        infinitives_.push_back(lexicon[words[i]].is_infinitive);
    }
    find_groups(parse.roles, parse.groups);
    find_clauses(parse.roles, infinitives_, parse.clauses);
}

}  // namespace bolide::tag
