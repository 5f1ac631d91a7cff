#include "tag/entities.hpp"

#include "text/characters.hpp"
#include "text/folding.hpp"
#include "text/strings.hpp"

namespace bolide::tag {

namespace {

constexpr std::size_t longest_shape = 8;
/// The most words remembered: bounds the memory of an endless stream of new ones.
constexpr std::size_t most_words = std::size_t{1} << 17;
constexpr std::string_view unknown = "?";

/// Whether a character is a title-case digraph such as U+01C5: neither upper nor lower case.
bool is_title(char32_t code) {
    return code == 0x1C5 || code == 0x1C8 || code == 0x1CB || code == 0x1F2 ||
           (code >= 0x1F88 && code <= 0x1FAF && (code & 8) != 0) || code == 0x1FBC || code == 0x1FCC || code == 0x1FFC;
}

bool is_upper(char32_t code) {
    return (text::lower_simple(code) != code && !is_title(code)) || code == 0x130 || code == 0x3A3;
}

/// Whether a character is the lower case of another, or ß; enough to distinguish words in capitals.
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
    const bool is_number = code == 0x3007 || (code >= 0x3021 && code <= 0x3029);  // A Chinese number, not a letter.
    return kind == text::CharacterKind::letter || (kind == text::CharacterKind::unspaced && !is_number);
}

std::string_view case_name(Case written) { return case_names[static_cast<std::size_t>(written)]; }

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

EntityAttributes::Outline EntityAttributes::outline(std::string_view token) const {
    Outline found{text::lower(token), {}, unknown, false, false, false, false};
    if (const auto place = words_.find(found.lower)) found.known = known_[*place];
    std::size_t count = 0, runs = 0;
    char32_t last_kind = 0;
    bool has_upper = false, has_lower = false;
    for (std::size_t at = 0; at < token.size(); ++count) {
        const char32_t code = text::decode(token, at);
        const bool is_capital = is_upper(code);
        if (count == 0) {
            found.has_letter = is_letter(code);
            found.is_word = found.has_letter || is_digit(code);
            found.has_capital = found.has_letter && is_capital;
        }
        has_upper |= is_capital;
        has_lower |= is_lower(code);
        const char32_t kind = is_capital ? U'X' : is_letter(code) ? U'x' : is_digit(code) ? U'd' : code;
        if ((count == 0 || kind != last_kind) && runs++ < longest_shape) text::append(found.shape, kind);
        last_kind = kind;
    }
    found.is_in_capitals = found.has_letter && count > 1 && has_upper && !has_lower;
    return found;
}

Case EntityAttributes::CaseCount::written() const {
    const auto share = [this](double part) { return part * static_cast<double>(words_); };
    if (words_ == 0) return Case::none;
    if (capitals_ == 0) return Case::lower;
    if (static_cast<double>(in_capitals_) > share(0.6)) return Case::upper;
    return static_cast<double>(capitals_) > share(0.7) && words_ > 3 ? Case::title : Case::mixed;
}

std::string_view EntityAttributes::near_shape(const Outline& token, Case written) {
    return written == Case::mixed ? std::string_view(token.shape) : case_name(written);
}

void EntityAttributes::see(const Outline& token, Case written, int offset, std::vector<std::string>& names) {
    static constexpr std::array<std::string_view, offsets> places = {"2before:", "before:", "", "behind:", "2behind:"};
    const std::string_view place = places[static_cast<std::size_t>(offset + reach)], lower = token.lower;
    const auto add = [&](std::string_view kind, std::string_view value) {
        names.emplace_back(place).append(kind).append(value);
    };
    add("word=", lower);
    add("known=", token.known);
    if (offset < -1 || offset > 1) return;
    const std::vector<std::size_t> starts = text::starts_of(lower);
    const std::size_t length = starts.size() - 1;
    const auto last = [&](std::size_t count) { return lower.substr(starts[length - std::min(count, length)]); };
    if (offset) {
        add("shape=", near_shape(token, written));
        return add("ends=", last(3));
    }
    std::string shape = token.shape;
    if (written != Case::mixed) shape.insert(0, std::string(case_name(written)).append(":"));
    add("shape=", shape);
    add("known+shape=", std::string(token.known).append("|").append(shape));
    if (length > 2) {
        add("begins=", lower.substr(0, starts[3]));
        add("ends=", last(3));
        add("ends=", last(2));
    }
    if (length > 3) {
        add("begins=", lower.substr(0, starts[4]));
        add("ends=", last(4));
    }
}

std::vector<std::vector<std::string>> EntityAttributes::see_all(const std::vector<std::string_view>& tokens) const {
    CaseCount count;
    std::vector<Outline> outlines;
    for (const std::string_view token : tokens) count.add(outlines.emplace_back(outline(token)));
    const Case written = count.written();
    std::vector<std::vector<std::string>> rows(tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        auto& row = rows[i];
        for (const int offset : {0, -1, -2, 1, 2}) {
            const auto place = static_cast<std::ptrdiff_t>(i) + offset;
            if (place < 0 || place >= static_cast<std::ptrdiff_t>(tokens.size())) continue;
            see(outlines[static_cast<std::size_t>(place)], written, offset, row);
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
    : model_(model), attributes_(attributes), emissions_(model.tags().size()) {}

std::uint32_t EntityTagger::learn(std::string_view token) {
    const std::uint32_t number = known_.intern(token);
    if (number < words_.size()) return number;
    words_.push_back({attributes_.outline(token), {}});
    words_.back().emissions.fill(nowhere);
    return number;
}

/// Sums up, for each offset, the scores that the word gives to the tags of a token at that distance.
std::uint32_t EntityTagger::emissions_of(Word& word, Case written) {
    std::uint32_t& number = word.emissions[static_cast<std::size_t>(written)];
    if (number != nowhere) return number;
    emissions_.append();
    number = static_cast<std::uint32_t>(emissions_.size() - 1);
    for (int offset = -reach; offset <= reach; ++offset) {
        names_.clear();
        EntityAttributes::see(word.outline, written, offset, names_);
        for (const std::string& name : names_) model_.add(name, emissions_.last(offset));
    }
    return number;
}

void EntityTagger::add_context(Case written, std::span<float> scores) {
    const std::size_t count = model_.tags().size();
    const std::string_view shape = EntityAttributes::near_shape(words_[segment_[0]].outline, written);
    const auto add_pair = [&](std::string_view kind, std::string_view first, std::string_view second, auto to) {
        model_.add(name_.assign(kind).append(first).append("|").append(second), to);
    };
    for (std::size_t i = 0; i + 1 < segment_.size(); ++i) {
        const auto &here = words_[segment_[i]].outline, &next = words_[segment_[i + 1]].outline;
        const auto ours = scores.subspan(i * count, count), theirs = scores.subspan((i + 1) * count, count);
        add_pair("now|behind=", here.lower, next.lower, ours);
        add_pair("before|now=", here.lower, next.lower, theirs);
        add_pair("shapes=", EntityAttributes::near_shape(here, written), EntityAttributes::near_shape(next, written),
                 ours);
    }
    model_.add(std::string("first:shape=").append(shape), scores.first(count));
    model_.add("first", scores.first(count));
    model_.add("last", scores.last(count));
}

void EntityTagger::tag(const std::vector<std::string_view>& tokens, std::vector<Tag>& found, const Doubt* doubt) {
    if (words_.size() > most_words || words_.size() != known_.size()) {  // Or memory ran out in the last call.
        words_.clear();
        known_ = {};
        emissions_.clear();
    }
    segment_.clear();
    types_.clear();
    found.clear();
    if (tokens.empty()) return;
    EntityAttributes::CaseCount count;
    for (const std::string_view token : tokens) {
        segment_.push_back(learn(token));
        count.add(words_[segment_.back()].outline);
    }
    const Case written = count.written();
    for (const std::uint32_t word : segment_) types_.push_back(emissions_of(words_[word], written));
    const std::span<float> scores = emissions_.add_up(types_, room_);
    add_context(written, scores);
    const std::vector<float> kept = doubt ? std::vector<float>(scores.begin(), scores.end()) : std::vector<float>();
    model_.find_best(scores, found);
    if (!doubt || std::find(found.begin(), found.end(), doubt->vague) == found.end()) return;
    const auto outside = model_.marginals(kept, doubt->outside);
    for (std::size_t i = 0; i < found.size(); ++i)
        if (found[i] == doubt->vague && outside[i] > doubt->most) found[i] = doubt->outside;
}

}  // namespace bolide::tag
