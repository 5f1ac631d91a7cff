/// Strings that lie back to back.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace bolide::text {

/// A list that is filled again and again: its strings have no memory of their own.
class Strings {
  public:
    std::size_t size() const { return ends_.size(); }
    std::string_view operator[](std::size_t i) const {
        const std::size_t start = i ? ends_[i - 1] : 0;
        return std::string_view(bytes_).substr(start, ends_[i] - start);
    }
    void clear() {
        bytes_.clear();
        ends_.clear();
    }
    /// Adds a string by its parts.
    void add(std::initializer_list<std::string_view> parts) {
        for (const std::string_view part : parts) bytes_.append(part);
        ends_.push_back(bytes_.size());
    }
    void copy_to(std::vector<std::string>& list) const {
        for (std::size_t i = 0; i < size(); ++i) list.emplace_back((*this)[i]);
    }

  protected:
    std::string bytes_;
    std::vector<std::size_t> ends_;
};

}  // namespace bolide::text
