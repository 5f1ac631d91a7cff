/// Lists of different lengths, stored one after the other.
#pragma once

#include "standard.hpp"

namespace bolide {

template <class T>
class Rows {
  public:
    /// The number of rows.
    std::size_t size() const { return ends_.size(); }
    std::span<const T> operator[](std::size_t row) const {
        return std::span(values_).subspan(start_of(row), ends_[row] - start_of(row));
    }
    const std::vector<T>& values() const { return values_; }
    /// Where a row begins among the values.
    std::size_t start_of(std::size_t row) const { return row ? ends_[row - 1] : 0; }

    void add(const T& value) { values_.push_back(value); }
    void end_row() { ends_.push_back(values_.size()); }
    /// Ends a row, unless it has no values.
    void end_filled_row() {
        if (values_.size() > start_of(size())) end_row();
    }
    void clear() {
        values_.clear();
        ends_.clear();
    }

  private:
    std::vector<T> values_;
    std::vector<std::size_t> ends_;
};

}  // namespace bolide
