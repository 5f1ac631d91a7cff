#include "engine/packed_alignments.hpp"

#include <string_view>
#include <unordered_map>

#include "work/stopping.hpp"

namespace bolide::engine {

namespace {

/// Keeps views of words: the pairs have to stay where they are.
class Packer {
  public:
    void add(const AlignedPair& pair) {
        add(pair.hypothesis);
        add(pair.reference);
        add(pair.alignment);
        packed_.statistics.insert(packed_.statistics.end(), pair.statistics.begin(), pair.statistics.end());
    }
    PackedAlignments take() { return std::move(packed_); }

  private:
    void add(const ReadSegment& segment) {
        for (std::size_t i = 0; i < segment.words.size(); ++i) {
            packed_.words.push_back(number(segment.words[i]));
            const bool is_copied = !segment.copy.empty() && segment.copy[i];
            packed_.kinds.push_back(
                static_cast<std::uint8_t>((segment.function[i] ? function_word : 0) | (is_copied ? copy_word : 0)));
        }
        packed_.word_ends.push_back(static_cast<std::int32_t>(packed_.words.size()));
        packed_.has_copy_words |= !segment.copy.empty();
    }

    void add(const align::Alignment& alignment) {
        for (std::size_t i = 0; i < alignment.matches.size(); ++i) {
            const match::Match& each = alignment.matches[i];
            const auto similarity = alignment.similarities.empty() ? match::whole : alignment.similarities[i];
            for (const std::uint32_t cell :
                 {each.hypothesis_start, std::uint32_t{each.hypothesis_length}, each.reference_start,
                  std::uint32_t{each.reference_length}, std::uint32_t{each.matcher}, std::uint32_t{similarity}})
                packed_.matches.push_back(static_cast<std::int32_t>(cell));
        }
        packed_.match_ends.push_back(static_cast<std::int32_t>(packed_.matches.size() / match_cells));
    }

    std::int32_t number(const std::string& word) {
        const auto [found, is_new] = numbers_.try_emplace(word, static_cast<std::int32_t>(numbers_.size()));
        if (is_new) packed_.vocabulary.push_back(word);
        return found->second;
    }

    PackedAlignments packed_;
    std::unordered_map<std::string_view, std::int32_t> numbers_;
};

}  // namespace

PackedAlignments pack(std::span<const AlignedPair> pairs) {
    Packer packer;
    work::StopCheck stop;
    for (const AlignedPair& pair : pairs) {
        stop.spend(1 + pair.hypothesis.words.size() + pair.reference.words.size());
        packer.add(pair);
    }
    return packer.take();
}

}  // namespace bolide::engine
