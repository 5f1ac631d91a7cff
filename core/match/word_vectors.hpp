/// Vectors of the words of a pair, and the similarity of their meanings.
#pragma once

#include "match/match.hpp"
#include "work/stopping.hpp"

namespace bolide::match {

/// Vectors that do not fit the words of a segment.
struct WrongVectors : Unscorable {
    using Unscorable::Unscorable;
};

/// The weight of the words of either side, and how much of it is covered by the most similar words opposite, in 1/1024.
struct Alike {
    std::int64_t hypothesis_weight = 0, reference_weight = 0, hypothesis = 0, reference = 0;
};

/// The vectors of a segment's words: whole numbers, only their direction counts; optionally with weights.
class WordVectors {
  public:
    /// The most dimensions: sums of products stay far below 2^31.
    static constexpr std::size_t most_dimensions = 8192;

    /// Starts without words, for vectors of these dimensions. Throws WrongVectors if there are too many.
    void start(std::size_t dimensions) {
        if (dimensions > most_dimensions) throw WrongVectors("its word vectors have too many dimensions");
        dimensions_ = dimensions;
        values_.clear();
        inverse_norms_.clear();
        weights_.clear();
    }
    /// Adds the vector of the next word; empty if it has none.
    void add(std::span<const std::int8_t> vector) {
        std::int64_t squares = 0;
        for (const std::int8_t value : vector) squares += value * value;
        values_.insert(values_.end(), vector.begin(), vector.end());
        values_.resize((inverse_norms_.size() + 1) * dimensions_);
        inverse_norms_.push_back(squares ? 1 / std::sqrt(static_cast<double>(squares)) : 0);
    }
    /// Takes the vectors of all words of a segment, one after the other; with `have_weights`, two bytes of weight
    /// follow each vector, low byte first. Throws WrongVectors if the number does not fit.
    void assign(std::string_view bytes, std::size_t words, bool have_weights = false) {
        const std::size_t each = words ? bytes.size() / words : 0,
                          more = have_weights && words ? sizeof(std::uint16_t) : 0;
        if (bytes.size() != each * words || each < more)
            throw WrongVectors("its word vectors and its tokens differ in number");
        start(each - more);
        const std::span values(reinterpret_cast<const std::int8_t*>(bytes.data()), bytes.size());
        for (std::size_t word = 0; word < words; ++word) {
            const auto own = values.subspan(word * each, each);
            add(own.first(dimensions_));
            if (more)
                weights_.push_back(static_cast<std::uint16_t>(static_cast<std::uint8_t>(own[dimensions_]) |
                                                              static_cast<std::uint8_t>(own[dimensions_ + 1]) << 8));
        }
    }

    std::size_t size() const { return inverse_norms_.size(); }
    std::size_t dimensions() const { return dimensions_; }
    /// The weight of a word; 1 without weights.
    std::uint16_t weight(std::size_t word) const { return weights_.empty() ? 1 : weights_[word]; }
    bool has(std::size_t word) const { return inverse_norms_[word] > 0; }

    /// The cosine of the angle between two words' vectors, rounded to the nearest 1/1024; 0 if it is negative, or a
    /// word has no vector. The same on every machine. Takes time proportional to the dimensions.
    Similarity similarity(std::size_t word, const WordVectors& other, std::size_t other_word) const {
        const std::int16_t* here = values_.data() + word * dimensions_;
        const std::int16_t* there = other.values_.data() + other_word * dimensions_;
        std::int32_t sum = 0;
        for (std::size_t k = 0; k < dimensions_; ++k) sum += here[k] * there[k];
        const double cosine = sum * inverse_norms_[word] * other.inverse_norms_[other_word];
        return static_cast<Similarity>(std::clamp(cosine * whole + 0.5, 0.0, static_cast<double>(whole)));
    }

  private:
    std::size_t dimensions_ = 0;
    std::vector<std::int16_t> values_;
    std::vector<double> inverse_norms_;
    std::vector<std::uint16_t> weights_;
};

/// The vectors of a pair. Equal words without vectors are fully similar.
class VectorPair {
  public:
    /// Throws WrongVectors if the two sides differ in dimensions.
    VectorPair(Words hypothesis, const WordVectors& here, Words reference, const WordVectors& there)
        : hypothesis_(hypothesis), reference_(reference), here_(here), there_(there) {
        if (!hypothesis.empty() && !reference.empty() && here.dimensions() != there.dimensions())
            throw WrongVectors("its word vectors and those of its reference differ in dimensions");
    }

    Similarity similarity(std::size_t i, std::size_t j) const {
        if (hypothesis_[i] == reference_[j] && !here_.has(i)) return whole;
        return here_.similarity(i, there_, j);
    }

    /// The mean similarity of the words of a match, on both sides, to the most similar one opposite.
    Similarity similarity(const Match& match) const {
        std::uint32_t sum = 0;
        const auto best = [&](std::size_t size, auto of) {
            Similarity found = 0;
            for (std::size_t k = 0; k < size; ++k) found = std::max(found, of(k));
            sum += found;
        };
        for (std::size_t i = 0; i < match.hypothesis_length; ++i)
            best(match.reference_length,
                 [&](std::size_t j) { return similarity(match.hypothesis_start + i, match.reference_start + j); });
        for (std::size_t j = 0; j < match.reference_length; ++j)
            best(match.hypothesis_length,
                 [&](std::size_t i) { return similarity(match.hypothesis_start + i, match.reference_start + j); });
        const std::uint32_t words = std::uint32_t{match.hypothesis_length} + match.reference_length;
        return static_cast<Similarity>((2 * sum + words) / (2 * words));
    }

    /// Finds the similarity of each word to the most similar word opposite.
    void find_nearest(std::vector<Similarity>& of_hypothesis, std::vector<Similarity>& of_reference) const {
        of_hypothesis.assign(hypothesis_.size(), 0);
        of_reference.assign(reference_.size(), 0);
        work::StopCheck stop;
        for (std::size_t i = 0; i < hypothesis_.size(); ++i) {
            stop.spend(reference_.size());
            for (std::size_t j = 0; j < reference_.size(); ++j) {
                const Similarity here = similarity(i, j);
                of_hypothesis[i] = std::max(of_hypothesis[i], here);
                of_reference[j] = std::max(of_reference[j], here);
            }
        }
    }

    /// Finds these similarities and adds them up by the words' weights.
    Alike weigh(std::vector<Similarity>& of_hypothesis, std::vector<Similarity>& of_reference) const {
        find_nearest(of_hypothesis, of_reference);
        Alike alike;
        const auto add = [](const WordVectors& vectors, const std::vector<Similarity>& nearest, std::int64_t& weight,
                            std::int64_t& matched) {
            for (std::size_t i = 0; i < nearest.size(); ++i) {
                weight += vectors.weight(i);
                matched += std::int64_t{vectors.weight(i)} * nearest[i];
            }
        };
        add(here_, of_hypothesis, alike.hypothesis_weight, alike.hypothesis);
        add(there_, of_reference, alike.reference_weight, alike.reference);
        return alike;
    }

  private:
    Words hypothesis_, reference_;
    const WordVectors &here_, &there_;
};

}  // namespace bolide::match
