// Atomic regions of traces: small traces as texts, and random ones compared with the definition, by all
// conflicts and their transitive closure.
#include "predict/serializability.h"
#include "predict/std_format.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_EVENTS = 24, MOST_CONFLICTS = 8, MOST_TEXT = 400 };

static uint64_t random_state = 20261123;

static uint32_t random_below(uint32_t n)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 33) % n;
}

// ---- texts

// Events in the STD format, with blanks between them instead of line ends.
static void read_trace(struct event_trace *trace, const char *text)
{
    char path[] = "/tmp/heddle-serializability-XXXXXX";
    struct error error = {0};
    int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    assert_non_null(file);
    for (; *text; text++)
        fputc(*text == ' ' ? '\n' : *text, file);
    fclose(file);
    if (!std_read(trace, path, &error))
        fail_msg("%s", error.message);
    unlink(path);
}

// "1-2 3-4": the first event conflicts with the second, the third with the fourth. Returns how many.
static uint32_t read_cycle(struct conflict *cycle, const char *text)
{
    uint32_t count = 0;
    int length = 0;
    for (; sscanf(text, "%u-%u%n", &cycle[count].first, &cycle[count].second, &length) == 2; text += length)
        assert_true(++count < MOST_CONFLICTS);
    return count;
}

// ---- what is found

struct finds {
    const struct event_trace *trace;
    uint32_t count;
    char text[MOST_TEXT]; // of each: " BEGIN: CYCLE"
};

static void found(void *context, uint32_t begin, const struct conflict *cycle, uint32_t count)
{
    struct finds *finds = context;
    const char *wrong = serializability_check(finds->trace, begin, cycle, count);
    assert_null(wrong);
    finds->count++;
    size_t used = strlen(finds->text);
    used += (size_t)snprintf(finds->text + used, MOST_TEXT - used, " %u:", begin);
    for (uint32_t i = 0; i < count && used < MOST_TEXT; i++)
        used +=
            (size_t)snprintf(finds->text + used, MOST_TEXT - used, " %u-%u", cycle[i].first, cycle[i].second);
}

// ---- the definition

static bool conflicting(const struct recorded_event *a, const struct recorded_event *b)
{
    bool accesses = a->kind <= EVENT_WRITE && b->kind <= EVENT_WRITE;
    return accesses && a->operand == b->operand && (a->kind == EVENT_WRITE || b->kind == EVENT_WRITE);
}

// Numbers of the transactions of all events; the number of regions that are on cycles.
static uint32_t count_by_definition(const struct event_trace *trace)
{
    uint32_t n = trace->events.size, of[MOST_EVENTS], depth[4] = {0}, open[4] = {0}, regions = 0;
    bool before[MOST_EVENTS][MOST_EVENTS] = {{false}};
    assert_true(n <= MOST_EVENTS);
    for (uint32_t i = 0; i < n; i++) {
        const struct recorded_event *event = &trace->events.data[i];
        if (event->kind == EVENT_BEGIN && depth[event->thread]++ == 0)
            open[event->thread] = i;
        of[i] = depth[event->thread] ? open[event->thread] : i;
        if (event->kind == EVENT_END)
            depth[event->thread]--;
    }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n; j++) {
            const struct recorded_event *a = &trace->events.data[i], *b = &trace->events.data[j];
            if (of[i] != of[j] && (a->thread == b->thread || conflicting(a, b)))
                before[of[i]][of[j]] = true;
        }
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < n; j++)
                before[i][j] |= before[i][k] && before[k][j];
    for (uint32_t i = 0; i < n; i++)
        regions += trace->events.data[i].kind == EVENT_BEGIN && of[i] == i && before[i][i];
    return regions;
}

// ---- tests

static void small_traces(void **state)
{
    (void)state;
    // Events are numbered from 0. `found`: where regions begin that were not atomic, and their cycles.
    static const struct {
        const char *what, *trace, *found;
        uint64_t regions;
    } cases[] = {
        // clang-format off
        {"a write in between",            "a|begin a|r(x) b|w(x) a|w(x) a|end", " 0: 1-2 2-3", 1},
        {"a read between writes",         "a|begin a|w(x) b|r(x) a|w(x) a|end", " 0: 1-2 2-3", 1},
        {"two reads of one write",        "a|begin a|w(x) b|r(x) a|r(x) a|end", "", 0},
        {"another variable",              "a|begin a|r(x) b|w(y) a|w(x) a|end", "", 0},
        {"a write behind",                "a|begin a|r(x) b|r(x) a|r(x) a|end b|w(x)", "", 0},
        {"a lock",                        "a|begin a|acq(l) a|rel(l) b|acq(l) b|rel(l) a|acq(l) a|rel(l) a|end", "", 0},
        {"no region",                     "a|r(x) b|w(x) a|w(x)", "", 0},
        {"two regions",                   "a|begin a|r(x) a|end b|w(x) a|begin a|w(x) a|end", "", 0},
        {"an inner region",               "a|begin a|r(x) b|w(x) a|begin a|w(x) a|end a|end", " 0: 1-2 2-4", 1},
        {"a region that does not end",    "a|begin a|r(x) b|w(x) a|w(x)", " 0: 1-2 2-3", 1},
        {"a third thread's saw nothing",  "a|begin a|w(x) b|r(x) b|w(z) c|begin c|r(z) c|w(y) c|end a|r(y) a|end", " 0: 1-2 3-5 6-8", 2},
        // clang-format on
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct event_trace trace = {0};
        read_trace(&trace, cases[i].trace);
        struct finds finds = {.trace = &trace};
        uint64_t regions = serializability(&trace, found, &finds);
        if (regions != cases[i].regions || strcmp(finds.text, cases[i].found) != 0)
            fail_msg("%s: %u regions,%s", cases[i].what, (unsigned)regions, finds.text);
        assert_int_equal(count_by_definition(&trace), cases[i].regions);
        event_trace_free(&trace);
    }
}

static void add(struct event_trace *trace, const char *thread, enum event_kind kind, const char *operand)
{
    struct error error = {0};
    struct recorded_event event = {
        .kind = (uint8_t)kind,
        .thread = (uint16_t)event_trace_name(trace, NAMES_THREADS, thread, strlen(thread)),
        .operand = event_trace_name(trace, event_operand_names(kind), operand, strlen(operand)),
        .place = event_trace_name(trace, NAMES_PLACES, "", 0)};
    assert_true(event_trace_add(trace, event, &error));
}

static void make_random(struct event_trace *trace)
{
    static const char *const threads[] = {"a", "b", "c"};
    static const char *const variables[] = {"x", "y", "z"};
    uint32_t depth[3] = {0}, size = 4 + random_below(MOST_EVENTS - 4), names = 1 + random_below(3);
    for (uint32_t i = 0; i < size; i++) {
        uint32_t t = random_below(3);
        switch (random_below(6)) {
        case 0: add(trace, threads[t], EVENT_BEGIN, threads[t]), depth[t]++; break;
        case 1:
            if (depth[t] > 0)
                add(trace, threads[t], EVENT_END, threads[t]), depth[t]--;
            break;
        case 2: add(trace, threads[t], EVENT_WRITE, variables[random_below(names)]); break;
        default: add(trace, threads[t], EVENT_READ, variables[random_below(names)]); break;
        }
    }
}

static void random_traces_agree_with_the_definition(void **state)
{
    (void)state;
    uint32_t with = 0;
    for (uint32_t k = 0; k < 20000; k++) {
        struct event_trace trace = {0};
        make_random(&trace);
        struct finds finds = {.trace = &trace};
        uint32_t expected = trace.events.size ? count_by_definition(&trace) : 0;
        assert_int_equal(serializability(&trace, found, &finds), expected);
        assert_true((finds.count > 0) == (expected > 0));
        with += expected > 0;
        event_trace_free(&trace);
    }
    assert_true(with > 1000 && with < 19000);
}

static void what_is_no_find_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *what, *cycle;
        uint32_t begin;
        bool holds;
    } cases[] = {
        {"a find", "1-2 3-4", 0, true},
        {"an access behind the region", "1-2 2-6", 0, false},
        {"accesses of different variables", "1-3 3-4", 0, false},
        {"a conflict that does not begin in the region", "3-4 1-2", 0, false},
        {"an event that begins no region", "1-2 3-4", 1, false},
        {"a cycle that does not come back", "1-2", 0, false},
    };
    struct event_trace trace = {0};
    read_trace(&trace, "a|begin a|r(x) b|w(x) b|r(y) a|w(y) a|end a|r(x)");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct conflict cycle[MOST_CONFLICTS];
        uint32_t count = read_cycle(cycle, cases[i].cycle);
        const char *wrong = serializability_check(&trace, cases[i].begin, cycle, count);
        if (!wrong != cases[i].holds)
            fail_msg("%s: %s", cases[i].what, wrong ? wrong : "taken for one");
    }
    event_trace_free(&trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_traces),
        cmocka_unit_test(random_traces_agree_with_the_definition),
        cmocka_unit_test(what_is_no_find_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
