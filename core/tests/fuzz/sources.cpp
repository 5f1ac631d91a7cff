// Texts that the core reads: sources of tables, phrase tables, alignments, and segments.
#include "build/ngrams.hpp"
#include "build/phrase_counter.hpp"
#include "build/phrase_table_reader.hpp"
#include "engine/scorer.hpp"
#include "tests/fuzz/mutation.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/harness.hpp"
#include "tests/small_language.hpp"

namespace bolide::tests {

namespace {

using resource::ResourceError;
using Path = std::filesystem::path;

const Path& scratch() {
    static const Path path = scratch_file();
    return path;
}

std::string mutated(Random& random, std::string text) {
    if (random.chance(90)) mutate_bytes(random, text);
    return text;
}

/// Every refusal of a source names a line.
bool refused(const ResourceError& error) {
    CHECK(std::string_view(error.what()).find("line ") != std::string_view::npos);
    return false;
}

bool paraphrase_source(Random& random) {
    const std::string text =
        mutated(random, "0.5\nbig house\nlarge building\n0.25\nbig\nlarge\n0.1\nhouse\nbuilding\n1\nx\ny z\n");
    try {
        lexicon::ParaphraseCompiler compiler;
        const std::size_t step = 1 + random.below(text.size() + 1);
        for (std::size_t at = 0; at < text.size(); at += step) compiler.feed(std::string_view(text).substr(at, step));
        const std::size_t entries = compiler.write(scratch(), {});
        const lexicon::ParaphraseTable table(scratch());
        table.file().check();
        CHECK_EQ(table.entries(), entries);
        return true;
    } catch (const ResourceError& error) {
        return refused(error);
    }
}

bool synonym_source(Random& random) {
    const std::string synsets = mutated(random, "big\n10 20\nlarge\n20\ngoose\n30\nhouse\n40 50\n");
    const std::string exceptions = mutated(random, "goose\ngeese\nhouse\nhouses\n");
    try {
        lexicon::compile_synonyms(synsets, exceptions, scratch(), {});
        const lexicon::SynonymTable table(scratch());
        std::vector<std::uint32_t> found;
        for (const char* word : {"geese", "houses", "", "bigger", "a", "\xFF"}) table.synsets(word, found);
        return true;
    } catch (const ResourceError& error) {
        return refused(error);
    }
}

bool stem_source(Random& random) {
    const std::string text = mutated(random, "houses 3 house\nbigger 1 big\ngeese 1 goose\n");
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

bool phrase_table(Random& random) {
    const std::string text = mutated(random,
                                     "la casa ||| the house ||| 0.5 0.4 0.3 0.2 ||| 0-0 1-1 ||| 3 4 2\n"
                                     "casa ||| house ||| 1 1 1 1\nx ||| y ||| 1e-7 0 0.1 0 ||| ||| 1 1 1\n");
    build::PhraseTableReader reader(random.chance(50), 1e-6);
    std::size_t rows = 0;
    const auto take = [&] {
        const auto columns = reader.take();
        CHECK_EQ(columns.source.size(), columns.target.size());
        CHECK_EQ(columns.source.size(), columns.source_given_target.size());
        CHECK_EQ(columns.source.bytes.size(), static_cast<std::size_t>(columns.source.offsets.back()));
        rows += columns.source.size();
    };
    const std::size_t step = 1 + random.below(text.size() + 1);
    for (std::size_t at = 0; at < text.size(); at += step) {
        reader.feed(std::string_view(text).substr(at, step));
        if (random.chance(30)) take();
    }
    reader.finish();
    take();
    CHECK(rows + reader.bad_lines() <= reader.lines());
    CHECK(reader.bad_lines() == 0 || !reader.first_bad_line().reason.empty());
    return reader.bad_lines() == 0;
}

bool alignments(Random& random) {
    std::string source = "la casa grande\nun perro\n\nel coche rojo\n",
                target = "the big house\na dog\n\nthe red car\n";
    std::string links = "0-0 1-2 2-1\n0-0 1-1\n\n0-0 1-2 2-1\n";
    mutate_bytes(random, *random.pick(std::vector{&source, &target, &links}), 3);
    build::PhraseCounter counter(static_cast<std::uint32_t>(1 + random.below(8)), 1 + random.below(2));
    try {
        counter.learn(source, target, links);
        const auto counts = counter.count(source, target, links);
        CHECK_EQ(counts.source.size(), counts.count.size());
        return true;
    } catch (const build::BitextError&) {
        return false;
    }
}

bool symmetrised(Random& random) {
    build::Links forward, reverse, both;
    try {
        std::string first = "0-0 1-2 2-1 3-3 4-4", second = "0-0 1-1 2-1 3-4";
        mutate_bytes(random, random.chance(50) ? first : second, 2);
        build::read_links(first, 5, 5, forward);
        build::read_links(second, 5, 5, reverse);
    } catch (const build::BitextError&) {
        return false;
    }
    for (const auto symmetry :
         {build::Symmetry::grow_diag_final_and, build::Symmetry::intersection, build::Symmetry::union_}) {
        build::symmetrise(forward, reverse, symmetry, both);
        CHECK(std::is_sorted(both.begin(), both.end()));
        for (const build::Link link : both) CHECK(link.source < 5 && link.target < 5);
    }
    return true;
}

bool phrases_of_text(Random& random) {
    const std::string text = mutated(random, "la casa grande\nun perro\n\nel coche rojo\n");
    const auto column = build::ngrams(text, 1 + random.below(8));
    CHECK_EQ(column.bytes.size(), static_cast<std::size_t>(column.offsets.back()));
    return true;
}

/// Any line against any other, with every normaliser, aligner and kind of knowledge.
bool segments(Random& random) {
    static const auto knowledge = learn({.function_words = "the of a",
                                         .stemmer = stem::stemmer_named("english"),
                                         .synsets = "big\n10 20\nlarge\n20\ngoose\n30\n",
                                         .exceptions = "goose\ngeese\n",
                                         .paraphrases = "0.5\nbig house\nlarge building\n0.25\nbig\nlarge\n"});
    using match::Matcher;
    const std::vector<Matcher> matchers = {Matcher::exact, Matcher::stem, Matcher::synonym, Matcher::paraphrase};
    text::Normaliser normaliser(random.chance(50) ? text::Apostrophe::before : text::Apostrophe::after,
                                {{U"A", U"Dr"}, {U"No"}}, random.chance(50));
    const engine::Scorer scorer(
        {random.chance(50) ? text::Tokeniser(normaliser, true) : text::Tokeniser(std::nullopt, random.chance(50)),
         knowledge, align::JavaSettings{1 + random.below(40), matchers}, score::Unit::words});
    const std::string hypothesis = mutated(random, "The big house, of Dr. Goose's geese -- 3.5 % ... (U.S.)");
    const std::string reference = mutated(random, "A large building by No. 7's goose - 3,5 per cent.");
    engine::Pairs pairs{engine::Batch(false), engine::Batch(false), {1}};
    pairs.hypotheses.add_piece(hypothesis);
    pairs.references.add_piece(reference);
    pairs.hypotheses.end_segment();
    pairs.references.end_segment();
    std::vector<std::int64_t> row(score::columns);
    scorer.statistics(pairs, 1, row);
    for (const std::int64_t value : row) CHECK(value >= 0);
    return true;
}

}  // namespace

std::vector<Target> source_targets() {
    return {
        {"paraphrase source", paraphrase_source},
        {"synonym source", synonym_source},
        {"stem source", stem_source},
        {"phrase table", phrase_table},
        {"alignments", alignments},
        {"symmetrised alignments", symmetrised},
        {"phrases of a text", phrases_of_text},
        {"segments", segments},
    };
}

}  // namespace bolide::tests
