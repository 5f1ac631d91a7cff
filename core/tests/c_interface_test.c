/* Tests the C interface from C: every function, and every way to fail that needs no file. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bolide.h"

static const char settings[] =
    "settings=1\nsignature=mine\ntext=lower\nmatchers=exact stem\nstemmer=portuguese\naligner=java\nbeam=40\n"
    "function_words=o os na\nparameters=0.75 1.4 0.7 0.5\nweights=1.0 0.5\n";
static const char hypothesis[] = "O gato dormia na casa", reference[] = "os gatos dormiam bem na casa";

static int failures;

static void check(int holds, const char* what, const char* file, int line) {
    if (holds) return;
    ++failures;
    printf("%s:%d: %s does not hold; %s\n", file, line, what, bolide_error());
}
#define CHECK(condition) check(condition, #condition, __FILE__, __LINE__)

static int same(const bolide_scores* one, const bolide_scores* other) {
    return memcmp(&one->score, &other->score, 3 * sizeof(double)) == 0 && one->penalty == other->penalty;
}

static int refused(const char* text, const char* message) {
    bolide_metric* metric = NULL;
    const int status = bolide_open(text, strlen(text), &metric);
    return metric == NULL && strncmp(bolide_error(), message, strlen(message)) == 0 ? status : BOLIDE_OK;
}

static void test_refusals(void) {
#define START "settings=1\nmatchers=exact\nparameters=1 1 1 1\nweights=1\n"
    CHECK(refused("", "settings cannot be ''") == BOLIDE_BAD_SETTINGS);
    CHECK(refused("matchers", "settings are lines name=value, not: matchers") == BOLIDE_BAD_SETTINGS);
    CHECK(refused(START "weights=1", "weights is set twice") == BOLIDE_BAD_SETTINGS);
    CHECK(refused("settings=1\nmatchers=stem stem", "matchers cannot be 'stem'") == BOLIDE_BAD_SETTINGS);
    CHECK(
        refused(START "semantics=1", "a matcher or a share of the score needs vectors, which C programs cannot pass") ==
        BOLIDE_BAD_SETTINGS);
    CHECK(refused(START "copy_x=1 nan", "copy_x cannot be 'nan'") == BOLIDE_BAD_SETTINGS);
    CHECK(refused(START "beam=-1", "beam cannot be '-1'") == BOLIDE_BAD_SETTINGS);
    CHECK(refused(START "colour=red", "unknown setting colour") == BOLIDE_BAD_SETTINGS);
    CHECK(refused(START "synonyms=/no/such/file", "/no/such/file: ") == BOLIDE_BAD_FILE);
    CHECK(bolide_open(NULL, 0, NULL) == BOLIDE_BAD_CALL);
}

static void test_alignment(const bolide_metric* metric, const bolide_scores* wanted) {
    bolide_alignment* alignment = NULL;
    CHECK(bolide_align(metric, hypothesis, strlen(hypothesis), reference, strlen(reference), &alignment) == BOLIDE_OK);
    if (!alignment) return;
    CHECK(alignment->hypothesis_size == 5 && alignment->reference_size == 6 && alignment->match_count == 4);
    CHECK(strcmp(alignment->hypothesis[0].text, "o") == 0 && alignment->hypothesis[0].size == 1);
    CHECK(alignment->hypothesis[0].kinds == BOLIDE_FUNCTION_WORD && alignment->hypothesis[1].kinds == 0);
    CHECK(strcmp(alignment->matches[0].matcher, "stem") == 0 && alignment->matches[0].reference_start == 1);
    CHECK(strcmp(alignment->matches[3].matcher, "exact") == 0 && alignment->matches[3].hypothesis_start == 4);
    CHECK(alignment->matches[1].chunk == 0 && alignment->matches[2].chunk == 1 && alignment->matches[3].chunk == 1);
    CHECK(alignment->matches[0].similarity == 1 && same(&alignment->scores, wanted));
    bolide_free_alignment(alignment);
}

static void test_statistics(const bolide_metric* metric, const bolide_scores* wanted) {
    int64_t row[256], twice[256];
    const size_t columns = bolide_columns(metric);
    bolide_scores scores;
    CHECK(columns > 4 && columns <= 256);
    CHECK(bolide_count(metric, hypothesis, strlen(hypothesis), reference, strlen(reference), row) == BOLIDE_OK);
    CHECK(bolide_score_statistics(metric, row, &scores) == BOLIDE_OK && same(&scores, wanted));
    for (size_t i = 0; i < columns; ++i) twice[i] = 2 * row[i];
    CHECK(bolide_score_statistics(metric, twice, &scores) == BOLIDE_OK && scores.recall == wanted->recall);
}

int main(void) {
    bolide_metric* metric = NULL;
    bolide_scores scores;
    CHECK(bolide_abi() == BOLIDE_ABI && strlen(bolide_version()) > 0);
    test_refusals();
    CHECK(bolide_open(settings, strlen(settings), &metric) == BOLIDE_OK);
    if (!metric) return 1;
    CHECK(strcmp(bolide_signature(metric), "mine") == 0);
    CHECK(bolide_score(metric, hypothesis, strlen(hypothesis), reference, strlen(reference), &scores) == BOLIDE_OK);
    CHECK(scores.score > 0 && scores.score < 1 && isnan(scores.chrf));
    test_alignment(metric, &scores);
    test_statistics(metric, &scores);
    CHECK(bolide_score(metric, "", 0, reference, strlen(reference), &scores) == BOLIDE_OK && scores.score == 0);
    CHECK(bolide_score(metric, "\xff\0x", 3, "\xff\0x", 3, &scores) == BOLIDE_OK && scores.score > 0);
    CHECK(bolide_score(NULL, "", 0, "", 0, &scores) == BOLIDE_BAD_CALL);
    bolide_close(metric);
    bolide_close(NULL);
    bolide_free_alignment(NULL);
    return failures != 0;
}
