#include "score/chrf.hpp"

#include "text/characters.hpp"
#include "text/strings.hpp"
#include "work/stopping.hpp"

namespace bolide::score {

namespace {

constexpr std::string_view punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

bool is_punctuation(char32_t code) {
    return code < 0x80 && punctuation.find(static_cast<char>(code)) != punctuation.npos;
}

/// The number of the empty n-gram.
constexpr std::uint32_t root = 1;

std::uint64_t character_key(std::uint64_t before, char32_t code) { return before << 21 | code; }

std::int64_t grams(std::size_t size, std::size_t order) {
    return size < order ? 0 : static_cast<std::int64_t>(size - order + 1);
}

}  // namespace

double chrf_score(std::span<const std::int64_t> row, std::size_t orders) {
    constexpr double factor = 4;  // Beta squared.
    double precision = 0, recall = 0;
    int effective = 0;
    for (std::size_t order = 0; order < orders; ++order) {
        const std::int64_t ours = row[3 * order], theirs = row[3 * order + 1], shared = row[3 * order + 2];
        if (ours <= 0 || theirs <= 0) continue;
        precision += static_cast<double>(shared) / static_cast<double>(ours);
        recall += static_cast<double>(shared) / static_cast<double>(theirs);
        ++effective;
    }
    if (effective == 0) return 0;
    precision /= effective;
    recall /= effective;
    if (precision + recall == 0) return 0;
    return (1 + factor) * precision * recall / (factor * precision + recall);
}

void ChrfCounter::count(std::string_view hypothesis, std::string_view reference, bool with_words, ChrfRow row) {
    std::fill(row.begin(), row.end(), 0);
    count(hypothesis, reference, row.first<3 * chrf_characters>());
    if (with_words) count_words(row);
    for (std::size_t order = chrf_characters; order < chrf_orders; ++order)
        if (row[3 * order + 1] == 0) row[3 * order] = 0;
}

void ChrfCounter::count(std::string_view hypothesis, std::string_view reference, CharacterRow row) {
    read(hypothesis, hypothesis_);
    read(reference, reference_);
    count(std::u32string_view(hypothesis_.codes), std::u32string_view(reference_.codes), row);
}

/// Splits at blanks, and splits a punctuation sign off the end of a word, or else off its beginning.
void ChrfCounter::read(std::string_view text, Side& side) const {
    side.codes.clear();
    side.ends.clear();
    std::size_t start = 0;
    const auto end_word = [&] {
        const std::size_t size = side.codes.size() - start;
        if (size > 1) {
            if (is_punctuation(side.codes.back()))
                side.ends.push_back(side.codes.size() - 1);
            else if (is_punctuation(side.codes[start]))
                side.ends.push_back(start + 1);
        }
        if (size) side.ends.push_back(side.codes.size());
        start = side.codes.size();
    };
    for (std::size_t at = 0; at < text.size();) {
        const char32_t code = text::decode(text, at);
        if (text::kind_of(code) == text::CharacterKind::blank)
            end_word();
        else
            side.codes.push_back(code);
    }
    end_word();
}

void ChrfCounter::make_room(std::size_t most) {
    const std::size_t wanted = std::bit_ceil(std::max<std::size_t>(2 * most, 64));
    if (slots_.size() < wanted || ++round_ == 0) {
        slots_.assign(std::max(wanted, slots_.size()), Slot{});
        round_ = 1;
    }
    mask_ = wanted - 1;
    numbers_ = root;
}

ChrfCounter::Slot& ChrfCounter::place(std::uint64_t key) {
    std::size_t at = (key * 0x9E3779B97F4A7C15u >> 30) & mask_;
    while (slots_[at].round == round_ && slots_[at].key != key) at = (at + 1) & mask_;
    return slots_[at];
}

ChrfCounter::Slot& ChrfCounter::learn(std::uint64_t key) {
    Slot& slot = place(key);
    if (slot.round != round_) slot = {key, round_, ++numbers_, 0};
    return slot;
}

ChrfCounter::Slot* ChrfCounter::find(std::uint64_t key) {
    Slot& slot = place(key);
    return slot.round == round_ ? &slot : nullptr;
}

/// Counts one length at a time: a table of n-grams of one length fits the cache, one of all lengths does not.
void ChrfCounter::count(std::u32string_view ours, std::u32string_view theirs, CharacterRow row) {
    hypothesis_.grams.assign(ours.size(), root);
    reference_.grams.assign(theirs.size(), root);
    for (std::size_t order = 0; order < chrf_characters; ++order) {
        row[3 * order + 1] = grams(theirs.size(), order + 1);
        row[3 * order] = row[3 * order + 1] == 0 ? 0 : grams(ours.size(), order + 1);
        row[3 * order + 2] = 0;
        make_room(ours.size());
        work::for_each_below(ours.size() - std::min(order, ours.size()), [&](std::size_t at) {
            Slot& slot = learn(character_key(hypothesis_.grams[at], ours[at + order]));
            ++slot.count;
            hypothesis_.grams[at] = slot.number;
        });
        work::for_each_below(theirs.size() - std::min(order, theirs.size()), [&](std::size_t at) {
            std::uint32_t& number = reference_.grams[at];
            if (number == 0) return;  // The hypothesis lacks the n-gram without its last character.
            Slot* slot = find(character_key(number, theirs[at + order]));
            number = slot ? slot->number : 0;
            if (!slot || slot->count == 0) return;
            --slot->count;
            ++row[3 * order + 2];
        });
    }
}

void ChrfCounter::count_words(ChrfRow row) {
    std::unordered_map<std::u32string_view, std::uint32_t> numbers;
    const auto number_words = [&numbers](Side& side) {
        side.words.clear();
        std::size_t start = 0;
        for (const std::size_t end : side.ends) {
            const auto word = std::u32string_view(side.codes).substr(start, end - start);
            side.words.push_back(numbers.emplace(word, numbers.size()).first->second);
            start = end;
        }
    };
    number_words(hypothesis_);
    number_words(reference_);
    const auto &ours = hypothesis_.words, &theirs = reference_.words;
    for (std::size_t order = 1; order <= chrf_words; ++order) {
        const auto key = [order](const std::vector<std::uint32_t>& words, std::size_t at) {
            return order == 1 ? words[at] : std::uint64_t{words[at]} << 32 | words[at + 1];
        };
        const auto columns = row.subspan(3 * (chrf_characters + order - 1), 3);
        columns[0] = grams(ours.size(), order);
        columns[1] = grams(theirs.size(), order);
        make_room(ours.size());
        for (std::size_t at = 0; at + order <= ours.size(); ++at) ++learn(key(ours, at)).count;
        for (std::size_t at = 0; at + order <= theirs.size(); ++at)
            if (Slot* slot = find(key(theirs, at)); slot && slot->count > 0) {
                --slot->count;
                ++columns[2];
            }
    }
}

namespace {

/// The places of each character in a block of at most 64, one bit per place.
class Places {
  public:
    explicit Places(std::u32string_view block) {
        for (std::size_t at = 0; at < block.size(); ++at) {
            Slot& slot = slots_[find(block[at])];
            slot.code = block[at];
            slot.places |= std::uint64_t{1} << at;
        }
    }

    std::uint64_t operator[](char32_t code) const { return slots_[find(code)].places; }

  private:
    struct Slot {
        char32_t code;
        std::uint64_t places;
    };

    /// The slot of a character, or the empty one for it: of 256 slots, at most 64 are used.
    std::size_t find(char32_t code) const {
        std::size_t at = (code ^ code >> 8) & 255;
        while (slots_[at].places != 0 && slots_[at].code != code) at = (at + 1) & 255;
        return at;
    }

    std::array<Slot, 256> slots_{};
};

}  // namespace

std::size_t CommonSubsequence::length(std::u32string_view first, std::u32string_view second) {
    const auto [ours, theirs] = std::mismatch(first.begin(), first.end(), second.begin(), second.end());
    const auto same = static_cast<std::size_t>(ours - first.begin());
    first.remove_prefix(same);
    second.remove_prefix(same);
    std::size_t found = same;
    while (!first.empty() && !second.empty() && first.back() == second.back()) {
        first.remove_suffix(1);
        second.remove_suffix(1);
        ++found;
    }
    carries_.assign(second.size(), 0);
    work::StopCheck stop;
    for (; !first.empty(); first.remove_prefix(std::min<std::size_t>(64, first.size()))) {
        const std::u32string_view block = first.substr(0, 64);
        const Places places(block);
        std::uint64_t open = ~std::uint64_t{0};  // A 0 where the subsequence grows.
        for (std::size_t at = 0; at < second.size(); ++at) {
            const std::uint64_t here = open & places[second[at]], sum = open + here;
            const std::uint64_t carried = sum + carries_[at];
            carries_[at] = sum < open || carried < sum;
            open = carried | (open & ~here);
        }
        stop.spend(second.size());
        found += static_cast<std::size_t>(std::popcount(~open << (64 - block.size())));
    }
    return found;
}

}  // namespace bolide::score
