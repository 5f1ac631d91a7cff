#include "match/word_vectors.hpp"

#include "work/stopping.hpp"

namespace bolide::match {

void WordVectors::start(std::size_t dimensions) {
    if (dimensions > most_dimensions) throw WrongVectors("the vectors of its words have too many dimensions");
    dimensions_ = dimensions;
    values_.clear();
    inverse_norms_.clear();
    weights_.clear();
}

void WordVectors::add(std::span<const std::int8_t> vector) {
    std::int64_t squares = 0;
    for (const std::int8_t value : vector) squares += value * value;
    values_.insert(values_.end(), vector.begin(), vector.end());
    values_.resize((inverse_norms_.size() + 1) * dimensions_);
    inverse_norms_.push_back(squares ? 1 / std::sqrt(static_cast<double>(squares)) : 0);
}

void WordVectors::assign(std::string_view bytes, std::size_t words, bool have_weights) {
    const std::size_t each = words ? bytes.size() / words : 0, more = have_weights && words ? sizeof(std::uint16_t) : 0;
    if (bytes.size() != each * words || each < more)
        throw WrongVectors("the vectors of its words do not belong to its tokens");
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

Similarity WordVectors::similarity(std::size_t word, const WordVectors& other, std::size_t other_word) const {
    const std::int16_t* here = values_.data() + word * dimensions_;
    const std::int16_t* there = other.values_.data() + other_word * dimensions_;
    std::int32_t sum = 0;
    for (std::size_t k = 0; k < dimensions_; ++k) sum += here[k] * there[k];
    const double cosine = sum * inverse_norms_[word] * other.inverse_norms_[other_word];
    return static_cast<Similarity>(std::clamp(cosine * whole + 0.5, 0.0, static_cast<double>(whole)));
}

VectorPair::VectorPair(Words hypothesis, const WordVectors& here, Words reference, const WordVectors& there)
    : hypothesis_(hypothesis), reference_(reference), here_(here), there_(there) {
    if (!hypothesis.empty() && !reference.empty() && here.dimensions() != there.dimensions())
        throw WrongVectors("the vectors of its words have other dimensions than those of its reference");
}

Similarity VectorPair::similarity(const Match& match) const {
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

void VectorPair::find_nearest(std::vector<Similarity>& of_hypothesis, std::vector<Similarity>& of_reference) const {
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

Alike VectorPair::weigh(std::vector<Similarity>& of_hypothesis, std::vector<Similarity>& of_reference) const {
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

}  // namespace bolide::match
