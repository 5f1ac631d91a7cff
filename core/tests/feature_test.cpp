// METEOR-Hindi in the core: attributes, tagger, phrases, stages, statistics.
#include <algorithm>

#include "engine/scorer.hpp"
#include "tests/harness.hpp"
#include "text/indic.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;

std::string joined(const std::vector<std::string>& parts) {
    std::string all;
    for (const auto& part : parts) all.append(all.empty() ? "" : " ").append(part);
    return all;
}

std::string seen(std::string_view word, int offset) {
    const tag::Attributes attributes(std::unordered_map<std::string, std::string>{{"ab", "X"}});
    text::Strings names;
    attributes.see(word, offset, names);
    std::vector<std::string> found;
    names.copy_to(found);
    return joined(found);
}

TEST("a word shows more of itself the nearer it stands") {
    CHECK_EQ(seen("ab", -2), "-2word=ab -2class=X");
    CHECK_EQ(seen("abc", 1), "+1word=abc +1suffix=c +1suffix=bc");
    CHECK_EQ(seen("ab", 0), "0word=ab 0class=X 0suffix=b 0prefix=a 0length=2 0script=latin");
    CHECK_EQ(seen("12", 0), "0word=12 0suffix=2 0prefix=1 0length=2 0script=number");
    CHECK_EQ(seen("\u0964", 0), "0word=\u0964 0length=1 0script=mark");
    CHECK_EQ(seen("\u0915\u093e", 0), "0word=\u0915\u093e 0suffix=\u093e 0prefix=\u0915 0length=2 0script=");
    CHECK_EQ(seen("", 0), "");
    CHECK_EQ(tag::Attributes::edge(-1), "-1edge");
}

/// A field of two tags: "a" is the first, and after the first comes the second, unless a word says otherwise.
tag::Field small_field() {
    return {{"X", "Y"},         {"-1edge", "0word=a", "0word=b"}, {0, 1, 2, 3}, {0, 0, 1},
            {0.5F, 2.0F, 2.0F}, {0.0F, 1.0F, 0.0F, 0.0F}};
}

std::shared_ptr<const tag::Tagger> small_tagger() {
    const auto attributes = std::make_shared<const tag::Attributes>(std::unordered_map<std::string, std::string>{});
    return std::make_shared<const tag::Tagger>(small_field(), attributes);
}

std::string tagged(const std::vector<std::string>& words) {
    const auto tagger = small_tagger();
    tag::Emissions emissions(tagger->tags().size());
    std::vector<std::uint32_t> types;
    for (const auto& word : words) {
        types.push_back(static_cast<std::uint32_t>(types.size()));
        tagger->append(word, emissions);
    }
    std::vector<tag::Tag> tags;
    tagger->tag(types, emissions, tags);
    std::string found;
    for (const auto tag : tags) found.push_back(static_cast<char>('0' + tag));
    return found;
}

TEST("tags are those of the best path, the first of equals") {
    CHECK_EQ(tagged({}), "");
    CHECK_EQ(tagged({"a"}), "0");
    CHECK_EQ(tagged({"b"}), "1");
    CHECK_EQ(tagged({"x", "x"}), "01");
    CHECK_EQ(tagged({"a", "x", "b"}), "001");
    CHECK_EQ(tagged({"a", "a", "a"}), "000");
}

TEST("a field that does not fit together is refused") {
    const auto attempt = [](auto change) {
        return message_of<std::invalid_argument>([&] {
            tag::Field field = small_field();
            change(field);
            tag::Tagger(field, std::make_shared<const tag::Attributes>(std::unordered_map<std::string, std::string>{}));
        });
    };
    const std::string refused = "the parts of the tagger's model do not fit together";
    CHECK_EQ(attempt([](tag::Field& field) { field.tags[0] = 2; }), refused);
    CHECK_EQ(attempt([](tag::Field& field) { field.starts[1] = 9; }), refused);
    CHECK_EQ(attempt([](tag::Field& field) { field.transitions.pop_back(); }), refused);
    CHECK_EQ(attempt([](tag::Field& field) { field.names.clear(); }), refused);
}

/// Four words: b has the root of a and is a synonym of c.
std::shared_ptr<lexicon::Knowledge> small_knowledge() {
    auto knowledge = std::make_shared<lexicon::Knowledge>();
    knowledge->roots = std::make_shared<const lexicon::Roots>("b\ta\n", lexicon::RootRules{});
    knowledge->synonyms = std::make_shared<const lexicon::SynonymTable>(lexicon::compile_groups("b\tc\n"));
    return knowledge;
}

engine::Settings settings(std::vector<match::Matcher> kinds, std::size_t beam = 8) {
    return {text::Tokeniser(std::nullopt, false),
            small_knowledge(),
            align::StagedSettings{beam, std::move(kinds)},
            score::Unit::words,
            score::FormulaKind::features,
            std::make_shared<const tag::Grammar>(small_tagger(),
                                                 std::vector<tag::TagUse>{{0, tag::content}, {1, tag::verb}})};
}

engine::Batch to_batch(const std::string& line, std::size_t times = 1) {
    engine::Batch batch(false);
    for (std::size_t i = 0; i < times; ++i) {
        batch.add_piece(line);
        batch.end_segment();
    }
    return batch;
}

std::string aligned(const std::string& hypothesis, const std::string& reference, const engine::Settings& chosen) {
    const engine::Scorer scorer(chosen);
    std::vector<std::string> found;
    const auto pairs = scorer.align(to_batch(hypothesis), to_batch(reference));
    for (const auto& match : pairs[0].alignment.matches)
        found.push_back(std::to_string(match.hypothesis_start) + "-" + std::to_string(match.reference_start) + ":" +
                        std::to_string(match.matcher));
    return joined(found);
}

using enum match::Matcher;

TEST("each stage maps what the earlier ones left, with the fewest crossings") {
    const engine::Settings all = settings({exact, stem, synonym});
    CHECK_EQ(aligned("", "", all), "");
    CHECK_EQ(aligned("a b c", "a b c", all), "0-0:0 1-1:0 2-2:0");
    CHECK_EQ(aligned("a c", "b b", all), "0-0:1 1-1:2");
    CHECK_EQ(aligned("d a d", "a d", all), "1-0:0 2-1:0");
    CHECK_EQ(aligned("a d a", "a d", all), "0-0:0 1-1:0");
    CHECK_EQ(aligned("d d", "d a d d", all), "0-0:0 1-2:0");
    CHECK_EQ(aligned("c c b", "b c b", settings({exact, stem, synonym}, 1)), "1-0:2 0-1:0 2-2:0");
}

TEST("a stage finds what a narrower one would, where there is none") {
    CHECK_EQ(aligned("a d", "b d", settings({stem})), "0-0:0 1-1:0");
    CHECK_EQ(aligned("a b", "b c", settings({exact, synonym})), "1-0:0");
    CHECK_EQ(aligned("a b x", "b c y", settings({synonym, exact})), "0-0:0 1-1:0");
    CHECK_EQ(aligned("a", "b", settings({exact})), "");
}

TEST("a long segment of few words ends, and maps all that it can") {
    std::string hypothesis, reference;
    for (std::size_t i = 0; i < 400; ++i) {
        hypothesis.append(1, "abc"[i % 3]).append(" ");
        reference.append(1, "abcd"[i % 4]).append(" ");
    }
    const std::string found = aligned(hypothesis, reference, settings({exact, stem, synonym}));
    CHECK_EQ(std::count(found.begin(), found.end(), ':'), 300);
}

TEST("paraphrases are the last stage, and every tag has a use") {
    CHECK_EQ(message_of<std::invalid_argument>([] { engine::Scorer scorer(settings({paraphrase, exact})); }),
             "paraphrases have to be the last stage of the staged aligner");
    CHECK_EQ(message_of<std::invalid_argument>([] { tag::Grammar(small_tagger(), {}); }),
             "every tag needs to have a use");
}

TEST("statistics do not depend on threads, and count one to one") {
    const engine::Scorer scorer(settings({exact, stem, synonym}));
    std::vector<std::size_t> ends;
    for (std::size_t i = 1; i <= 100; ++i) ends.push_back(i);
    std::vector<std::int64_t> one(100 * scorer.columns()), many(one.size());
    scorer.statistics({to_batch("a b d", 100), to_batch("a c d", 100), ends}, 1, one);
    scorer.statistics({to_batch("a b d", 100), to_batch("a c d", 100), ends}, 5, many);
    CHECK(one == many);
    CHECK_EQ(one[score::matched_exact], 2);
    CHECK_EQ(one[score::matched_synonym], 3);
    CHECK_EQ(one[score::hypothesis_words], 3);
}

TEST("spellings of a word fold to one") {
    CHECK_EQ(text::fold_indic("\u0939\u093f\u0928\u094d\u0926\u0940"), "\u0939\u093f\u0902\u0926\u0940");
    CHECK_EQ(text::fold_indic("\u0917\u092f\u0940"), "\u0917\u0908");
    CHECK_EQ(text::fold_indic("\u0967\u0968 OK"), "12 ok");
    CHECK_EQ(text::fold_indic("."), "\u0964");
    CHECK_EQ(text::fold_indic("\u093c"), "\u093c");
    CHECK_EQ(text::fold_indic(""), "");
}

TEST("roots come from the table, then from endings that leave enough") {
    const lexicon::Roots roots("form\troot\nform\tother\nlone\n", {{{"ing", "e"}, {"s", ""}}, 2, {{"to", "t"}}});
    CHECK_EQ(roots.root("form"), "root");
    CHECK_EQ(roots.root("making"), "make");
    CHECK_EQ(roots.root("ing"), "ing");
    CHECK_EQ(roots.root("\u0915\u0916s"), "\u0915\u0916");
    CHECK_EQ(roots.root("\u0915s"), "\u0915s");
    CHECK_EQ(roots.root("lone"), "lone");
    CHECK(roots.is_infinitive("goto", "got"));
    CHECK(!roots.is_infinitive("goto", "go"));
}

TEST("groups of a word are its own and those of its root, each once") {
    const lexicon::SynonymTable groups(lexicon::compile_groups("a\tb\nb\tc\tb\nc\td\n"));
    std::vector<std::uint32_t> found;
    groups.groups("b", "c", found);
    CHECK(found == (std::vector<std::uint32_t>{0, 1, 2}));
    groups.groups("x", "y", found);
    CHECK(found.empty());
    CHECK_EQ(groups.synset_count(), 3u);
}

}  // namespace
