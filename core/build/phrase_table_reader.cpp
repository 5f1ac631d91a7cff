#include "build/phrase_table_reader.hpp"

#include "resource/hash_index.hpp"
#include "text/folding.hpp"
#include "text/strings.hpp"

namespace bolide::build {

namespace {

constexpr std::string_view bars = "|||";

/// Parity: like Java's trim, removes every control character at the ends too.
std::string_view trimmed(std::string_view text) {
    while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
    while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
    return text;
}

/// Whether a phrase needs no cleaning: one blank between words, and only lower case if `lowercase`.
bool is_clean(std::string_view phrase, bool lowercase) {
    char before = 0;
    for (std::size_t at = 0; at < phrase.size();) {
        const char c = phrase[at];
        if (static_cast<unsigned char>(c) < 0x80) {
            if (text::is_separator(static_cast<unsigned char>(c)) && (c != ' ' || before == ' ')) return false;
            if (lowercase && c >= 'A' && c <= 'Z') return false;
            ++at;
        } else {
            const char32_t code = text::decode_multibyte(phrase, at);
            if (code == text::replacement || (lowercase && (text::lower_simple(code) != code || code == U'\u0130')))
                return false;
        }
        before = c;
    }
    return true;
}

/// The first three fields of a line; false if it has fewer.
bool split_fields(std::string_view line, std::array<std::string_view, 3>& fields) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const std::size_t end = line.find(bars);
        if (end == line.npos && i + 1 < fields.size()) return false;
        fields[i] = trimmed(line.substr(0, end));
        line.remove_prefix(end == line.npos ? line.size() : end + bars.size());
    }
    return true;
}

bool read_probability(std::string_view word, double& probability) {
    return text::to_double(word, probability) && probability > 0 && probability <= 1;
}

/// Reads the first and third score of a field; false if one is missing or not a probability. The second is unused.
bool read_scores(std::string_view field, double& first, double& third) {
    std::size_t count = 0;
    bool is_good = true;
    text::for_each_word(field, [&](std::string_view word) {
        ++count;
        if (count == 1) is_good = read_probability(word, first);
        if (count == 3) is_good = is_good && read_probability(word, third);
    });
    return is_good && count >= 3;
}

}  // namespace

void PhraseTableReader::feed(std::string_view text) {
    pieces_.feed(text, [this](std::string_view line) { read_line(line); });
}

void PhraseTableReader::finish() {
    pieces_.finish([this](std::string_view line) { read_line(line); });
}

PhraseTableColumns PhraseTableReader::take() { return std::exchange(columns_, {}); }

void PhraseTableReader::read_line(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++line_;
    stop_.spend(line.size());
    std::string reason = read_row(line);
    if (reason.empty()) return;
    if (bad_lines_++ == 0) first_bad_line_ = {line_, std::move(reason)};
}

std::string PhraseTableReader::read_row(std::string_view line) {
    std::array<std::string_view, 3> fields;
    if (!split_fields(line, fields))
        return "expected three fields separated by |||, found \"" + text::repaired(line.substr(0, 60)) + "\"";
    if (fields[0].empty() || fields[1].empty()) return "a phrase is empty";
    double source_given_target = 0, target_given_source = 0;
    if (!read_scores(fields[2], source_given_target, target_given_source))
        return "expected three or more scores, the first and third above 0 and at most 1, found \"" +
               text::repaired(fields[2].substr(0, 60)) + "\"";
    if (source_given_target < minimum_ && target_given_source < minimum_) return {};
    const std::string_view source = add_phrase(columns_.source, fields[0]);
    if (target_given_source >= minimum_) ++of_source_[resource::string_hash(source) % counters];
    const std::string_view target = add_phrase(columns_.target, fields[1]);
    if (source_given_target >= minimum_) ++of_target_[resource::string_hash(target) % counters];
    columns_.source_given_target.push_back(source_given_target);
    columns_.target_given_source.push_back(target_given_source);
    return {};
}

std::string_view PhraseTableReader::add_phrase(TextColumn& column, std::string_view phrase) {
    const auto start = static_cast<std::size_t>(column.offsets.back());
    std::size_t words = 1;
    if (is_clean(phrase, lowercase_)) {
        column.append(phrase);
        words += static_cast<std::size_t>(std::count(phrase.begin(), phrase.end(), ' '));
    } else {
        words = 0;
        text::for_each_word(lowercase_ ? text::lower(phrase) : text::repaired(phrase), [&](std::string_view word) {
            if (words++) column.append(" ");
            column.append(word);
        });
    }
    column.end_text();
    longest_phrase_ = std::max(longest_phrase_, words);
    return {column.bytes.data() + start, column.bytes.size() - start};
}

}  // namespace bolide::build
