#include "tag/tagger.hpp"

namespace bolide::tag {

Tagger::Tagger(Field field, std::shared_ptr<const Attributes> attributes)
    : model_(std::move(field)), attributes_(std::move(attributes)), edges_(2 * tags().size(), 0.0F) {
    model_.add(Attributes::edge(-1), std::span(edges_).first(tags().size()));
    model_.add(Attributes::edge(+1), std::span(edges_).last(tags().size()));
}

void Tagger::append(std::string_view word, Emissions& emissions) const {
    emissions.tag_count = tags().size();
    std::vector<std::string> names;
    for (int offset = -reach; offset <= reach; ++offset) {
        const std::size_t start = emissions.values.size();
        emissions.values.resize(start + tags().size(), 0.0F);
        attributes_->see(word, offset, names);
        for (const std::string& name : names) model_.add(name, std::span(emissions.values).subspan(start));
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

void Tagger::tag(std::span<const std::uint32_t> words, const Emissions& emissions, std::vector<Tag>& found) const {
    std::vector<float> scores;
    score(words, emissions, scores);
    model_.find_best(scores, found);
}

}  // namespace bolide::tag
