// METEOR-Hindi in the core: attributes, tagger, phrases, stages, statistics.
#include <algorithm>

#include "engine/feature_scorer.hpp"
#include "tests/harness.hpp"

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
    std::vector<std::string> names;
    attributes.see(word, offset, names);
    return joined(names);
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
    return {2, {"-1edge", "0word=a", "0word=b"}, {0, 1, 2, 3}, {0, 0, 1}, {0.5F, 2.0F, 2.0F}, {0.0F, 1.0F, 0.0F, 0.0F}};
}

std::shared_ptr<const tag::Tagger> small_tagger() {
    const auto attributes = std::make_shared<const tag::Attributes>(std::unordered_map<std::string, std::string>{});
    return std::make_shared<const tag::Tagger>(small_field(), attributes);
}

std::string tagged(const std::vector<std::string>& words) {
    const auto tagger = small_tagger();
    tag::Emissions emissions;
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
    CHECK_EQ(attempt([](tag::Field& field) { field.tag_count = 0; }), refused);
}

/// Types 0 to 3: 0 and 1 have one root, 1 and 2 are synonyms.
struct Facts {
    std::vector<std::int32_t> words{0, 1, 2, 3}, roots{0, 0, 1, 2}, synsets{7, 7};
    std::vector<std::int64_t> starts{0, 0, 1, 2, 2};
    align::TypeFacts view() const { return {words, roots, starts, synsets}; }
};

std::string aligned(const std::vector<std::uint32_t>& hypothesis, const std::vector<std::uint32_t>& reference,
                    std::size_t beam = 8) {
    const Facts facts;
    using enum match::Matcher;
    align::StagedAligner aligner({exact, stem, synonym}, beam);
    align::Alignment alignment;
    aligner.align(facts.view(), hypothesis, reference, alignment);
    std::vector<std::string> found;
    for (const auto& match : alignment.matches)
        found.push_back(std::to_string(match.hypothesis_start) + "-" + std::to_string(match.reference_start) + ":" +
                        std::to_string(match.matcher));
    return joined(found);
}

TEST("each stage maps what the earlier ones left, with the fewest crossings") {
    CHECK_EQ(aligned({}, {}), "");
    CHECK_EQ(aligned({0, 1, 2}, {0, 1, 2}), "0-0:0 1-1:0 2-2:0");
    CHECK_EQ(aligned({0, 2}, {1, 1}), "0-0:1 1-1:2");
    CHECK_EQ(aligned({3, 0, 3}, {0, 3}), "1-0:0 2-1:0");
    CHECK_EQ(aligned({0, 3, 0}, {0, 3}), "0-0:0 1-1:0");
    CHECK_EQ(aligned({3, 3}, {3, 0, 3, 3}), "0-0:0 1-2:0");
    CHECK_EQ(aligned({2, 2, 1}, {1, 2, 1}, 1), "1-0:2 0-1:0 2-2:0");
}

TEST("a long segment of few words ends, and maps all that it can") {
    std::vector<std::uint32_t> hypothesis, reference;
    for (std::uint32_t i = 0; i < 400; ++i) hypothesis.push_back(i % 3), reference.push_back(i % 4);
    const std::string found = aligned(hypothesis, reference);
    CHECK_EQ(std::count(found.begin(), found.end(), ':'), 300);
}

TEST("statistics do not depend on threads, and count one to one") {
    const Facts facts;
    using enum match::Matcher;
    engine::FeatureSettings settings{{exact, stem, synonym}, 8, small_tagger(), {{0, tag::content}, {1, tag::verb}}};
    const engine::FeatureScorer scorer(settings);
    engine::TypedBatch batch;
    batch.types = {"a", "b", "x", "y"};
    batch.facts = facts.view();
    const std::vector<std::uint8_t> infinitive(4, 0);
    const std::vector<std::uint32_t> words{0, 1, 3, 0, 2, 3};
    const std::vector<std::int64_t> ends{3, 6};
    batch.infinitive = infinitive;
    batch.words = words;
    batch.ends = ends;
    const std::vector<std::uint32_t> here(100, 0), there(100, 1);
    std::vector<std::int64_t> one(100 * score::feature_columns), many(one.size());
    scorer.statistics(batch, {here, there}, 1, one);
    scorer.statistics(batch, {here, there}, 5, many);
    CHECK(one == many);
    CHECK_EQ(one[score::matched_exact], 2);
    CHECK_EQ(one[score::matched_synonym], 3);
    CHECK_EQ(one[score::hypothesis_words], 3);
}

}  // namespace
