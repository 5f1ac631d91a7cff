#include "tag/entity_tagger.hpp"

#include <algorithm>

namespace bolide::tag {

namespace {

/// More words than this are forgotten: bounds the memory of an endless stream of new ones.
constexpr std::size_t most_words = std::size_t{1} << 17;

}  // namespace

EntityTagger::EntityTagger(const Model& model, const EntityAttributes& attributes)
    : model_(model),
      attributes_(attributes),
      before_(model),
      behind_(model),
      shapes_(model),
      emissions_(model.tags().size()) {
    for (std::size_t i = 0; i < EntityAttributes::traits; ++i) traits_.emplace_back(model);
    learn_attributes();
    for (std::size_t i = 0; i < cases; ++i) case_shapes_[i] = weights_of(Trait::shape).find(case_names[i]);
}

/// Sorts the attributes of the model by what their names begin with, up to the sign.
void EntityTagger::learn_attributes() {
    resource::StringIndex kinds;
    std::vector<std::string> names;
    for (std::size_t trait = 0; trait < EntityAttributes::traits; ++trait)
        for (int offset = -reach; offset <= reach; ++offset)
            names.push_back(EntityAttributes::name_of(static_cast<Trait>(trait), offset));
    for (const std::string& name : names) kinds.add(name);
    for (std::uint32_t i = 0; i < model_.attributes().size(); ++i) {
        const std::string_view name = model_.attributes()[i];
        const std::size_t sign = name.find('=') + 1;
        const std::string_view kind = name.substr(0, sign), value = name.substr(sign);
        if (const auto found = kinds.find(kind))
            traits_[*found / offsets].learn(value, static_cast<int>(*found % offsets) - reach, i);
        else if (kind == "before|now=")
            before_.learn(value, i, weights_of(Trait::word).values());
        else if (kind == "now|behind=")
            behind_.learn(value, i, weights_of(Trait::word).values());
        else if (kind == "shapes=")
            shapes_.learn(value, i, weights_of(Trait::shape).values());
    }
    for (TraitWeights& trait : traits_) trait.finish();
}

void EntityTagger::forget() {
    words_.clear();
    known_ = {};
    emissions_.clear();
}

std::uint32_t EntityTagger::learn(std::string_view token) {
    const std::uint32_t number = known_.intern(token);
    if (number < words_.size()) return number;
    Word word{attributes_.outline(token), 0, 0, {}};
    word.lower_number = weights_of(Trait::word).find(word.outline.lower);
    word.shape_number = weights_of(Trait::shape).find(word.outline.shape);
    word.emissions.fill(nowhere);
    words_.push_back(std::move(word));
    return number;
}

/// Adds up, for each offset, what the word says about the tags of a token that sees it there.
std::uint32_t EntityTagger::emissions_of(Word& word, Case written) {
    std::uint32_t& number = word.emissions[static_cast<std::size_t>(written)];
    if (number != nowhere) return number;
    emissions_.append();
    number = static_cast<std::uint32_t>(emissions_.size() - 1);
    struct {
        std::string_view value;
        std::uint32_t number = TraitWeights::none;
    } last[EntityAttributes::traits];  // Mostly the same value is seen at the next offset.
    for (int offset = -reach; offset <= reach; ++offset) {
        EntityAttributes::see(word.outline, written, offset, sight_);
        for (const auto& [trait, value] : sight_.seen) {
            auto& known = last[static_cast<std::size_t>(trait)];
            if (known.value.data() != value.data() || known.value.size() != value.size())
                known = {value, weights_of(trait).find(value)};
            weights_of(trait).add(known.number, offset, emissions_.last(offset));
        }
    }
    return number;
}

void EntityTagger::add_pairs(Case written, std::span<float> scores) const {
    const std::size_t count = model_.tags().size();
    const auto shape = [&](const Word& word) {
        return written == Case::mixed ? word.shape_number : case_shapes_[static_cast<std::size_t>(written)];
    };
    for (std::size_t i = 0; i + 1 < segment_.size(); ++i) {
        const Word &here = words_[segment_[i]], &next = words_[segment_[i + 1]];
        const auto ours = scores.subspan(i * count, count), theirs = scores.subspan((i + 1) * count, count);
        behind_.add(here.lower_number, next.lower_number, ours);
        before_.add(here.lower_number, next.lower_number, theirs);
        shapes_.add(shape(here), shape(next), ours);
    }
}

void EntityTagger::add_edges(Case written, std::span<float> scores) {
    const auto first = scores.first(model_.tags().size());
    const std::string_view shape = EntityAttributes::near_shape(words_[segment_[0]].outline, written);
    model_.add(std::string("first:shape=").append(shape), first);
    model_.add("first", first);
    model_.add("last", scores.last(model_.tags().size()));
}

void EntityTagger::tag(const std::vector<std::string_view>& tokens, std::vector<Tag>& found, const Doubt* doubt) {
    if (words_.size() > most_words || words_.size() != known_.size()) forget();  // Memory ran out, the last time.
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
    add_pairs(written, scores);
    add_edges(written, scores);
    const std::vector<float> kept = doubt ? std::vector<float>(scores.begin(), scores.end()) : std::vector<float>();
    model_.find_best(scores, found);
    if (!doubt || std::find(found.begin(), found.end(), doubt->vague) == found.end()) return;
    const auto outside = model_.marginals(kept, doubt->outside);
    for (std::size_t i = 0; i < found.size(); ++i)
        if (found[i] == doubt->vague && outside[i] > doubt->most) found[i] = doubt->outside;
}

}  // namespace bolide::tag
