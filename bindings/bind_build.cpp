#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <algorithm>

#include "bindings.hpp"
#include "build/links.hpp"
#include "build/ngrams.hpp"
#include "build/phrase_counter.hpp"
#include "build/phrase_table_reader.hpp"

namespace bolide::bindings {

namespace {

using build::BitextError;

std::string_view to_view(nb::bytes text) { return {text.c_str(), text.size()}; }

template <class T>
using Column = nb::ndarray<nb::numpy, T, nb::ndim<1>>;
using TextPair = nb::typed<nb::tuple, Column<std::int32_t>, Column<std::uint8_t>>;
using TableColumns = nb::typed<nb::tuple, TextPair, TextPair, Column<double>, Column<double>>;
using CountColumns = nb::typed<nb::tuple, TextPair, TextPair, Column<std::int64_t>, Column<double>, Column<double>>;

/// Hands values to NumPy without copying them, seen as the type `T` of the same size.
template <class T, class Value>
Column<T> to_column(std::vector<Value>&& values) {
    auto* owned = new std::vector<Value>(std::move(values));
    nb::capsule owner(owned, [](void* pointer) noexcept { delete static_cast<std::vector<Value>*>(pointer); });
    return Column<T>(reinterpret_cast<T*>(owned->data()), {owned->size()}, owner);
}

/// Offsets and bytes, as Arrow takes them.
TextPair to_python(build::TextColumn&& column) {
    return nb::make_tuple(to_column<std::int32_t>(std::move(column.offsets)),
                          to_column<std::uint8_t>(std::move(column.bytes)));
}

TableColumns take(build::PhraseTableReader& reader) {
    build::PhraseTableColumns columns = reader.take();
    return nb::make_tuple(to_python(std::move(columns.source)), to_python(std::move(columns.target)),
                          to_column<double>(std::move(columns.source_given_target)),
                          to_column<double>(std::move(columns.target_given_source)));
}

CountColumns count(build::PhraseCounter& counter, nb::bytes source, nb::bytes target, nb::bytes links) {
    build::PhraseCounts counts;
    {
        const auto source_view = to_view(source), target_view = to_view(target), links_view = to_view(links);
        const Unlocked unlocked;
        counts = counter.count(source_view, target_view, links_view);
    }
    return nb::make_tuple(to_python(std::move(counts.source)), to_python(std::move(counts.target)),
                          to_column<std::int64_t>(std::move(counts.count)),
                          to_column<double>(std::move(counts.source_weight)),
                          to_column<double>(std::move(counts.target_weight)));
}

/// Symmetrises the lines of two directions.
nb::bytes symmetrise(nb::bytes forward, nb::bytes reverse, build::Symmetry symmetry) {
    const auto forward_view = to_view(forward), reverse_view = to_view(reverse);
    std::string text;
    {
        const Unlocked unlocked;
        const auto forwards = build::split_lines(forward_view), reverses = build::split_lines(reverse_view);
        if (forwards.size() != reverses.size())
            throw BitextError(std::min(forwards.size(), reverses.size()), "the directions do not have as many lines");
        build::Links one, other, links;
        for (std::size_t line = 0; line < forwards.size(); ++line) try {
                work::check_stop();
                build::read_links(forwards[line], UINT32_MAX, UINT32_MAX, one);
                build::read_links(reverses[line], UINT32_MAX, UINT32_MAX, other);
                build::symmetrise(one, other, symmetry, links);
                build::write_links(links, text);
                text.push_back('\n');
            } catch (const BitextError& error) {
                throw BitextError(line, error.what());
            }
    }
    return nb::bytes(text.data(), text.size());
}

}  // namespace

void bind_build(nb::module_& module) {
    const auto bitext_error = nb::exception<BitextError>(module, "CoreBitextError", PyExc_ValueError);
    nb::register_exception_translator(
        [](const std::exception_ptr& pointer, void* type) {
            try {
                std::rethrow_exception(pointer);
            } catch (const BitextError& error) {
                const nb::object arguments = nb::make_tuple(error.line, error.what());
                PyErr_SetObject(static_cast<PyObject*>(type), arguments.ptr());
            }
        },
        bitext_error.ptr());
    nb::enum_<build::Symmetry>(module, "Symmetry")
        .value("grow_diag_final_and", build::Symmetry::grow_diag_final_and)
        .value("intersection", build::Symmetry::intersection)
        .value("union", build::Symmetry::union_);
    module.def("symmetrise", symmetrise, nb::arg("forward"), nb::arg("reverse"), nb::arg("symmetry"));
    module.def(
        "ngrams",
        [](nb::bytes text, std::size_t longest) {
            build::TextColumn found;
            {
                const std::string_view view = to_view(text);
                const Unlocked unlocked;
                found = build::ngrams(view, longest);
            }
            return to_python(std::move(found));
        },
        nb::arg("text"), nb::arg("longest"));

    nb::class_<build::PhraseTableReader>(module, "PhraseTableReader")
        .def(nb::init<bool, double>(), nb::kw_only(), nb::arg("lowercase"), nb::arg("minimum"))
        .def(
            "feed",
            [](build::PhraseTableReader& self, nb::bytes text) {
                const std::string_view view = to_view(text);
                const Unlocked unlocked;
                self.feed(view);
            },
            nb::arg("text"))
        .def("finish", &build::PhraseTableReader::finish)
        .def("take", take)
        .def_prop_ro("waiting", &build::PhraseTableReader::waiting)
        .def_prop_ro("lines", &build::PhraseTableReader::lines)
        .def_prop_ro("bad_lines", &build::PhraseTableReader::bad_lines)
        .def_prop_ro("longest_phrase", &build::PhraseTableReader::longest_phrase)
        .def_prop_ro("most_of_source", &build::PhraseTableReader::most_of_source)
        .def_prop_ro("most_of_target", &build::PhraseTableReader::most_of_target)
        .def_prop_ro("first_bad_line", [](const build::PhraseTableReader& self) {
            return std::pair(self.first_bad_line().line, self.first_bad_line().reason);
        });

    nb::class_<build::PhraseCounter>(module, "PhraseCounter")
        .def(nb::init<std::uint32_t, std::size_t>(), nb::kw_only(), nb::arg("longest"), nb::arg("threads"))
        .def(
            "learn",
            [](build::PhraseCounter& self, nb::bytes source, nb::bytes target, nb::bytes links) {
                const auto source_view = to_view(source), target_view = to_view(target), links_view = to_view(links);
                const Unlocked unlocked;
                self.learn(source_view, target_view, links_view);
            },
            nb::arg("source"), nb::arg("target"), nb::arg("links"))
        .def("count", count, nb::arg("source"), nb::arg("target"), nb::arg("links"));
}

}  // namespace bolide::bindings
