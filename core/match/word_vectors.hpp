/// Vectors of the words of a pair, and how alike the words mean.
#pragma once

#include "match/match.hpp"
#include "match/similarity.hpp"

namespace bolide::match {

/// Vectors that do not belong to the words of a segment.
struct WrongVectors : Unscorable {
    using Unscorable::Unscorable;
};

/// How much the words of either side weigh, and how much of that is like the nearest word opposite, in 1/1024.
struct Alike {
    std::int64_t hypothesis_weight = 0, reference_weight = 0, hypothesis = 0, reference = 0;
};

/// The vectors of a segment's words: whole numbers, of which only the direction counts; and perhaps their weights.
class WordVectors {
  public:
    /// The most dimensions: sums of products stay far below 2^31.
    static constexpr std::size_t most_dimensions = 8192;

    /// Starts with no words, of vectors of some dimensions. Throws WrongVectors if there are too many.
    void start(std::size_t dimensions);
    /// Adds the vector of the next word; nothing where it has none.
    void add(std::span<const std::int8_t> vector);
    /// Takes the vectors of all words of a segment, one after the other; where words have weights, two bytes with that
    /// follow each vector, the lower one first. Throws WrongVectors if they are not as many.
    void assign(std::string_view bytes, std::size_t words, bool have_weights = false);

    std::size_t size() const { return inverse_norms_.size(); }
    std::size_t dimensions() const { return dimensions_; }
    /// The weight of a word; without weights, all have the same.
    std::uint16_t weight(std::size_t word) const { return weights_.empty() ? 1 : weights_[word]; }
    /// Whether a word has a vector.
    bool has(std::size_t word) const { return inverse_norms_[word] > 0; }

    /// The cosine of the angle between two words' vectors, rounded to the nearest 1/1024; 0 where it is negative, or a
    /// word has no vector. The same on every machine. Takes time proportional to the dimensions.
    Similarity similarity(std::size_t word, const WordVectors& other, std::size_t other_word) const;

  private:
    std::size_t dimensions_ = 0;
    std::vector<std::int16_t> values_;
    std::vector<double> inverse_norms_;
    std::vector<std::uint16_t> weights_;
};

/// The vectors of a pair. Equal words without vectors are alike; where none of the matchers needs vectors, all are.
class VectorPair {
  public:
    /// Throws WrongVectors where the two sides have other dimensions.
    VectorPair(Words hypothesis, const WordVectors& here, Words reference, const WordVectors& there);

    Similarity similarity(std::size_t i, std::size_t j) const {
        if (hypothesis_[i] == reference_[j] && !here_.has(i)) return whole;
        return here_.similarity(i, there_, j);
    }

    /// Of a match: the mean over its words on both sides of how much each is like the most similar one opposite.
    Similarity similarity(const Match& match) const;

    /// For each word, how much it is like the most similar word opposite.
    void find_nearest(std::vector<Similarity>& of_hypothesis, std::vector<Similarity>& of_reference) const;

    /// What that makes of the weights of words.
    Alike weigh(std::vector<Similarity>& of_hypothesis, std::vector<Similarity>& of_reference) const;

  private:
    Words hypothesis_, reference_;
    const WordVectors &here_, &there_;
};

}  // namespace bolide::match
