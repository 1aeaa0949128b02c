// Pending reversals by themselves: what of a trace gets into the past of an operation.
#include "explore/pending.h"

#include "base/hash.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { X = 64, Y = 128, Z = 192 };

struct fixture {
    struct labels labels;
    struct trace trace;
    struct pending_reversals pending;
};

static struct fixture f;

static void open_fixture(bool by_conflicts, bool races)
{
    labels_init(&f.labels);
    trace_init(&f.trace);
    pending_init(&f.pending, &f.labels, by_conflicts, races);
}

static int set_up(void **state)
{
    (void)state;
    open_fixture(true, false);
    return 0;
}

static int set_up_for_races(void **state)
{
    (void)state;
    open_fixture(true, true);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    pending_free(&f.pending);
    trace_free(&f.trace);
    labels_free(&f.labels);
    return 0;
}

static uint32_t touch(uint64_t address, bool write)
{
    struct access access = {.address = address, .size = 4, .write = write};
    return label_intern(&f.labels, &access, 1);
}

static void execute_access(uint32_t thread, const struct access *access)
{
    uint32_t label = label_intern(&f.labels, access, 1);
    trace_add(&f.trace, (struct event){.thread = thread, .label = label}, access, 1);
}

static void execute(uint32_t thread, uint64_t address, bool write)
{
    execute_access(thread, &(struct access){.address = address, .size = 4, .write = write});
}

static void synchronise(uint32_t thread, uint64_t address)
{
    execute_access(thread, &(struct access){.address = address, .size = 4, .write = true, .atomic = true});
}

// The last event of the trace becomes a pending reversal.
static void add_last(bool may_block)
{
    uint32_t index = f.trace.events.size - 1;
    const struct event *e = &f.trace.events.data[index];
    pending_add(&f.pending, &f.trace, index, e->thread, OPERATION_NONE, may_block, e->label);
}

static void push(void)
{
    pending_push(&f.pending, &f.trace, f.trace.events.size);
}

// The only pending reversal of the newest choice point.
static struct pending_reversal only_pending(void)
{
    uint32_t words, found = 0, number = 0;
    pending_settle(&f.pending, &f.trace);
    const uint64_t *set = pending_present(&f.pending, &words);
    for (uint32_t k = 0; k < 64 * words; k++)
        if (set[k / 64] >> k % 64 & 1) {
            number = k;
            found++;
        }
    assert_int_equal(found, 1);
    return *pending_get(&f.pending, number);
}

static bool past_touches(const struct pending_reversal *d, uint64_t address)
{
    return label_conflict(&f.labels, d->past, touch(address, true));
}

static void test_an_operation_alone_has_no_past(void **state)
{
    (void)state;
    execute(1, X, true); // before the choice point
    push();
    execute(2, X, true);
    add_last(false);
    struct pending_reversal d = only_pending();
    assert_int_equal(d.past, 0);
    assert_int_equal(d.first, 2);
    assert_true(thread_set_has(&d.threads, 2));
    assert_false(thread_set_has(&d.threads, 1));
}

static void test_program_order_and_conflicts_are_past(void **state)
{
    (void)state;
    push();
    execute(1, X, true);  // before 2's read of x
    execute(3, Z, true);  // nobody's
    execute(2, X, false); // 2's own
    execute(2, Y, true);
    add_last(false);
    struct pending_reversal d = only_pending();
    assert_true(past_touches(&d, X));
    assert_false(past_touches(&d, Y));
    assert_false(past_touches(&d, Z));
    assert_true(thread_set_has(&d.threads, 1) && thread_set_has(&d.threads, 2));
    assert_false(thread_set_has(&d.threads, 3));
    assert_int_equal(d.first, 1);
    assert_int_equal(d.first_label, touch(X, true));
}

static void test_what_blocks_has_its_threads_past_only(void **state)
{
    (void)state;
    push();
    execute(1, X, true);
    execute(2, X, true);
    add_last(true);
    assert_int_equal(only_pending().past, 0);
}

static void test_own_conflicts_count_where_asked(void **state)
{
    (void)state;
    push();
    execute(1, X, true);
    execute(2, X, true);
    add_last(false);
    assert_true(past_touches(&(struct pending_reversal){.past = only_pending().past}, X));
    tear_down(NULL);
    open_fixture(false, false);
    push();
    execute(1, X, true);
    execute(2, X, true);
    add_last(false);
    assert_int_equal(only_pending().past, 0);
}

static void test_the_first_stays_while_nothing_is_before_it(void **state)
{
    (void)state;
    push();
    execute(1, Y, true); // before the operation, independent of 2's read
    execute(2, X, false);
    execute(2, Y, true);
    add_last(false);
    assert_int_equal(only_pending().first, 2);
    assert_int_equal(only_pending().first_label, touch(X, false));
}

static void test_creation_puts_the_creator_into_the_past(void **state)
{
    (void)state;
    push();
    execute(1, Y, true);
    trace_edge(&f.trace, 1, 2);
    execute(2, X, true);
    add_last(false);
    struct pending_reversal d = only_pending();
    assert_true(thread_set_has(&d.threads, 1));
    assert_int_equal(d.first, 1);
}

// What a choice point has goes through the events before it when it is left.
static void test_leaving_a_choice_point_takes_in_what_was_between(void **state)
{
    (void)state;
    push();
    execute(1, X, true);
    struct trace_mark mark = trace_mark(&f.trace);
    push();
    execute(2, X, true);
    add_last(false);
    assert_int_equal(only_pending().past, 0);
    pending_settle(&f.pending, &f.trace);
    trace_undo(&f.trace, &mark);
    pending_pop(&f.pending, &f.trace, NULL);
    assert_true(past_touches(&(struct pending_reversal){.past = only_pending().past}, X));
    assert_int_equal(only_pending().first, 1);
}

// A choice point within a step stands after that step's event, which the trace does not have yet.
static void test_within_a_step(void **state)
{
    (void)state;
    push();
    pending_push(&f.pending, &f.trace, f.trace.events.size + 1);
    struct trace_mark mark = trace_mark(&f.trace);
    execute(1, X, true);
    add_last(false); // the step's own event is pending at the choice point before
    uint32_t words;
    const uint64_t *set = pending_present(&f.pending, &words);
    for (uint32_t k = 0; k < words; k++)
        assert_int_equal(set[k], 0);
    execute(2, X, true);
    add_last(false);
    assert_int_equal(only_pending().past, 0);
    trace_undo(&f.trace, &mark);
    struct pending_event within = {.thread = 1, .label = touch(X, true)};
    pending_pop(&f.pending, &f.trace, &within);
    set = pending_present(&f.pending, &words);
    uint32_t with_past = 0, count = 0;
    for (uint32_t k = 0; k < 64 * words; k++)
        if (set[k / 64] >> k % 64 & 1) {
            count++;
            with_past += pending_get(&f.pending, k)->past != 0;
        }
    assert_int_equal(count, 2);
    assert_int_equal(with_past, 1);
}

static void test_a_past_that_is_too_large_is_not_kept(void **state)
{
    (void)state;
    push();
    for (uint32_t k = 0; k < 100; k++)
        execute(1, 4096 + 64 * k, true);
    execute(1, X, true);
    add_last(false);
    assert_true(only_pending().unknown);
}

static uint32_t below(uint32_t limit)
{
    static uint64_t seed = 1;
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % limit;
}

static void test_pasts_of_data_races_are_what_synchronises(void **state)
{
    (void)state;
    push();
    synchronise(1, X);
    execute(1, Y, true);
    execute(1, Z, true);
    synchronise(2, X);
    execute(2, Y, true);
    execute(2, Z, false);
    add_last(false);
    struct pending_reversal d = only_pending();
    assert_true(d.plain);
    assert_true(past_touches(&d, X));
    assert_false(past_touches(&d, Y));
    assert_true(thread_set_has(&d.threads, 1));
}

static void test_a_data_race_has_nothing_in_the_past(void **state)
{
    (void)state;
    push();
    synchronise(1, X);
    execute(1, Y, true);
    execute(2, Y, false);
    add_last(false);
    struct pending_reversal d = only_pending();
    assert_true(d.plain);
    assert_int_equal(d.past, 0);
    assert_false(thread_set_has(&d.threads, 1));
}

// A sum over the set, whatever the numbers.
static uint64_t contents(const struct pending_reversals *pending)
{
    uint32_t words;
    uint64_t sum = 0;
    const uint64_t *set = pending_present(pending, &words);
    for (uint32_t k = 0; k < 64 * words; k++)
        if (set[k / 64] >> k % 64 & 1) {
            const struct pending_reversal *d = pending_get(pending, k);
            uint64_t hash = hash_combine((uint64_t)d->thread << 32 | d->label,
                                         (uint64_t)d->past << 2 | (uint64_t)d->unknown << 1 | d->late);
            hash = hash_combine(hash, (uint64_t)d->first << 32 | d->first_label);
            sum += hash_combine(hash, d->threads.words[0]);
        }
    return sum;
}

// The pasts found together are those found one by one, and each event is gone through once.
static void test_pasts_are_found_together(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 300; round++) {
        struct pending_reversals one_by_one;
        tear_down(NULL);
        open_fixture(round % 2, false);
        pending_init(&one_by_one, &f.labels, round % 2, false);
        for (unsigned k = 0; k < 40; k++) {
            if (k == 0 || below(12) == 0) {
                pending_push(&one_by_one, &f.trace, f.trace.events.size);
                push();
            }
            if (below(8) == 0)
                trace_edge(&f.trace, below(3), below(3));
            execute(below(3), X + 32 * below(round % 5 + 1), below(2));
            const struct event *e = &f.trace.events.data[f.trace.events.size - 1];
            bool may_block = below(3) == 0;
            add_last(may_block);
            pending_add(&one_by_one, &f.trace, f.trace.events.size - 1, e->thread, OPERATION_NONE, may_block,
                        e->label);
            pending_settle(&one_by_one, &f.trace);
        }
        pending_settle(&f.pending, &f.trace);
        for (; f.pending.depth > 1; pending_pop(&f.pending, &f.trace, NULL)) {
            assert_true(contents(&f.pending) == contents(&one_by_one));
            pending_pop(&one_by_one, &f.trace, NULL);
        }
        assert_true(contents(&f.pending) == contents(&one_by_one));
        pending_free(&one_by_one);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(test_an_operation_alone_has_no_past),
        TEST(test_program_order_and_conflicts_are_past),
        TEST(test_what_blocks_has_its_threads_past_only),
        TEST(test_own_conflicts_count_where_asked),
        TEST(test_the_first_stays_while_nothing_is_before_it),
        TEST(test_creation_puts_the_creator_into_the_past),
        TEST(test_leaving_a_choice_point_takes_in_what_was_between),
        TEST(test_within_a_step),
        TEST(test_a_past_that_is_too_large_is_not_kept),
        TEST(test_pasts_are_found_together),
        cmocka_unit_test_setup_teardown(test_pasts_of_data_races_are_what_synchronises, set_up_for_races,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_a_data_race_has_nothing_in_the_past, set_up_for_races,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
