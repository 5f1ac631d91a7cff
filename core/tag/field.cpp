#include "tag/field.hpp"

#include "score/power.hpp"

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

Model::Model(Field field) : field_(std::move(field)) {
    if (field_.starts.empty()) field_.starts.push_back(0);
    check(field_);
    places_.reserve(field_.attributes.size());
    for (const std::string& name : field_.attributes)
        if (places_.add(name) + 1 != places_.size())
            throw std::invalid_argument("an attribute of the tagger is named twice");
}

void Model::find_best(std::span<float> scores, std::vector<Tag>& found) const {
    const std::size_t count = field_.names.size(), words = scores.size() / count;
    found.assign(words, 0);
    if (words == 0) return;
    for (std::size_t i = 1; i < words; ++i) {
        float best[most_tags];  // Of the ways to each tag.
        std::fill_n(best, count, -std::numeric_limits<float>::infinity());
        for (std::size_t previous = 0; previous < count; ++previous)
            for (std::size_t t = 0; t < count; ++t) {
                const float value = scores[(i - 1) * count + previous] + field_.transitions[previous * count + t];
                best[t] = value > best[t] ? value : best[t];
            }
        for (std::size_t t = 0; t < count; ++t) scores[i * count + t] += best[t];
    }
    const auto end = scores.last(count);
    found.back() = static_cast<Tag>(std::max_element(end.begin(), end.end()) - end.begin());
    for (std::size_t i = words - 1; i > 0; --i) {
        const float* last = &scores[(i - 1) * count];
        float best = -std::numeric_limits<float>::infinity();
        for (std::size_t previous = 0; previous < count; ++previous) {
            const float value = last[previous] + field_.transitions[previous * count + found[i]];
            if (value > best) {
                best = value;
                found[i - 1] = static_cast<Tag>(previous);
            }
        }
    }
}

std::vector<double> Model::marginals(std::span<const float> scores, Tag tag) const {
    const std::size_t count = field_.names.size(), words = scores.size() / count;
    const auto exponentials = [](std::span<const float> values) {
        std::vector<double> made(values.size());
        std::transform(values.begin(), values.end(), made.begin(),
                       [](double value) { return score::exponential(value); });
        return made;
    };
    const std::vector<double> at = exponentials(scores), step = exponentials(field_.transitions);
    const auto scale = [&](std::span<double> row) {  // What all tags have in common does not matter.
        double whole = 0;
        for (const double value : row) whole += value;
        for (double& value : row) value /= whole;
    };
    std::vector<double> forward(words * count, 1), backward(words * count, 1), found(words);
    for (std::size_t i = 0; i < words; ++i) {
        const auto row = std::span(forward).subspan(i * count, count);
        for (std::size_t t = 0; t < count; ++t) {
            double reached = i ? 0 : 1;
            for (std::size_t from = 0; i && from < count; ++from)
                reached += forward[(i - 1) * count + from] * step[from * count + t];
            row[t] = reached * at[i * count + t];
        }
        scale(row);
    }
    for (std::size_t i = words; i-- > 0;) {
        const auto row = std::span(backward).subspan(i * count, count);
        for (std::size_t t = 0; i + 1 < words && t < count; ++t) {
            row[t] = 0;
            for (std::size_t to = 0; to < count; ++to)
                row[t] += step[t * count + to] * at[(i + 1) * count + to] * backward[(i + 1) * count + to];
        }
        scale(row);
        double whole = 0;
        for (std::size_t t = 0; t < count; ++t) whole += row[t] * forward[i * count + t];
        found[i] = row[tag] * forward[i * count + tag] / whole;
    }
    return found;
}

}  // namespace bolide::tag
