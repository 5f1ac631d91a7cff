/// The border between the core and Python: one bind_<topic> for each topic.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
// All of them here: if only some files included a conversion, one type would have two conversions under one name.
#include <nanobind/stl/array.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unordered_map.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "work/stopping.hpp"

namespace bolide::bindings {

namespace nb = nanobind;

void bind_text(nb::module_& module);
void bind_resources(nb::module_& module);
void bind_scorer(nb::module_& module);
void bind_formula(nb::module_& module);
void bind_tuning(nb::module_& module);
void bind_build(nb::module_& module);
void bind_tagging(nb::module_& module);

/// Releases the interpreter's lock for its lifetime. Signals with a handler that raises, such as Ctrl-C, stop the core.
class Unlocked {
  public:
    Unlocked();

  private:
    nb::gil_scoped_release released_;
    std::optional<work::Stoppable> work_;
};

/// Checks for such signals in a loop that keeps the lock, every few thousand items.
void check_signals(std::size_t item);

/// Converts each of some values.
template <class Values, class Convert>
nb::tuple to_tuple(const Values& values, Convert convert) {
    nb::list list;
    for (std::size_t i = 0; i < values.size(); ++i) {
        check_signals(i + 1);
        list.append(convert(values[i]));
    }
    return nb::tuple(list);
}

/// Views of Python strings as UTF-8. Valid as long as both this and the strings live.
class Utf8Views {
  public:
    /// The string's UTF-8; a repaired copy if it has surrogates.
    std::string_view view(nb::handle string);

  private:
    std::deque<std::string> repaired_;
};

inline std::string_view to_view(const nb::bytes& text) { return {text.c_str(), text.size()}; }

/// Runs `work` on the contents of some `bytes`, without the lock, and returns its result.
template <class Work, class... Bytes>
auto unlocked(Work work, const Bytes&... bytes) {
    const auto views = std::make_tuple(to_view(bytes)...);
    const Unlocked guard;
    return std::apply(work, views);
}

/// Registers an enum by the names of its values, numbered from 0.
template <class Enum, class Names = std::initializer_list<const char*>>
void bind_enum(nb::module_& module, const char* name, const Names& values) {
    nb::enum_<Enum> type(module, name);
    for (int number = 0; const char* const value : values) type.value(value, static_cast<Enum>(number++));
}

/// Registers a Python exception type, with the arguments (number, message), for errors of the core.
template <class Error, std::size_t Error::* number>
void bind_numbered_error(nb::module_& module, const char* name) {
    const auto type = nb::exception<Error>(module, name, PyExc_ValueError);
    nb::register_exception_translator(
        [](const std::exception_ptr& pointer, void* known) {
            try {
                std::rethrow_exception(pointer);
            } catch (const Error& error) {
                PyErr_SetObject(static_cast<PyObject*>(known), nb::make_tuple(error.*number, error.what()).ptr());
            }
        },
        type.ptr());
}

/// Arrays from Python.
template <class T, std::size_t dimensions = 1>
using Array = nb::ndarray<const T, nb::ndim<dimensions>, nb::c_contig, nb::device::cpu>;

/// Whether groups with these ends have this many items in total, and none is empty.
inline bool are_ends(const std::vector<std::size_t>& ends, std::size_t items) {
    const bool rise = std::adjacent_find(ends.begin(), ends.end(), std::greater_equal<>()) == ends.end();
    return rise && (ends.empty() ? items == 0 : ends.front() > 0 && ends.back() == items);
}

/// Passes values to NumPy without a copy, as an array of that shape, viewed as the type `T` of the same size.
template <class T, class Value, class... Sizes>
nb::ndarray<nb::numpy, T, nb::ndim<sizeof...(Sizes)>> to_numpy(std::vector<Value>&& values, Sizes... sizes) {
    auto* owned = new std::vector<Value>(std::move(values));
    nb::capsule owner(owned, [](void* pointer) noexcept { delete static_cast<std::vector<Value>*>(pointer); });
    return {reinterpret_cast<T*>(owned->data()), {sizes...}, owner};
}

/// Bytes for Python that the core fills before anyone else sees them. Tables cross the border this way in both
/// directions: immutable, without a copy, and without loading NumPy, which views them only if arrays are requested.
template <class T>
class TableBytes {
  public:
    explicit TableBytes(std::size_t count)
        : bytes_(nb::steal<nb::bytes>(PyBytes_FromStringAndSize(nullptr, size(count)))) {
        if (!bytes_.is_valid()) throw nb::python_error();
        cells_ = {reinterpret_cast<T*>(PyBytes_AsString(bytes_.ptr())), count};
    }
    std::span<T> cells() const { return cells_; }
    nb::bytes take() { return std::move(bytes_); }

  private:
    static Py_ssize_t size(std::size_t count) { return static_cast<Py_ssize_t>(count * sizeof(T)); }

    nb::bytes bytes_;
    std::span<T> cells_;
};

/// A table from Python: `width` cells per row.
template <class T>
std::span<const T> table_cells(const nb::bytes& bytes, std::size_t width) {
    if (width == 0) throw nb::value_error("rows need at least one column");
    if (bytes.size() % (width * sizeof(T))) throw nb::value_error("not a table of the core: it ends within a row");
    return {reinterpret_cast<const T*>(bytes.c_str()), bytes.size() / sizeof(T)};
}

}  // namespace bolide::bindings
