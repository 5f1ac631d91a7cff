#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"

namespace bolide::bindings {

namespace {

/// Calls `visit` with every item of a list or a tuple until it says false; false then, or for anything else.
template <class Visit>
bool every(nb::handle items, Visit visit) {
    const auto go_through = [&](const auto& sequence) {
        for (nb::handle item : sequence)
            if (!visit(item)) return false;
        return true;
    };
    if (PyList_CheckExact(items.ptr())) return go_through(nb::borrow<nb::list>(items));
    if (PyTuple_CheckExact(items.ptr())) return go_through(nb::borrow<nb::tuple>(items));
    return false;
}

bool is_text(nb::handle item) { return PyUnicode_Check(item.ptr()); }

bool is_token(nb::handle item) { return is_text(item) && PyUnicode_GetLength(item.ptr()) > 0; }

nb::tuple to_tuple(nb::handle items) {
    auto made = nb::steal<nb::tuple>(PySequence_Tuple(items.ptr()));
    if (!made.is_valid()) throw nb::python_error();
    return made;
}

/// A list or tuple of strings, or of lists or tuples of tokens, as a tuple of strings, or of tuples; None where one of
/// them is something else.
std::optional<nb::tuple> check_segments(nb::handle segments, bool tokenised) {
    if (!every(segments, [&](nb::handle segment) { return tokenised ? every(segment, is_token) : is_text(segment); }))
        return std::nullopt;
    if (!tokenised) return to_tuple(segments);
    nb::list checked;
    every(segments, [&](nb::handle segment) { return checked.append(to_tuple(segment)), true; });
    return to_tuple(checked);
}

using Flat = std::pair<nb::list, std::optional<std::vector<std::size_t>>>;

/// The items of lists or tuples, one after the other, and where those of each end; None instead of the ends where there
/// is one item in each, and None alone where one of them is empty, or something else.
std::optional<Flat> flatten(nb::handle lists) {
    nb::list flat;
    std::vector<std::size_t> ends;
    const bool are_lists = every(lists, [&](nb::handle list) {
        const std::size_t before = flat.size();
        const bool is_list = every(list, [&](nb::handle item) { return flat.append(item), true; });
        ends.push_back(flat.size());
        return is_list && flat.size() > before;
    });
    if (!are_lists) return std::nullopt;
    return Flat(flat, flat.size() == ends.size() ? std::nullopt : std::optional(std::move(ends)));
}

}  // namespace

void bind_segments(nb::module_& module) {
    module.def("check_segments", check_segments, nb::arg("segments"), nb::arg("tokenised"));
    module.def("flatten", flatten, nb::arg("lists"));
}

}  // namespace bolide::bindings
