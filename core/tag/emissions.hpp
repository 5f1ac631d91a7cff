/// What word types add to the scores of the tags around them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace bolide::tag {

/// Where a word stands, seen from the word that is tagged: two before it up to two behind it.
inline constexpr int reach = 2;
inline constexpr std::size_t offsets = 2 * reach + 1;

/// The rows of a type are those of the words in its reach, in the order of a segment: all of them are added at once.
class Emissions {
  public:
    explicit Emissions(std::size_t tag_count) : tag_count_(tag_count) {}

    /// How many types there are.
    std::size_t size() const { return values_.size() / (offsets * tag_count_); }
    std::size_t byte_count() const { return values_.size() * sizeof(float); }
    void clear() { values_.clear(); }

    /// Adds one more type, which adds nothing.
    void append() { values_.resize(values_.size() + offsets * tag_count_, 0.0F); }
    /// What the last type adds to a word that sees it at an offset: a value for each tag.
    std::span<float> last(int offset) {
        const auto row = offsets - static_cast<std::size_t>(reach - offset);
        return {values_.data() + values_.size() - row * tag_count_, tag_count_};
    }

    /// A row of scores for each word of a segment, in `room`.
    std::span<float> add_up(std::span<const std::uint32_t> types, std::vector<float>& room) const {
        const std::size_t size = offsets * tag_count_, edge = static_cast<std::size_t>(reach) * tag_count_;
        room.assign(types.size() * tag_count_ + 2 * edge, 0.0F);  // What lies outside of a segment is not looked at.
        float* scores = room.data();
        for (const std::uint32_t type : types) {
            const float* values = values_.data() + type * size;
            for (std::size_t i = 0; i < size; ++i) scores[i] += values[i];
            scores += tag_count_;
        }
        return std::span(room).subspan(edge, types.size() * tag_count_);
    }

  private:
    std::size_t tag_count_;
    std::vector<float> values_;
};

}  // namespace bolide::tag
