#include "tag/tagger.hpp"

#include "text/characters.hpp"

namespace bolide::tag {

namespace {

constexpr std::size_t longest_suffix = 4;
constexpr std::size_t longest_suffix_of_neighbour = 3;
constexpr std::size_t longest_prefix = 3;
constexpr std::size_t longest_length = 7;

/// The kind of characters of a word; empty for letters of the language's script.
std::string_view script(std::string_view word) {
    std::size_t at = 0;
    const char32_t first = text::decode(word, at);
    if (text::is_digit(first)) return "number";
    const bool is_letter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
    if ((first < 0x80 && !is_letter) || first == 0x964 || first == 0x965 || (first >= 0x2000 && first < 0x2C00))
        return "mark";
    return first < 0x250 ? "latin" : "";
}

std::string offset_name(int offset) { return std::string(offset > 0 ? "+" : "").append(std::to_string(offset)); }

}  // namespace

std::vector<std::string> Attributes::see(std::string_view word, int offset) const {
    std::vector<std::string> names;
    if (word.empty()) return names;
    const std::string place = offset_name(offset);
    const auto add = [&](std::string_view kind, std::string_view value) {
        names.emplace_back(place).append(kind).append("=").append(value);
    };
    add("word", word);
    if (const auto found = classes_.find(std::string(word)); found != classes_.end()) add("class", found->second);
    if (offset < -1 || offset > 1) return names;
    const std::vector<std::size_t> starts = text::starts_of(word);
    const std::size_t length = starts.size() - 1;
    const std::size_t suffixes = offset ? longest_suffix_of_neighbour : longest_suffix;
    for (std::size_t size = 1; size <= suffixes && size < length; ++size)
        add("suffix", word.substr(starts[length - size]));
    if (offset) return names;
    for (std::size_t size = 1; size <= longest_prefix && size < length; ++size)
        add("prefix", word.substr(0, starts[size]));
    add("length", std::to_string(std::min(length, longest_length)));
    add("script", script(word));
    return names;
}

std::string Attributes::edge(int offset) { return offset_name(offset) + "edge"; }

Grammar::Grammar(Field field, Attributes attributes, std::vector<TagUse> uses)
    : model_(std::move(field)), attributes_(std::move(attributes)), uses_(std::move(uses)) {
    if (uses_.size() != tags().size()) throw std::invalid_argument("every tag needs a use");
}

void Grammar::append(std::string_view word, Emissions& emissions) const {
    emissions.append();
    for (int offset = -reach; offset <= reach; ++offset)
        for (const std::string& name : attributes_.see(word, offset)) model_.add(name, emissions.last(offset));
}

void Grammar::tag(std::span<const std::uint32_t> words, const Emissions& emissions, std::vector<Tag>& found) const {
    found.clear();
    if (words.empty()) return;
    std::vector<float> room;
    const std::span<float> scores = emissions.add_up(words, room);
    model_.add(Attributes::edge(-1), scores.first(tags().size()));
    model_.add(Attributes::edge(+1), scores.last(tags().size()));
    model_.find_best(scores, found);
}

void find_groups(std::span<const std::uint8_t> roles, Phrases& groups) {
    groups.clear();
    bool is_open = false;     // There is a content word to follow.
    std::uint32_t first = 0;  // The first of the leaders right before this word, or the word.
    for (std::uint32_t i = 0; i < roles.size(); ++i) {
        if (roles[i] & leader) continue;
        const bool follows = !(roles[i] & content) && (roles[i] & follower) && is_open;
        if (!follows) groups.end_filled_row();
        is_open = follows || (roles[i] & content);
        for (; is_open && first <= i; ++first) groups.add(first);
        first = i + 1;
    }
    groups.end_filled_row();
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
        // A leader right before the next verb belongs to that verb.
        while (next > i + 1 && next < size && (roles[next] & verb) && (roles[next - 1] & leader)) --next;
        for (std::uint32_t place = i + 1; place < next; ++place) clauses.add(place);
        const bool is_infinitive = infinitives[next - 1] != 0;
        const bool goes_on = next < size && !(roles[next] & mark);
        const bool is_noun = next < size && ((roles[next] & marker) || (is_infinitive && goes_on));
        if (!is_noun) clauses.end_filled_row();
        i = next - 1;
    }
    clauses.end_filled_row();
}

void Parser::parse(const lexicon::Lexicon& lexicon, std::span<const lexicon::WordId> words, Parse& parse) {
    while (emissions_.size() < lexicon.size())
        grammar_->append(lexicon.listed(static_cast<lexicon::WordId>(emissions_.size())), emissions_);
    grammar_->tag(words, emissions_, parse.tags);
    parse.classes.clear();
    parse.roles.clear();
    infinitives_.clear();
    for (std::size_t i = 0; i < words.size(); ++i) {
        const TagUse& use = grammar_->use_of(parse.tags[i]);
        parse.classes.push_back(use.tag_class);
        parse.roles.push_back(use.roles);
        infinitives_.push_back(lexicon[words[i]].is_infinitive);
    }
    find_groups(parse.roles, parse.groups);
    find_clauses(parse.roles, infinitives_, parse.clauses);
}

}  // namespace bolide::tag
