// The scorer: the whole path from text to statistics, on any number of threads.
#include "engine/scorer.hpp"
#include "tests/harness.hpp"
#include "tests/java_row.hpp"
#include "tests/random_input.hpp"
#include "tests/small_language.hpp"

#if defined(__SANITIZE_ADDRESS__)
extern "C" std::size_t __sanitizer_get_current_allocated_bytes();
#endif

namespace {

using namespace bolide;
using namespace bolide::tests;
using engine::Scorer;
using match::Matcher;
using Cells = std::vector<std::int64_t>;

/// Enough English for the pairs below.
const SmallLanguage english = {.function_words = "a at in no on over she the was",
                               .stemmer = stem::english,
                               .synsets = "cross\n1\ncrossing\n1 2\nharbour\n3\nharbor\n3\nwait\n4\n",
                               .paraphrases = "0.5\nquay\npier\n0.3\nwaited\nwas waiting\n",
                               .equality = lexicon::Equality::java_hash};

engine::Settings settings(const SmallLanguage& language, score::Unit unit = score::Unit::words) {
    return {text::Tokeniser(text::Normaliser(text::Apostrophe::before, {}, true), true), learn(language),
            align::JavaSettings{.beam = 40,
                                .kinds = {Matcher::exact, Matcher::stem, Matcher::synonym, Matcher::paraphrase}},
            unit};
}

/// The statistics of hypotheses with one reference each.
Cells scored(const Scorer& scorer, const std::vector<std::string>& hypotheses,
             const std::vector<std::string>& references, std::size_t threads = 1) {
    Cells rows(references.size() * score::columns, -1);
    scorer.statistics(one_to_one(hypotheses, references), threads, rows);
    return rows;
}

/// A row as the jar prints it.
std::string render(const Cells& rows, std::size_t row) {
    return render_java(std::span(rows).subspan(row * score::columns).first<score::columns>());
}

const std::vector<std::string> hypotheses = {"The old ferry crossed the bay before noon",
                                             "A ferry was crossing the bay",
                                             "Rain fell",
                                             "The harbour master waited at the quay",
                                             "No word in common",
                                             "",
                                             "The end",
                                             "Boats the counted she"};
const std::vector<std::string> references = {"The old ferry crossed the bay before noon",
                                             "The old ferry crossed the bay before noon",
                                             "Rain fell over the hills",
                                             "The harbor master was waiting on the pier",
                                             "Nothing shared whatever",
                                             "Empty hypothesis",
                                             "",
                                             "She counted the boats"};

/// Many made-up lines over a small vocabulary.
std::vector<std::string> many_lines(std::uint64_t seed, std::size_t count) {
    Random random(seed);
    const auto vocabulary =
        words_of("the a run runs running quay pier waited was waiting cross crossing harbour harbor on");
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < count; ++i) lines.push_back(random_words(random, vocabulary, random.below(14)));
    return lines;
}

std::string repeated(const std::string& word, std::size_t count) {
    std::string line;
    for (std::size_t i = 0; i < count; ++i) line += word + " ";
    return line;
}

}  // namespace

TEST("The statistics of some pairs are the jar's, in words") {
    const Scorer scorer(settings(english));
    const Cells rows = scored(scorer, hypotheses, references);
    CHECK_EQ(render(rows, 0), "8 8 2 2 6 6 2 2 0 0 0 0 0 0 0 0 0 0 0 0 0 8 8");  // The jar prints 1 chunk, and adds 0.
    CHECK_EQ(render(rows, 1), "6 8 3 2 2 2 1 1 1 1 0 0 0 0 0 0 0 0 0 0 2 4 4");
    CHECK_EQ(render(rows, 2), "2 5 0 2 2 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 2 2");
    CHECK_EQ(render(rows, 3), "7 8 3 4 1 1 2 2 0 0 0 0 1 1 0 0 2 2 0 1 2 6 7");
    CHECK_EQ(render(rows, 4), "4 3 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0");
    CHECK_EQ(render(rows, 5), "0 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0");
    CHECK_EQ(render(rows, 6), "2 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0");
    CHECK_EQ(render(rows, 7), "4 4 2 2 2 2 2 2 0 0 0 0 0 0 0 0 0 0 0 0 4 4 4");
}

TEST("Every hypothesis of a group is scored against every reference of it, as if alone, on any number of threads") {
    const Scorer scorer(settings(english));
    const std::vector<std::size_t> hypothesis_ends = {1, 1, 71, 74, 190}, reference_ends = {0, 2, 3, 3, 130};
    auto here = many_lines(75, 190), there = many_lines(76, 130);
    for (std::size_t i = 0; i < 60; ++i) there[2 * i] = here[3 * i];
    std::vector<std::string> ours, theirs;
    for (std::size_t group = 0, i = 0, first = 0; group < hypothesis_ends.size(); first = reference_ends[group++])
        for (; i < hypothesis_ends[group]; ++i) {
            ours.resize(ours.size() + reference_ends[group] - first, here[i]);
            for (std::size_t j = first; j < reference_ends[group]; ++j) theirs.push_back(there[j]);
        }
    const engine::Pairs pairs{to_batch(here), to_batch(there), reference_ends, hypothesis_ends};
    CHECK(pairs.fit_together());
    CHECK_EQ(pairs.rows(), ours.size());
    const Cells expected = scored(scorer, ours, theirs);
    for (const std::size_t threads : {1, 3}) {
        Cells rows(ours.size() * score::columns, -1);
        scorer.statistics(pairs, threads, rows);
        CHECK(rows == expected);
    }
}

TEST("Ends that do not cover all hypotheses and references do not fit") {
    const auto fit = [](std::vector<std::size_t> reference_ends, std::vector<std::size_t> hypothesis_ends = {}) {
        return engine::Pairs{to_batch({"a", "b"}), to_batch({"a", "b", "c"}), reference_ends, hypothesis_ends}
            .fit_together();
    };
    CHECK(fit({1, 3}) && fit({3}, {2}) && fit({0, 3, 3}, {0, 1, 2}));
    CHECK(!fit({3}) && !fit({1, 2}) && !fit({4, 3}) && !fit({1, 3}, {2}) && !fit({3}, {1}) && !fit({1, 3}, {3, 2}));
}

TEST("The rows are the same for any number of threads, and when a scorer is used again") {
    const Scorer scorer(settings(english));
    const auto here = many_lines(71, 700), there = many_lines(72, 700);
    const Cells expected = scored(Scorer(settings(english)), here, there);
    for (const std::size_t threads : {1, 2, 3, 8, 100}) CHECK(scored(scorer, here, there, threads) == expected);
    CHECK(scored(scorer, here, there, 0) == expected);
    CHECK(scored(scorer, {}, {}, 4).empty());
}

TEST("A caller's threads may share a scorer, for rows, alignments, tokens and refusals") {
    const Scorer scorer(settings(english));
    const auto here = many_lines(73, 300), there = many_lines(74, 300);
    const Cells expected = scored(scorer, here, there);
    const auto aligned = scorer.align(to_batch(here), to_batch(there));
    std::atomic<int> right{0};
    const auto call = [&] {
        const bool same_rows = scored(scorer, here, there, 2) == expected;
        const auto again = scorer.align(to_batch(here), to_batch(there));
        const bool same_words = again[5].hypothesis.words == aligned[5].hypothesis.words &&
                                scorer.read(to_batch({here[5]}))[0].words == aligned[5].hypothesis.words;
        engine::Pairs marked = one_to_one(here, there);
        for (std::size_t i = 0; i < here.size(); ++i) marked.hypotheses.add_marks("not as many as tokens");
        Cells rows(here.size() * score::columns);
        const bool refused = message_of<engine::SegmentError>([&] { scorer.statistics(marked, 2, rows); }) ==
                             "its copy-word marks and its tokens differ in number";
        right += same_rows && same_words && refused && again[5].statistics == aligned[5].statistics;
    };
    std::vector<std::thread> callers;
    for (int i = 0; i < 6; ++i) callers.emplace_back(call);
    for (std::thread& caller : callers) caller.join();
    CHECK_EQ(right.load(), 6);
}

TEST("The first segment that cannot be scored is named, on any number of threads") {
    const Scorer scorer(settings({}));
    std::vector<std::string> lines(200, "fine");
    lines[77] = lines[78] = lines[150] = repeated("a", 6000);
    for (const std::size_t threads : {1, 4}) {
        try {
            scored(scorer, lines, lines, threads);
            CHECK(!"an error");
        } catch (const engine::SegmentError& error) {
            CHECK_EQ(error.segment, 77u);
            CHECK_EQ(std::string(error.what()),
                     "more than 33554432 candidate matches between 6000 hypothesis words "
                     "and 6000 reference words");
        }
    }
    CHECK_EQ(render(scored(scorer, {"fine"}, {"fine"}), 0), "1 1 0 0 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 1");
}

TEST("Of hypotheses with the same references, the first that fails with any of them is named") {
    const Scorer scorer(settings({}));
    std::vector<std::string> here(40, "fine"), there(200, "fine");
    here[33] = repeated("a", 6000), here[35] = repeated("b", 6000), here[38] = here[33];
    there[3] = here[35], there[150] = here[33];
    const engine::Pairs pairs{to_batch(here), to_batch(there), {there.size()}, {here.size()}};
    Cells rows(pairs.rows() * score::columns);
    for (const std::size_t threads : {1, 3}) {
        try {
            scorer.statistics(pairs, threads, rows);
            CHECK(!"an error");
        } catch (const engine::SegmentError& error) {
            CHECK_EQ(error.segment, 33u);
        }
    }
}

TEST("Endless new words neither change the rows nor fill the memory") {
    const auto knowledge = learn({.equality = lexicon::Equality::java_hash});
    const Scorer scorer({text::Tokeniser(std::nullopt, false), knowledge,
                         align::JavaSettings{.beam = 40, .kinds = {Matcher::exact}}, score::Unit::words});
    const std::size_t words_each = 16400;  // Times 64: more than a worker's limit.
    std::size_t word = 0;
    const auto score_new_words = [&](std::size_t segments) {
        std::vector<std::string> lines(segments);
        for (std::string& line : lines)
            for (std::size_t i = 0; i < words_each; ++i) line += "w" + std::to_string(word++) + " ";
        const Cells rows = scored(scorer, lines, std::vector<std::string>(segments, "none"));
        for (std::size_t segment = 0; segment < segments; ++segment)
            CHECK_EQ(render(rows, segment), "16400 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0");
    };
    score_new_words(64);
#if defined(__SANITIZE_ADDRESS__)
    const std::size_t before = __sanitizer_get_current_allocated_bytes();
    score_new_words(32);
    CHECK(__sanitizer_get_current_allocated_bytes() < before + (std::size_t{4} << 20));  // All words would be 20 MB.
#endif
    CHECK_EQ(render(scored(scorer, {"w1 w0"}, {"w0 w1"}), 0), "2 2 0 0 2 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 2 2 2");
}
