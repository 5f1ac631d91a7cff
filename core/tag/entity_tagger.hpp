/// Recognises named entities: the types that a model gives tokens by what is seen of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "resource/hash_index.hpp"
#include "tag/entities.hpp"
#include "tag/field.hpp"

namespace bolide::tag {

/// Attributes of a model that are named kind=first|second, found by the numbers of both texts.
class PairWeights {
  public:
    explicit PairWeights(const Model& model) : model_(model) {}

    /// Notes an attribute of a pair, such as "in|rome", the texts of which get numbers of `texts`. A text may hold the
    /// sign that divides the pair: there are several ways to divide it.
    void learn(std::string_view pair, std::uint32_t attribute, resource::StringIndex& texts) {
        for (std::size_t at = pair.find('|'); at != pair.npos; at = pair.find('|', at + 1)) {
            const std::uint32_t left = texts.add(pair.substr(0, at)), right = texts.add(pair.substr(at + 1));
            note(left, first);
            note(right, second);
            if (pairs_.add(key(left, right)) == attributes_.size()) attributes_.push_back(attribute);
        }
    }

    /// Adds the weights of a pair to the scores of the tags.
    void add(std::uint32_t left, std::uint32_t right, std::span<float> scores) const {
        if (!has(left, first) || !has(right, second)) return;
        const std::uint32_t pair = pairs_.find(key(left, right));
        if (pair != resource::HashIndex::none) model_.add(attributes_[pair], scores);
    }

  private:
    /// Which half of some pair a text is, as bits.
    enum Half : std::uint8_t { first = 1, second = 2 };

    static std::uint64_t key(std::uint32_t left, std::uint32_t right) { return std::uint64_t{left} << 32 | right; }
    bool has(std::uint32_t text, Half half) const { return text < halves_.size() && halves_[text] & half; }
    void note(std::uint32_t text, Half half) {
        if (text >= halves_.size()) halves_.resize(text + std::size_t{1});
        halves_[text] |= half;
    }

    const Model& model_;
    std::vector<std::uint8_t> halves_;  ///< Of each text.
    resource::HashIndex pairs_;
    std::vector<std::uint32_t> attributes_;  ///< Of the pairs.
};

/// The attributes of a model that tell one trait of a token, found by its value: one look-up for all offsets. What they
/// weigh lies together, too.
class TraitWeights {
  public:
    static constexpr std::uint32_t none = UINT32_MAX;

    explicit TraitWeights(const Model& model) : model_(model) {}

    /// Notes an attribute.
    void learn(std::string_view value, int offset, std::uint32_t attribute) {
        learned_.push_back({values_.add(value) * offsets + place_of(offset), attribute});
    }
    /// To be called after the last one was noted: lays out what they weigh.
    void finish() {
        std::sort(learned_.begin(), learned_.end());
        for (const auto& [place, attribute] : std::exchange(learned_, {})) {
            starts_.resize(place + 1, static_cast<std::uint32_t>(weights_.size()));
            model_.for_each_weight(attribute, [&](Tag tag, float weight) { weights_.push_back({weight, tag}); });
        }
        starts_.resize((starts_.size() / offsets + 1) * offsets + 1, static_cast<std::uint32_t>(weights_.size()));
    }

    /// The number of a value; `none` if there is nothing about it.
    std::uint32_t find(std::string_view value) const { return values_.find(value).value_or(none); }

    /// Adds what a value tells of the token that sees it at an offset to the scores of the tags.
    void add(std::uint32_t value, int offset, std::span<float> scores) const {
        const std::size_t place = value * offsets + place_of(offset);
        if (place + 1 >= starts_.size()) return;
        for (std::uint32_t i = starts_[place]; i < starts_[place + 1]; ++i)
            scores[weights_[i].tag] += weights_[i].value;
    }

    /// The numbers of values; others may be added.
    resource::StringIndex& values() { return values_; }

  private:
    struct Weight {
        float value;
        Tag tag;
    };
    static std::size_t place_of(int offset) { return static_cast<std::size_t>(offset + reach); }

    const Model& model_;
    resource::StringIndex values_;
    std::vector<std::pair<std::size_t, std::uint32_t>> learned_;  ///< Where attributes belong, and which they are.
    std::vector<std::uint32_t> starts_;  ///< Where the weights of each value begin, offset by offset.
    std::vector<Weight> weights_;
};

/// What it remembers of words changes no result; for one thread.
class EntityTagger {
  public:
    EntityTagger(const Model& model, const EntityAttributes& attributes);
    EntityTagger(const EntityTagger&) = delete;
    EntityTagger& operator=(const EntityTagger&) = delete;

    /// The types of tokens. Where `vague` is the best type but `outside` more probable than `most`, it is `outside`.
    struct Doubt {
        Tag vague, outside;
        double most;
    };
    void tag(const std::vector<std::string_view>& tokens, std::vector<Tag>& found, const Doubt* doubt = nullptr);

    /// Whether a token of the last segment begins with a letter or digit.
    bool is_word(std::size_t token) const { return words_[segment_[token]].outline.is_word; }

  private:
    using Trait = EntityAttributes::Trait;

    struct Word {
        EntityAttributes::Outline outline;
        std::uint32_t lower_number, shape_number;    ///< Those that both have in pairs.
        std::array<std::uint32_t, cases> emissions;  ///< Their number, after being worked out; else `nowhere`.
    };
    static constexpr std::uint32_t nowhere = UINT32_MAX;

    void learn_attributes();
    std::uint32_t learn(std::string_view token);
    void forget();
    std::uint32_t emissions_of(Word& word, Case written);
    void add_edges(Case written, std::span<float> scores);
    void add_pairs(Case written, std::span<float> scores) const;

    TraitWeights& weights_of(Trait trait) { return traits_[static_cast<std::size_t>(trait)]; }

    const Model& model_;
    const EntityAttributes& attributes_;
    std::vector<TraitWeights> traits_;
    PairWeights before_, behind_, shapes_;  ///< Of a word and the one before it, the one behind it, the shapes of both.
    std::array<std::uint32_t, cases> case_shapes_;  ///< The numbers of the names that stand for shapes.
    std::vector<Word> words_;
    resource::StringIndex known_;
    Emissions emissions_;
    std::vector<std::uint32_t> segment_;  ///< The words of the last segment.
    std::vector<std::uint32_t> types_;    ///< Which emissions they have there.
    EntityAttributes::Sight sight_;
    std::vector<float> room_;
};

}  // namespace bolide::tag
