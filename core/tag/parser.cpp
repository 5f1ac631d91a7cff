#include "tag/parser.hpp"

namespace bolide::tag {

void Phrases::clear() {
    places_.clear();
    ends_.clear();
}

void Phrases::end() {
    if (places_.size() > (ends_.empty() ? 0 : ends_.back())) ends_.push_back(places_.size());
}

void find_groups(std::span<const std::uint8_t> roles, Phrases& groups) {
    groups.clear();
    bool is_open = false;     // There is a content word to follow.
    std::size_t leaders = 0;  // How many leaders stand right before this word.
    for (std::uint32_t i = 0; i < roles.size(); ++i) {
        if (roles[i] & leader) {
            ++leaders;
            continue;
        }
        if (roles[i] & content) {
            groups.end();
            for (std::size_t back = leaders; back > 0; --back) groups.add(i - static_cast<std::uint32_t>(back));
            groups.add(i);
            is_open = true;
        } else if ((roles[i] & follower) && is_open) {
            for (std::size_t back = leaders; back > 0; --back) groups.add(i - static_cast<std::uint32_t>(back));
            groups.add(i);
        } else {
            groups.end();
            is_open = false;
        }
        leaders = 0;
    }
    groups.end();
}

void find_clauses(std::span<const std::uint8_t> roles, std::span<const std::uint8_t> infinitives, Phrases& clauses) {
    clauses.clear();
    const std::size_t size = roles.size();
    for (std::uint32_t i = 0; i < size; ++i) {
        if (roles[i] & mark) continue;
        clauses.add(i);
        if (!(roles[i] & verb)) continue;
        std::uint32_t next = i + 1;
        while (next < size && (roles[next] & verb_follower)) ++next;
        // A leader right before the next verb leads that one.
        while (next > i + 1 && next < size && (roles[next] & verb) && (roles[next - 1] & leader)) --next;
        for (std::uint32_t place = i + 1; place < next; ++place) clauses.add(place);
        const bool is_infinitive = infinitives[next - 1] != 0;
        const bool goes_on = next < size && !(roles[next] & mark);
        const bool is_noun = next < size && ((roles[next] & marker) || (is_infinitive && goes_on));
        if (!is_noun) clauses.end();
        i = next - 1;
    }
    clauses.end();
}

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
