/// Recognises named entities: the types that a model gives tokens by what is seen of them.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "tag/emissions.hpp"
#include "tag/entities.hpp"
#include "tag/field.hpp"
#include "tag/pair_weights.hpp"
#include "tag/trait_weights.hpp"

namespace bolide::tag {

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
