#include "tag/entities.hpp"

#include <algorithm>
#include <stdexcept>

#include "text/character_kinds.hpp"
#include "text/lowercase.hpp"
#include "text/split.hpp"
#include "text/utf8.hpp"
#include "text/word_shape.hpp"

namespace bolide::tag {

namespace {

constexpr std::size_t longest_shape = 8;
/// More words than this are forgotten: bounds the memory of an endless stream of new ones.
constexpr std::size_t most_words = std::size_t{1} << 17;
constexpr std::string_view unknown = "?";
constexpr std::array<std::string_view, cases> case_names = {"lower", "upper", "title", "mixed", "none"};

std::u32string decoded(std::string_view text) {
    std::u32string codes;
    for (std::size_t at = 0; at < text.size();) codes.push_back(text::decode(text, at));
    return codes;
}

/// Whether a character is a letter of two in title case, such as U+01C5: neither a capital nor a small letter.
bool is_title(char32_t code) {
    return code == 0x1C5 || code == 0x1C8 || code == 0x1CB || code == 0x1F2 ||
           (code >= 0x1F88 && code <= 0x1FAF && (code & 8) != 0) || code == 0x1FBC || code == 0x1FCC || code == 0x1FFC;
}

bool is_upper(char32_t code) {
    return (text::lower_simple(code) != code && !is_title(code)) || code == 0x130 || code == 0x3A3;
}

/// Whether a character is the lower case of another, or ß; enough to tell words in capitals from others.
bool is_lower(char32_t code) {
    static const std::vector<bool> table = [] {
        std::vector<bool> found(0x2000);
        for (char32_t upper = 0; upper < found.size(); ++upper)
            if (const char32_t lower = text::lower_simple(upper); lower != upper && lower < found.size())
                found[lower] = true;
        found[0xDF] = true;
        return found;
    }();
    return code < table.size() && table[code];
}

bool is_digit(char32_t code) {
    return text::is_any_digit(code) || code == 0xB2 || code == 0xB3 || code == 0xB9 || code == 0x2070 ||
           (code >= 0x2074 && code <= 0x2079) || (code >= 0x2080 && code <= 0x2089);
}

bool is_letter(char32_t code) {
    const text::CharacterKind kind = text::kind_of(code);
    const bool is_number = code == 0x3007 || (code >= 0x3021 && code <= 0x3029);  // Of Chinese, and not a letter.
    return kind == text::CharacterKind::letter || (kind == text::CharacterKind::unspaced && !is_number);
}

/// Letters, digits and marks, each run as one.
std::string shape_of(const std::u32string& word) {
    std::string shape;
    char32_t last = 0;
    std::size_t size = 0;
    for (const char32_t code : word) {
        const char32_t kind = is_upper(code) ? U'X' : is_letter(code) ? U'x' : is_digit(code) ? U'd' : code;
        if (size > 0 && kind == last) continue;
        if (size++ == longest_shape) break;
        text::append(shape, last = kind);
    }
    return shape;
}

/// The first characters of a word, or the last; none if it is not longer.
std::string_view first_of(std::string_view word, std::size_t count) {
    std::size_t at = 0;
    for (; count > 0 && at < word.size(); --count) text::decode(word, at);
    return word.substr(0, at);
}

std::string_view last_of(std::string_view word, std::size_t count) {
    std::size_t at = word.size();
    for (; count > 0 && at > 0; --count) do
            --at;
        while (at > 0 && (static_cast<unsigned char>(word[at]) & 0xC0) == 0x80);
    return word.substr(at);
}

std::string_view name_of(Case written) { return case_names[static_cast<std::size_t>(written)]; }

}  // namespace

EntityAttributes::EntityAttributes(std::string gazetteer) : gazetteer_(std::move(gazetteer)) {
    text::for_each_line(gazetteer_, [&](std::string_view line) {
        if (line.empty()) return;
        const std::size_t tab = line.find('\t');
        if (tab == line.npos || line.find('\t', tab + 1) != line.npos)
            throw std::invalid_argument("the gazetteer is damaged");
        if (words_.add(line.substr(0, tab)) == known_.size())
            known_.push_back(line.substr(tab + 1));
        else
            throw std::invalid_argument("the gazetteer has a word twice");
    });
}

EntityAttributes::Outline EntityAttributes::outline(std::string_view token) {
    const std::u32string codes = decoded(token);
    return {text::lower(token), shape_of(codes), !codes.empty() && (is_letter(codes[0]) || is_digit(codes[0]))};
}

Case EntityAttributes::case_of(const std::vector<std::string_view>& tokens) {
    std::size_t words = 0, capitals = 0, all_capitals = 0;
    for (const std::string_view token : tokens) {
        const std::u32string codes = decoded(token);
        if (codes.empty() || !is_letter(codes[0])) continue;
        ++words;
        capitals += is_upper(codes[0]);
        all_capitals += codes.size() > 1 && std::any_of(codes.begin(), codes.end(), is_upper) &&
                        std::none_of(codes.begin(), codes.end(), is_lower);
    }
    const auto share = [words](double part) { return part * static_cast<double>(words); };
    if (words == 0) return Case::none;
    if (capitals == 0) return Case::lower;
    if (static_cast<double>(all_capitals) > share(0.6)) return Case::upper;
    return static_cast<double>(capitals) > share(0.7) && words > 3 ? Case::title : Case::mixed;
}

std::string_view EntityAttributes::near_shape(const Outline& token, Case written) {
    return written == Case::mixed ? std::string_view(token.shape) : name_of(written);
}

void EntityAttributes::see(const Outline& token, Case written, int offset, std::vector<std::string>& names) const {
    static constexpr std::array<std::string_view, 5> places = {"2before:", "before:", "", "behind:", "2behind:"};
    names.clear();
    const std::string_view place = places[static_cast<std::size_t>(offset + 2)];
    const auto add = [&](std::string_view kind, std::string_view value) {
        names.emplace_back(place).append(kind).append(value);
    };
    const auto found = words_.find(token.lower);
    const std::string_view known = found ? known_[*found] : unknown;
    add("word=", token.lower);
    add("known=", known);
    if (offset < -1 || offset > 1) return;
    if (offset) {
        add("shape=", near_shape(token, written));
        add("ends=", last_of(token.lower, 3));
        return;
    }
    std::string shape = written == Case::mixed ? "" : std::string(name_of(written)) + ":";
    shape += token.shape;
    add("shape=", shape);
    add("known+shape=", std::string(known) + "|" + shape);
    const std::size_t length = decoded(token.lower).size();
    if (length > 2) {
        add("begins=", first_of(token.lower, 3));
        add("ends=", last_of(token.lower, 3));
        add("ends=", last_of(token.lower, 2));
    }
    if (length > 3) {
        add("begins=", first_of(token.lower, 4));
        add("ends=", last_of(token.lower, 4));
    }
}

std::vector<std::vector<std::string>> EntityAttributes::see_all(const std::vector<std::string_view>& tokens) const {
    const Case written = case_of(tokens);
    std::vector<Outline> outlines;
    for (const std::string_view token : tokens) outlines.push_back(outline(token));
    std::vector<std::vector<std::string>> rows(tokens.size());
    std::vector<std::string> names;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        auto& row = rows[i];
        for (const int offset : {0, -1, -2, 1, 2}) {
            const auto place = static_cast<std::ptrdiff_t>(i) + offset;
            if (place < 0 || place >= static_cast<std::ptrdiff_t>(tokens.size())) continue;
            see(outlines[static_cast<std::size_t>(place)], written, offset, names);
            row.insert(row.end(), names.begin(), names.end());
        }
        const std::string& here = outlines[i].lower;
        const std::string shape(near_shape(outlines[i], written));
        if (i > 0) {
            row.push_back("before|now=" + outlines[i - 1].lower + "|" + here);
        } else {
            row.emplace_back("first");
            row.push_back("first:shape=" + shape);
        }
        if (i + 1 < tokens.size()) {
            row.push_back("now|behind=" + here + "|" + outlines[i + 1].lower);
            row.push_back("shapes=" + shape + "|" + std::string(near_shape(outlines[i + 1], written)));
        } else {
            row.emplace_back("last");
        }
    }
    return rows;
}

EntityTagger::EntityTagger(const Model& model, const EntityAttributes& attributes)
    : model_(model), attributes_(attributes) {
    for (const std::string& name : model_.attributes()) {
        const std::string_view text = name;
        const bool is_pair = text.starts_with("before|now=") || text.starts_with("now|behind=");
        if (!is_pair && !text.starts_with("shapes=")) continue;
        const std::string_view pair = text.substr(text.find('=') + 1);
        // A word may hold the sign that divides the pair.
        for (std::size_t at = pair.find('|'); at != pair.npos; at = pair.find('|', at + 1)) {
            (is_pair ? lefts_ : shapes_).add(pair.substr(0, at));
            if (is_pair) rights_.add(pair.substr(at + 1));
        }
    }
}

void EntityTagger::forget() {
    words_.clear();
    known_ = {};
    texts_.clear();
    values_.clear();
}

std::uint32_t EntityTagger::learn(std::string_view token) {
    if (const auto found = known_.find(token)) return *found;
    texts_.push_back(std::make_unique<const std::string>(token));
    Word word{EntityAttributes::outline(token), false, false, {}};
    word.is_left = lefts_.find(word.outline.lower).has_value();
    word.is_right = rights_.find(word.outline.lower).has_value();
    word.emissions.fill(nowhere);
    words_.push_back(std::move(word));
    return known_.add(*texts_.back());
}

/// Adds up, for each offset, what the word says about the tags of a token that stands there.
std::uint32_t EntityTagger::emissions_of(Word& word, Case written) {
    std::uint32_t& start = word.emissions[static_cast<std::size_t>(written)];
    if (start != nowhere) return start;
    const std::size_t count = model_.tags().size();
    start = static_cast<std::uint32_t>(values_.size());
    values_.resize(values_.size() + 5 * count, 0.0F);
    std::vector<std::string> names;
    for (int offset = -2; offset <= 2; ++offset) {
        const std::size_t row = start + static_cast<std::size_t>(offset + 2) * count;
        attributes_.see(word.outline, written, offset, names);
        for (const std::string& name : names) model_.add(name, std::span(values_).subspan(row, count));
    }
    return start;
}

void EntityTagger::add_pair(std::string_view kind, std::string_view first, std::string_view second,
                            std::span<float> scores) {
    name_.assign(kind).append(first).append("|").append(second);
    model_.add(name_, scores);
}

void EntityTagger::add_pairs(Case written, std::vector<float>& scores) {
    const std::size_t count = model_.tags().size();
    for (std::size_t i = 0; i + 1 < segment_.size(); ++i) {
        const Word &here = words_[segment_[i]], &next = words_[segment_[i + 1]];
        const auto ours = std::span(scores).subspan(i * count, count);
        if (here.is_left && next.is_right) {
            add_pair("now|behind=", here.outline.lower, next.outline.lower, ours);
            add_pair("before|now=", here.outline.lower, next.outline.lower,
                     std::span(scores).subspan((i + 1) * count, count));
        }
        const std::string_view shape = EntityAttributes::near_shape(here.outline, written);
        if (shapes_.find(shape)) add_pair("shapes=", shape, EntityAttributes::near_shape(next.outline, written), ours);
    }
}

void EntityTagger::add_edges(Case written, std::vector<float>& scores) {
    const auto first = std::span(scores).first(model_.tags().size());
    name_.assign("first:shape=").append(EntityAttributes::near_shape(words_[segment_[0]].outline, written));
    model_.add(name_, first);
    model_.add("first", first);
    model_.add("last", std::span(scores).last(model_.tags().size()));
}

void EntityTagger::tag(const std::vector<std::string_view>& tokens, std::vector<Tag>& found, const Doubt* doubt) {
    const std::size_t count = model_.tags().size();
    if (words_.size() > most_words) forget();
    segment_.clear();
    found.clear();
    if (tokens.empty()) return;
    for (const std::string_view token : tokens) segment_.push_back(learn(token));
    const Case written = EntityAttributes::case_of(tokens);
    std::vector<float> scores(tokens.size() * count, 0.0F);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const std::uint32_t start = emissions_of(words_[segment_[i]], written);
        // A word speaks of the tokens around it: as what stands before or behind them.
        for (int offset = -2; offset <= 2; ++offset) {
            const auto place = static_cast<std::ptrdiff_t>(i) - offset;
            if (place < 0 || place >= static_cast<std::ptrdiff_t>(tokens.size())) continue;
            const float* row = values_.data() + start + static_cast<std::size_t>(offset + 2) * count;
            for (std::size_t t = 0; t < count; ++t) scores[static_cast<std::size_t>(place) * count + t] += row[t];
        }
    }
    add_pairs(written, scores);
    add_edges(written, scores);
    const std::vector<float> kept = doubt ? scores : std::vector<float>();
    model_.find_best(scores, found);
    if (!doubt || std::find(found.begin(), found.end(), doubt->vague) == found.end()) return;
    const auto outside = model_.marginals(kept, doubt->outside);
    for (std::size_t i = 0; i < found.size(); ++i)
        if (found[i] == doubt->vague && outside[i] > doubt->most) found[i] = doubt->outside;
}

}  // namespace bolide::tag
