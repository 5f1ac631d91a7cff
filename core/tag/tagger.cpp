#include "tag/tagger.hpp"

namespace bolide::tag {

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
