/// The border between the core and Python: one bind_<topic> for each topic.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace bolide::bindings {

namespace nb = nanobind;

void bind_text(nb::module_& module);
void bind_resources(nb::module_& module);
void bind_scorer(nb::module_& module);
void bind_formula(nb::module_& module);
void bind_tuning(nb::module_& module);
void bind_line_search(nb::module_& module);
void bind_build(nb::module_& module);
void bind_features(nb::module_& module);

/// Views of Python strings as UTF-8. Valid as long as both this and the strings live.
class Utf8Views {
  public:
    /// The string's own UTF-8; a repaired copy if it holds surrogates.
    std::string_view view(nb::handle string);

  private:
    std::deque<std::string> repaired_;
};

/// Hands a table of values to NumPy without copying it.
template <class T>
nb::ndarray<nb::numpy, T, nb::ndim<2>> to_numpy(std::vector<T>&& values, std::size_t columns) {
    auto* owned = new std::vector<T>(std::move(values));
    nb::capsule owner(owned, [](void* pointer) noexcept { delete static_cast<std::vector<T>*>(pointer); });
    return nb::ndarray<nb::numpy, T, nb::ndim<2>>(owned->data(), {owned->size() / columns, columns}, owner);
}

}  // namespace bolide::bindings
