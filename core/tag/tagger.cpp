#include "tag/tagger.hpp"

#include "text/utf8.hpp"

namespace bolide::tag {

namespace {

constexpr std::size_t longest_suffix = 4;
constexpr std::size_t longest_suffix_of_neighbour = 3;
constexpr std::size_t longest_prefix = 3;
constexpr std::size_t longest_length = 7;

/// Where each code point begins, and the end.
std::vector<std::size_t> code_points(std::string_view word) {
    std::vector<std::size_t> starts;
    std::size_t at = 0;
    while (at < word.size()) {
        starts.push_back(at);
        text::decode(word, at);
    }
    starts.push_back(word.size());
    return starts;
}

bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

/// What a word is written in, where that is not letters of its script.
std::string_view script(std::string_view word) {
    if (is_digit(word[0])) return "number";
    std::size_t at = 0;
    const char32_t first = text::decode(word, at);
    const bool is_letter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
    if ((first < 0x80 && !is_letter) || first == 0x964 || first == 0x965 || (first >= 0x2000 && first < 0x2C00))
        return "mark";
    return first < 0x250 ? "latin" : "";
}

std::string offset_name(int offset) { return (offset > 0 ? "+" : "") + std::to_string(offset); }

}  // namespace

void Attributes::see(std::string_view word, int offset, text::Strings& names) const {
    names.clear();
    if (word.empty()) return;
    const std::string place = offset_name(offset);
    const auto add = [&](std::string_view kind, std::string_view value) { names.add({place, kind, "=", value}); };
    add("word", word);
    if (const auto found = classes_.find(std::string(word)); found != classes_.end()) add("class", found->second);
    if (offset < -1 || offset > 1) return;
    const std::vector<std::size_t> starts = code_points(word);
    const std::size_t length = starts.size() - 1;
    const std::size_t suffixes = offset ? longest_suffix_of_neighbour : longest_suffix;
    for (std::size_t size = 1; size <= suffixes && size < length; ++size)
        add("suffix", word.substr(starts[length - size]));
    if (offset) return;
    for (std::size_t size = 1; size <= longest_prefix && size < length; ++size)
        add("prefix", word.substr(0, starts[size]));
    add("length", std::to_string(std::min(length, longest_length)));
    add("script", script(word));
}

std::string Attributes::edge(int offset) { return offset_name(offset) + "edge"; }

Tagger::Tagger(Field field, std::shared_ptr<const Attributes> attributes)
    : model_(std::move(field)), attributes_(std::move(attributes)), edges_(2 * tags().size(), 0.0F) {
    model_.add(Attributes::edge(-1), std::span(edges_).first(tags().size()));
    model_.add(Attributes::edge(+1), std::span(edges_).last(tags().size()));
}

void Tagger::append(std::string_view word, Emissions& emissions) const {
    text::Strings names;
    emissions.append();
    for (int offset = -reach; offset <= reach; ++offset) {
        attributes_->see(word, offset, names);
        for (std::size_t i = 0; i < names.size(); ++i) model_.add(names[i], emissions.last(offset));
    }
}

void Tagger::tag(std::span<const std::uint32_t> words, const Emissions& emissions, std::vector<Tag>& found) const {
    found.clear();
    if (words.empty()) return;
    std::vector<float> room;
    const std::span<float> scores = emissions.add_up(words, room);
    for (std::size_t t = 0; t < tags().size(); ++t) {
        scores[t] += edges_[t];
        scores[scores.size() - tags().size() + t] += edges_[tags().size() + t];
    }
    model_.find_best(scores, found);
}

}  // namespace bolide::tag
