#include "build/phrase_counter.hpp"

#include "resource/hash_index.hpp"
#include "text/strings.hpp"
#include "work/runner.hpp"
#include "work/stopping.hpp"

namespace bolide::build {

namespace {

/// How many different phrase pairs come with a link, about: what tables begin with.
constexpr std::size_t pairs_of_link = 4;

/// A phrase pair, where it was first seen, and what was counted of it.
struct Counted {
    std::uint64_t hash;
    std::size_t segment;
    PhrasePair pair;
    std::int64_t count;
    double source_weight, target_weight;
};

/// The lexical weight of each word of a segment: the mean over its links, which do not leave a phrase that holds it.
class WordWeights {
  public:
    void compute(const Bitext& bitext, std::size_t segment, const LexicalTable& lexical) {
        if (lexical.is_empty()) return;  // Nobody asked for weights.
        const auto sources = bitext.source.words[segment], targets = bitext.target.words[segment];
        source_.start(sources.size());
        target_.start(targets.size());
        for (const Link link : bitext.links[segment]) {
            const WordNumber f = sources[link.source], e = targets[link.target];
            source_.add(link.source, lexical.source_given_target(f, e));
            target_.add(link.target, lexical.target_given_source(f, e));
        }
        source_.finish([&](std::size_t i) { return lexical.source_given_target(sources[i], no_word); });
        target_.finish([&](std::size_t i) { return lexical.target_given_source(no_word, targets[i]); });
    }

    /// What the words of a phrase weigh together.
    double source(PhrasePair pair) const { return source_.product(pair.source_start, pair.source_end); }
    double target(PhrasePair pair) const { return target_.product(pair.target_start, pair.target_end); }

  private:
    struct Side {
        std::vector<double> weights;
        std::vector<int> links;

        void start(std::size_t size) {
            weights.assign(size, 0);
            links.assign(size, 0);
        }
        void add(std::uint32_t word, double weight) {
            weights[word] += weight;
            ++links[word];
        }
        template <class Unlinked>
        void finish(Unlinked unlinked) {
            for (std::size_t i = 0; i < weights.size(); ++i)
                weights[i] = links[i] ? weights[i] / links[i] : unlinked(i);
        }
        double product(std::uint32_t start, std::uint32_t end) const {
            if (weights.empty()) return 0;
            double weight = 1;
            for (std::uint32_t i = start; i < end; ++i) weight *= weights[i];
            return weight;
        }
    };
    Side source_, target_;
};

/// The different phrase pairs of some segments: a hash table of what was counted. It outgrows the caches, so the pairs
/// of a segment are gathered first, and what they will read is fetched meanwhile.
class PairTable {
  public:
    /// Begins with room for `expected` pairs.
    PairTable(const Bitext& bitext, std::size_t expected) : bitext_(bitext) {
        index_.reserve(expected);
        counted_.reserve(expected);
    }

    void gather(std::size_t segment, PhrasePair pair, double source_weight, double target_weight) {
        const std::uint64_t hash = hash_of(segment, pair);
        index_.prefetch(hash);
        gathered_.push_back({hash, segment, pair, 1, source_weight, target_weight});
    }

    void count_gathered() {
        for (const Counted& pair : gathered_) count(pair);
        gathered_.clear();
    }

    const std::vector<Counted>& counted() const { return counted_; }

  private:
    std::span<const WordNumber> source(std::size_t segment, PhrasePair pair) const {
        return bitext_.source.words[segment].subspan(pair.source_start, pair.source_end - pair.source_start);
    }
    std::span<const WordNumber> target(std::size_t segment, PhrasePair pair) const {
        return bitext_.target.words[segment].subspan(pair.target_start, pair.target_end - pair.target_start);
    }
    void count(const Counted& pair) {
        const std::uint32_t known = index_.add(pair.hash, [&](std::uint32_t i) { return is_same(counted_[i], pair); });
        if (known == counted_.size()) {
            counted_.push_back(pair);
            return;
        }
        Counted& seen = counted_[known];
        ++seen.count;
        seen.source_weight = std::max(seen.source_weight, pair.source_weight);
        seen.target_weight = std::max(seen.target_weight, pair.target_weight);
    }

    std::uint64_t hash_of(std::size_t segment, PhrasePair pair) const {
        std::uint64_t hash = pair.source_end - pair.source_start;
        const auto mix = [&](WordNumber word) {
            hash = (hash ^ word) * 0x9E3779B97F4A7C15;
            hash ^= hash >> 32;
        };
        for (const WordNumber word : source(segment, pair)) mix(word);
        for (const WordNumber word : target(segment, pair)) mix(word);
        return hash;
    }
    bool is_same(const Counted& seen, const Counted& pair) const {
        const auto f = source(pair.segment, pair.pair), e = target(pair.segment, pair.pair);
        const auto seen_f = source(seen.segment, seen.pair), seen_e = target(seen.segment, seen.pair);
        return std::equal(f.begin(), f.end(), seen_f.begin(), seen_f.end()) &&
               std::equal(e.begin(), e.end(), seen_e.begin(), seen_e.end());
    }

    const Bitext& bitext_;
    resource::HashIndex index_;
    std::vector<Counted> counted_, gathered_;
};

/// Counts the pairs of the segments from `begin` to `end`.
void count_segments(const Bitext& bitext, const LexicalTable& lexical, std::uint32_t longest, std::size_t begin,
                    std::size_t end, PairTable& table) {
    PhraseExtractor extractor(longest);
    WordWeights weights;
    Links links;
    for (std::size_t segment = begin; segment < end; ++segment) {
        work::check_stop();
        const auto row = bitext.links[segment];
        links.assign(row.begin(), row.end());
        weights.compute(bitext, segment, lexical);
        extractor.extract(links, static_cast<std::uint32_t>(bitext.source.words[segment].size()),
                          static_cast<std::uint32_t>(bitext.target.words[segment].size()), [&](PhrasePair pair) {
                              table.gather(segment, pair, weights.source(pair), weights.target(pair));
                          });
        table.count_gathered();
    }
}

void append(PhraseCounts& counts, const PairTable& table, const Bitext& bitext) {
    const std::size_t size = counts.count.size() + table.counted().size();
    for (TextColumn* column : {&counts.source, &counts.target}) {
        column->offsets.reserve(size + 1);
        column->bytes.reserve(24 * size);
    }
    for (auto* weights : {&counts.source_weight, &counts.target_weight}) weights->reserve(size);
    counts.count.reserve(size);
    work::StopCheck stop;
    for (const Counted& seen : table.counted()) {
        stop.spend();
        const PhrasePair& pair = seen.pair;
        counts.source.add(bitext.source.phrase(seen.segment, pair.source_start, pair.source_end));
        counts.target.add(bitext.target.phrase(seen.segment, pair.target_start, pair.target_end));
        counts.count.push_back(seen.count);
        counts.source_weight.push_back(seen.source_weight);
        counts.target_weight.push_back(seen.target_weight);
    }
}

}  // namespace

void PhraseCounter::learn(std::string_view source, std::string_view target, std::string_view links) {
    const Bitext bitext = reader_.read(source, target, links);
    std::vector<bool> linked_source, linked_target;
    for (std::size_t segment = 0; segment < bitext.size(); ++segment) {
        const auto sources = bitext.source.words[segment], targets = bitext.target.words[segment];
        linked_source.assign(sources.size(), false);
        linked_target.assign(targets.size(), false);
        for (const Link link : bitext.links[segment]) {
            lexical_.add(sources[link.source], targets[link.target]);
            linked_source[link.source] = linked_target[link.target] = true;
        }
        for (std::size_t i = 0; i < sources.size(); ++i)
            if (!linked_source[i]) lexical_.add(sources[i], no_word);
        for (std::size_t i = 0; i < targets.size(); ++i)
            if (!linked_target[i]) lexical_.add(no_word, targets[i]);
    }
}

PhraseCounts PhraseCounter::count(std::string_view source, std::string_view target, std::string_view links) {
    const Bitext bitext = reader_.read(source, target, links);
    const std::size_t parts = std::clamp<std::size_t>(threads_, 1, std::max<std::size_t>(bitext.size() / 64, 1));
    std::vector<PairTable> tables;
    for (std::size_t part = 0; part < parts; ++part)
        tables.emplace_back(bitext, pairs_of_link * bitext.links.values.size() / parts);
    work::run(parts, parts, 1, [&] {
        return [&](std::size_t part) {
            count_segments(bitext, lexical_, longest_, bitext.size() * part / parts, bitext.size() * (part + 1) / parts,
                           tables[part]);
        };
    });
    PhraseCounts counts;
    for (const PairTable& table : tables) append(counts, table, bitext);
    return counts;
}

void PhraseExtractor::prepare(const Links& links, std::uint32_t source_length, std::uint32_t target_length) {
    of_source_.assign(source_length, {});
    of_target_.assign(target_length, {});
    for (const Link link : links) {
        of_source_[link.source].add({link.target, link.target});
        of_target_[link.target].add({link.source, link.source});
    }
}

bool PhraseExtractor::is_closed(Reach reach, std::uint32_t start, std::uint32_t end) const {
    for (std::uint32_t source = reach.first; source <= reach.last; ++source) {
        const Reach back = of_source_[source];
        if (!back.is_empty() && (back.first < start || back.last >= end)) return false;
    }
    return true;
}

TextColumn ngrams(std::string_view text, std::size_t longest) {
    TextColumn column;
    std::unordered_set<std::string_view> seen;
    std::vector<std::size_t> starts;
    for (const std::string_view line : text::split_lines(text)) {
        work::check_stop();
        starts.clear();
        for (std::size_t at = 0; at < line.size(); at = std::min(line.find(' ', at), line.size()) + 1)
            starts.push_back(at);
        starts.push_back(line.size() + 1);  // Behind the blank that would follow the last word.
        for (std::size_t first = 0; first + 1 < starts.size(); ++first)
            for (std::size_t last = first + 1; last < std::min(starts.size(), first + longest + 1); ++last) {
                const std::string_view phrase = line.substr(starts[first], starts[last] - 1 - starts[first]);
                if (seen.insert(phrase).second) column.add(phrase);
            }
    }
    return column;
}

}  // namespace bolide::build
