#include "bindings.hpp"
#include "build/phrase_counter.hpp"
#include "build/phrase_table_reader.hpp"
#include "text/strings.hpp"

namespace bolide::bindings {

namespace {

using build::BitextError;

template <class T>
using Column = nb::ndarray<nb::numpy, T, nb::ndim<1>>;
using TextPair = nb::typed<nb::tuple, Column<std::int32_t>, Column<std::uint8_t>>;
using TableColumns = nb::typed<nb::tuple, TextPair, TextPair, Column<double>, Column<double>>;
using CountColumns = nb::typed<nb::tuple, TextPair, TextPair, Column<std::int64_t>>;

template <class T, class Value>
Column<T> to_column(std::vector<Value>&& values) {
    const std::size_t size = values.size();
    return to_numpy<T>(std::move(values), size);
}

/// Offsets and bytes, as Arrow expects them.
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
    build::PhraseCounts counts =
        unlocked([&](auto... views) { return counter.count(views...); }, source, target, links);
    return nb::make_tuple(to_python(std::move(counts.source)), to_python(std::move(counts.target)),
                          to_column<std::int64_t>(std::move(counts.count)));
}

nb::bytes symmetrise(nb::bytes forward, nb::bytes reverse, build::Symmetry symmetry) {
    const auto symmetrise_lines = [&](std::string_view one_way, std::string_view other_way) {
        std::string made;
        const auto forwards = text::split_lines(one_way), reverses = text::split_lines(other_way);
        if (forwards.size() != reverses.size())
            throw BitextError(std::min(forwards.size(), reverses.size()), "the directions differ in number of lines");
        for (std::size_t line = 0; line < forwards.size(); ++line) try {
                work::check_stop();
                const auto one = build::read_links(forwards[line], UINT32_MAX, UINT32_MAX),
                           other = build::read_links(reverses[line], UINT32_MAX, UINT32_MAX);
                build::write_links(build::symmetrise(one, other, symmetry), made);
                made.push_back('\n');
            } catch (const BitextError& error) {
                throw BitextError(line, error.what());
            }
        return made;
    };
    const std::string text = unlocked(symmetrise_lines, forward, reverse);
    return nb::bytes(text.data(), text.size());
}

}  // namespace

void bind_build(nb::module_& module) {
    bind_numbered_error<BitextError, &BitextError::line>(module, "CoreBitextError");
    bind_enum<build::Symmetry>(module, "Symmetry", {"grow_diag_final_and", "intersection", "union"});
    module.def("symmetrise", symmetrise, nb::arg("forward"), nb::arg("reverse"), nb::arg("symmetry"));
    module.def(
        "ngrams",
        [](nb::bytes text, std::size_t longest) {
            return to_python(unlocked([&](auto view) { return build::ngrams(view, longest); }, text));
        },
        nb::arg("text"), nb::arg("longest"));

    nb::class_<build::PhraseTableReader>(module, "PhraseTableReader")
        .def(nb::init<bool, double>(), nb::kw_only(), nb::arg("lowercase"), nb::arg("minimum"))
        .def(
            "feed",
            [](build::PhraseTableReader& self, nb::bytes text) { unlocked([&](auto view) { self.feed(view); }, text); },
            nb::arg("text"))
        .def("finish", &build::PhraseTableReader::finish)
        .def("take", take)
        .def_prop_ro("waiting", &build::PhraseTableReader::waiting)
        .def_prop_ro("lines", &build::PhraseTableReader::lines)
        .def_prop_ro("bad_lines", &build::PhraseTableReader::bad_lines)
        .def_prop_ro("longest_phrase", &build::PhraseTableReader::longest_phrase)
        .def_prop_ro("most_of_source", &build::PhraseTableReader::most_of_source)
        .def_prop_ro("most_of_target", &build::PhraseTableReader::most_of_target)
        .def_prop_ro("first_bad_line", &build::PhraseTableReader::first_bad_line);

    nb::class_<build::PhraseCounter>(module, "PhraseCounter")
        .def(nb::init<std::uint32_t, std::size_t>(), nb::kw_only(), nb::arg("longest"), nb::arg("threads"))
        .def("count", count, nb::arg("source"), nb::arg("target"), nb::arg("links"));
}

}  // namespace bolide::bindings
