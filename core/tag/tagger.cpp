#include "tag/tagger.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace bolide::tag {

namespace {

void check(const Field& field) {
    const std::size_t count = field.names.size();
    const bool fits = count > 0 && count <= most_tags && field.starts.size() == field.attributes.size() + 1 &&
                      field.starts.front() == 0 && field.starts.back() == field.tags.size() &&
                      std::is_sorted(field.starts.begin(), field.starts.end()) &&
                      field.tags.size() == field.weights.size() && field.transitions.size() == count * count &&
                      std::all_of(field.tags.begin(), field.tags.end(), [&](Tag tag) { return tag < count; });
    if (!fits) throw std::invalid_argument("the parts of the tagger's model do not fit together");
}

}  // namespace

Tagger::Tagger(Field field, std::shared_ptr<const Attributes> attributes)
    : field_(std::move(field)), attributes_(std::move(attributes)) {
    if (field_.starts.empty()) field_.starts.push_back(0);
    check(field_);
    places_.reserve(field_.attributes.size());
    for (const std::string& name : field_.attributes)
        if (places_.add(name) + 1 != places_.size())
            throw std::invalid_argument("an attribute of the tagger is named twice");
    edges_.assign(2 * tags().size(), 0.0F);
    add(Attributes::edge(-1), std::span(edges_).first(tags().size()));
    add(Attributes::edge(+1), std::span(edges_).last(tags().size()));
}

void Tagger::add(std::string_view name, std::span<float> scores) const {
    const auto found = places_.find(name);
    if (!found) return;
    for (std::uint32_t i = field_.starts[*found]; i < field_.starts[*found + 1]; ++i)
        scores[field_.tags[i]] += field_.weights[i];
}

void Tagger::append(std::string_view word, Emissions& emissions) const {
    emissions.tag_count = tags().size();
    std::vector<std::string> names;
    for (int offset = -reach; offset <= reach; ++offset) {
        const std::size_t start = emissions.values.size();
        emissions.values.resize(start + tags().size(), 0.0F);
        attributes_->see(word, offset, names);
        for (const std::string& name : names) add(name, std::span(emissions.values).subspan(start));
    }
}

/// Fills a row of scores for each word, before transitions.
void Tagger::score(std::span<const std::uint32_t> words, const Emissions& emissions, std::vector<float>& scores) const {
    const std::size_t count = tags().size();
    scores.assign(words.size() * count, 0.0F);
    for (std::size_t i = 0; i < words.size(); ++i) {
        float* row = scores.data() + i * count;
        const auto add_row = [&](std::span<const float> values) {
            for (std::size_t t = 0; t < count; ++t) row[t] += values[t];
        };
        for (int offset = -reach; offset <= reach; ++offset) {
            const auto place = static_cast<std::ptrdiff_t>(i) + offset;
            if (place >= 0 && place < static_cast<std::ptrdiff_t>(words.size()))
                add_row(emissions.at(words[static_cast<std::size_t>(place)], offset));
        }
        if (i == 0) add_row(std::span(edges_).first(count));
        if (i + 1 == words.size()) add_row(std::span(edges_).last(count));
    }
}

void Tagger::tag(std::span<const std::uint32_t> words, const Emissions& emissions, std::vector<Tag>& tags) const {
    tags.assign(words.size(), 0);
    if (words.empty()) return;
    const std::size_t count = field_.names.size();
    std::vector<float> scores;
    score(words, emissions, scores);
    std::vector<Tag> before(words.size() * count);
    for (std::size_t i = 1; i < words.size(); ++i) {
        const float* last = scores.data() + (i - 1) * count;
        float best[most_tags];
        Tag* from = before.data() + i * count;
        std::fill_n(best, count, -std::numeric_limits<float>::infinity());
        for (std::size_t previous = 0; previous < count; ++previous) {
            const float* transition = field_.transitions.data() + previous * count;
            for (std::size_t t = 0; t < count; ++t) {
                const float value = last[previous] + transition[t];
                const bool is_better = value > best[t];
                best[t] = is_better ? value : best[t];
                from[t] = is_better ? static_cast<Tag>(previous) : from[t];
            }
        }
        for (std::size_t t = 0; t < count; ++t) scores[i * count + t] += best[t];
    }
    const float* end = scores.data() + (words.size() - 1) * count;
    tags.back() = static_cast<Tag>(std::max_element(end, end + count) - end);
    for (std::size_t i = words.size() - 1; i > 0; --i) tags[i - 1] = before[i * count + tags[i]];
}

}  // namespace bolide::tag
