#include "bindings.hpp"
#include "lexicon/paraphrase_table.hpp"
#include "lexicon/word_tables.hpp"
#include "text/strings.hpp"

namespace bolide::bindings {

namespace {

using Path = std::filesystem::path;

resource::Provenance to_provenance(nb::bytes digest, std::string metadata) {
    resource::Provenance provenance{{}, std::move(metadata)};
    if (digest.size() != provenance.source.size()) throw nb::value_error("a SHA-256 digest has 32 bytes");
    std::copy_n(reinterpret_cast<const std::uint8_t*>(digest.c_str()), digest.size(), provenance.source.begin());
    return provenance;
}

nb::typed<nb::tuple, nb::bytes, nb::str> to_python(const resource::Provenance& provenance) {
    return nb::make_tuple(nb::bytes(provenance.source.data(), provenance.source.size()), provenance.metadata);
}

template <class Table>
nb::class_<Table> bind_table(nb::module_& module, const char* name) {
    return nb::class_<Table>(module, name)
        .def(nb::init<const Path&, const std::string&>(), nb::arg("path"), nb::arg("trusted") = "",
             nb::call_guard<Unlocked>())
        .def_prop_ro("path", [](const Table& self) { return self.file().path(); })
        .def_prop_ro("identity", [](const Table& self) { return self.file().identity(); })
        .def_prop_ro("is_trusted", [](const Table& self) { return self.file().is_trusted(); })
        .def(
            "check", [](const Table& self) { self.file().check(); }, nb::call_guard<Unlocked>())
        .def_prop_ro("provenance", [](const Table& self) { return to_python(self.file().provenance()); })
        .def_prop_ro("words", &Table::words);
}

}  // namespace

void bind_resources(nb::module_& module) {
    const nb::exception<resource::ResourceError> refused(module, "CompiledResourceError", PyExc_ValueError);
    nb::exception<resource::WriteError>(module, "UnwrittenResourceError", refused);
    nb::register_exception_translator([](const std::exception_ptr& pointer, void*) {
        try {
            std::rethrow_exception(pointer);
        } catch (const std::system_error& error) {  // Python maps the number to FileNotFoundError and so on.
            const auto condition = error.code().default_error_condition();
            PyErr_SetObject(PyExc_OSError, nb::make_tuple(condition.value(), condition.message()).ptr());
        }
    });
    module.attr("RESOURCE_FORMAT") = resource::format_version;

    bind_table<lexicon::ParaphraseTable>(module, "ParaphraseTable")
        .def_prop_ro("entries", &lexicon::ParaphraseTable::entries)
        .def_prop_ro("phrases", &lexicon::ParaphraseTable::phrases)
        .def("look_up", &lexicon::ParaphraseTable::look_up, nb::arg("phrase"));

    bind_table<lexicon::SynonymTable>(module, "SynonymTable")
        .def(
            "synsets",
            [](const lexicon::SynonymTable& self, const std::string& word) {
                std::vector<std::uint32_t> found;
                self.synsets(word, found);
                for (auto& synset : found) synset = self.source_number(synset);
                return found;
            },
            nb::arg("word"))
        .def_prop_ro("is_folded", &lexicon::SynonymTable::is_folded)
        .def_static(
            "from_groups",
            [](const std::string& text, nb::bytes source) {
                return std::make_shared<lexicon::SynonymTable>(
                    lexicon::compile_groups(text, to_provenance(source, {})));
            },
            nb::arg("text"), nb::arg("source"));

    bind_table<lexicon::StemTable>(module, "StemTable")
        .def(
            "stem",
            [](const lexicon::StemTable& self, const std::string& word) {
                std::u16string units = text::to_utf16(word);
                self.stem(units);
                return text::to_utf8(units);
            },
            nb::arg("word"));

    nb::class_<lexicon::ParaphraseCompiler>(module, "ParaphraseCompiler")
        .def(nb::init<>())
        .def(
            "feed",
            [](lexicon::ParaphraseCompiler& self, nb::bytes text) {
                unlocked([&](auto view) { self.feed(view); }, text);
            },
            nb::arg("text"))
        .def(
            "write",
            [](lexicon::ParaphraseCompiler& self, const Path& path, nb::bytes source, std::string metadata) {
                const auto provenance = to_provenance(source, std::move(metadata));
                return unlocked([&] { return self.write(path, provenance); });
            },
            nb::arg("path"), nb::arg("source"), nb::arg("metadata"));
    module.def(
        "compile_synonyms",
        [](nb::bytes synsets, nb::bytes exceptions, const Path& path, nb::bytes source, std::string metadata) {
            const auto provenance = to_provenance(source, std::move(metadata));
            const auto compile = [&](auto... texts) { return lexicon::compile_synonyms(texts..., path, provenance); };
            return unlocked(compile, synsets, exceptions);
        },
        nb::arg("synsets"), nb::arg("exceptions"), nb::arg("path"), nb::arg("source"), nb::arg("metadata"));
    module.def(
        "compile_stems",
        [](nb::bytes text, const Path& path, nb::bytes source, std::string metadata) {
            const auto provenance = to_provenance(source, std::move(metadata));
            return unlocked([&](auto view) { return lexicon::compile_stems(view, path, provenance); }, text);
        },
        nb::arg("text"), nb::arg("path"), nb::arg("source"), nb::arg("metadata"));
    module.def(
        "read_provenance", [](const Path& path) { return to_python(resource::ResourceFile::read_provenance(path)); },
        nb::arg("path"));
}

}  // namespace bolide::bindings
