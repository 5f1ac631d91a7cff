// Sources that the core compiles: tables, phrase tables, alignments, the parts of a tagger.
#include "build/phrase_counter.hpp"
#include "build/phrase_table_reader.hpp"
#include "tag/entities.hpp"
#include "tag/tagger.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/harness.hpp"
#include "tests/small_language.hpp"
#include "tests/small_model.hpp"

namespace bolide::tests {

namespace {

using resource::ResourceError;
using Path = std::filesystem::path;

const Path& scratch() {
    static const Path path = scratch_file();
    return path;
}

/// Every refusal of a source names a line.
bool refused(const ResourceError& error) {
    CHECK(std::string_view(error.what()).find("line ") != std::string_view::npos);
    return false;
}

/// Calls `feed` with a text in pieces of one size.
template <class Feed>
void feed_pieces(std::string_view text, std::size_t size, Feed feed) {
    for (std::size_t at = 0; at < text.size(); at += size) feed(text.substr(at, size));
}

std::string paraphrase_text(Random& random) {
    return made_input(random, 1,
                      {"0.5\nbig house\nlarge building\n0.25\nbig\nlarge\n0.1\nhouse\nbuilding\n1\nx\ny z\n"});
}

bool paraphrase_source(std::string_view bytes) {
    Input input(bytes);
    const std::size_t size = 1 + input.below(256);
    try {
        lexicon::ParaphraseCompiler compiler;
        feed_pieces(input.rest(), size, [&](std::string_view piece) { compiler.feed(piece); });
        const std::size_t entries = compiler.write(scratch(), {});
        const lexicon::ParaphraseTable table(scratch());
        table.file().check();
        CHECK_EQ(table.entries(), entries);
        return true;
    } catch (const ResourceError& error) {
        return refused(error);
    }
}

std::string synonym_text(Random& random) {
    return made_input(random, 0, {"big\n10 20\nlarge\n20\ngoose\n30\nhouse\n40 50\n", "goose\ngeese\nhouse\nhouses\n"});
}

bool synonym_source(std::string_view bytes) {
    Input input(bytes);
    const std::string_view synsets = input.part();
    try {
        lexicon::compile_synonyms(synsets, input.rest(), scratch(), {});
        const lexicon::SynonymTable table(scratch());
        std::vector<std::uint32_t> found;
        for (const char* word : {"geese", "houses", "", "bigger", "a", "\xFF"}) table.synsets(word, found);
        return true;
    } catch (const ResourceError& error) {
        return refused(error);
    }
}

std::string stem_text(Random& random) {
    return made_input(random, 0, {"houses 3 house\nbigger 1 big\ngeese 1 goose\n"});
}

bool stem_source(std::string_view text) {
    try {
        lexicon::compile_stems(text, scratch(), {});
        const lexicon::StemTable table(scratch());
        std::u16string word = u"houses";
        table.stem(word);
        return true;
    } catch (const ResourceError& error) {
        return refused(error);
    }
}

std::string phrase_table_text(Random& random) {
    return made_input(random, 3,
                      {"la casa ||| the house ||| 0.5 0.4 0.3 0.2 ||| 0-0 1-1 ||| 3 4 2\n"
                       "casa ||| house ||| 1 1 1 1\nx ||| y ||| 1e-7 0 0.1 0 ||| ||| 1 1 1\n"});
}

bool phrase_table(std::string_view bytes) {
    Input input(bytes);
    build::PhraseTableReader reader(input.flag(), 1e-6);
    const bool takes_at_once = input.flag();
    const std::size_t size = 1 + input.below(256);
    std::size_t rows = 0;
    const auto take = [&] {
        const auto columns = reader.take();
        CHECK_EQ(columns.source.size(), columns.target.size());
        CHECK_EQ(columns.source.size(), columns.source_given_target.size());
        CHECK_EQ(columns.source.bytes.size(), static_cast<std::size_t>(columns.source.offsets.back()));
        rows += columns.source.size();
    };
    feed_pieces(input.rest(), size, [&](std::string_view piece) {
        reader.feed(piece);
        if (takes_at_once) take();
    });
    reader.finish();
    take();
    CHECK(rows + reader.bad_lines() <= reader.lines());
    CHECK(reader.bad_lines() == 0 || !reader.first_bad_line().second.empty());
    return reader.bad_lines() == 0;
}

std::string bitext(Random& random) {
    return made_input(random, 2,
                      {"la casa grande\nun perro\n\nel coche rojo\n", "the big house\na dog\n\nthe red car\n",
                       "0-0 1-2 2-1\n0-0 1-1\n\n0-0 1-2 2-1\n"});
}

bool alignments(std::string_view bytes) {
    Input input(bytes);
    const auto longest = static_cast<std::uint32_t>(1 + input.below(8));
    build::PhraseCounter counter(longest, 1 + input.below(2));
    const std::string_view source = input.part(), target = input.part(), links = input.rest();
    try {
        const auto counts = counter.count(source, target, links);
        CHECK_EQ(counts.source.size(), counts.count.size());
        return true;
    } catch (const build::BitextError&) {
        return false;
    }
}

std::string two_alignments(Random& random) { return made_input(random, 0, {"0-0 1-2 2-1 3-3 4-4", "0-0 1-1 2-1 3-4"}); }

bool symmetrised(std::string_view bytes) {
    Input input(bytes);
    build::Links forward, reverse;
    try {
        forward = build::read_links(input.part(), 5, 5);
        reverse = build::read_links(input.rest(), 5, 5);
    } catch (const build::BitextError&) {
        return false;
    }
    for (const auto symmetry :
         {build::Symmetry::grow_diag_final_and, build::Symmetry::intersection, build::Symmetry::union_}) {
        const build::Links both = build::symmetrise(forward, reverse, symmetry);
        CHECK(std::is_sorted(both.begin(), both.end()));
        for (const build::Link link : both) CHECK(link.source < 5 && link.target < 5);
    }
    return true;
}

/// Numbers as bytes: attributes, the start of each one's weights, tags, weights, transitions, words.
std::string tagger_parts(Random& random) {
    return made_input(random, 0,
                      {"\x02", "-1edge\n0word=casa\n+1suffix=a", std::string("\0\1\2\3", 4), std::string("\0\1\1", 3),
                       "\x01\x02\x03", "\x01\x02\x03\x04", "la casa grande \xFF 9"});
}

bool tagger(std::string_view bytes) {
    Input input(bytes);
    const auto numbers = [](std::string_view part, auto& values) { values.assign(part.begin(), part.end()); };
    tag::Field field;
    const std::size_t tag_count = Input(input.part()).below(256);
    for (std::size_t i = 0; i < tag_count; ++i) field.names.push_back(std::to_string(i));
    const std::string_view names = input.part();
    for (std::size_t at = 0; at < names.size();) {
        const std::size_t end = std::min(names.find('\n', at), names.size());
        field.attributes.emplace_back(names.substr(at, end - at));
        at = end + 1;
    }
    numbers(input.part(), field.starts);
    numbers(input.part(), field.tags);
    numbers(input.part(), field.weights);
    numbers(input.part(), field.transitions);
    const auto words = words_of(input.rest());
    try {
        using Classes = std::unordered_map<std::string, std::string>;
        const std::vector<tag::TagUse> uses(field.names.size());
        const tag::Grammar grammar(std::move(field), tag::Attributes(Classes{{"la", "article"}}), uses);
        tag::Emissions emissions(grammar.tags().size());
        std::vector<std::uint32_t> types;
        for (const std::string& word : words) {
            types.push_back(static_cast<std::uint32_t>(types.size()));
            grammar.append(word, emissions);
        }
        std::vector<tag::Tag> tags;
        grammar.tag(types, emissions, tags);
        CHECK_EQ(tags.size(), words.size());
        for (const tag::Tag tag : tags) CHECK(tag < grammar.tags().size());
        return true;
    } catch (const std::invalid_argument&) {
        return false;
    }
}

std::string damaged_model(Random& random) {
    return made_input(random, 1, {small_model(), "rome\tLOC0+\nanna\tPER1\n"});
}

bool read_model(std::string_view bytes) {
    Input input(bytes);
    const bool doubts = input.flag();
    const std::size_t end = input.rest().rfind(Input::separator);
    try {
        const tag::Model model(tag::read_crfsuite(input.rest().substr(0, end)));
        const tag::EntityAttributes attributes(
            end == std::string_view::npos ? "" : std::string(input.rest().substr(end + 1)));
        tag::EntityTagger tagger(model, attributes);
        std::vector<tag::Tag> found;
        const tag::EntityTagger::Doubt doubt{0, static_cast<tag::Tag>(model.tags().size() - 1), 0.5};
        tagger.tag({"Anna", "lives", "in", "Rome", "", "|", "\xFF"}, found, doubts ? &doubt : nullptr);
        return true;
    } catch (const std::invalid_argument&) {
        return false;
    }
}

}  // namespace

std::vector<Target> source_targets() {
    return {
        {"paraphrase source", paraphrase_text, paraphrase_source},
        {"synonym source", synonym_text, synonym_source},
        {"stem source", stem_text, stem_source},
        {"phrase table", phrase_table_text, phrase_table},
        {"alignments", bitext, alignments},
        {"symmetrised alignments", two_alignments, symmetrised},
        {"tagger", tagger_parts, tagger},
        {"entities", damaged_model, read_model},
    };
}

}  // namespace bolide::tests
