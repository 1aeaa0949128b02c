// Wake-up trees, sleep sets, interned lists and stored sleepers by themselves.
#include "explore/sleep.h"
#include "explore/stored_sleeper.h"
#include "explore/wakeup.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct labels labels;

static uint32_t touch(uint64_t address, bool write)
{
    struct access access = {.address = address, .size = 4, .write = write};
    return label_intern(&labels, &access, 1);
}

static int set_up(void **state)
{
    (void)state;
    labels_init(&labels);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    labels_free(&labels);
    return 0;
}

// ---- interned lists

static void test_labels_are_equal_by_content(void **state)
{
    (void)state;
    assert_int_equal(touch(8, true), touch(8, true));
    assert_int_not_equal(touch(8, true), touch(8, false));
    assert_int_not_equal(touch(8, true), touch(12, true));
    for (uint32_t k = 0; k < 1000; k++)
        touch(4096 + 4 * k, false);
    assert_int_equal(touch(4096, false), touch(4096, false));
}

static void test_conflicts(void **state)
{
    (void)state;
    assert_true(label_conflict(&labels, touch(8, true), touch(8, false)));
    assert_true(label_conflict(&labels, touch(8, true), touch(10, true)));
    assert_false(label_conflict(&labels, touch(8, false), touch(8, false)));
    assert_false(label_conflict(&labels, touch(8, true), touch(12, true)));
    assert_true(label_conflict(&labels, LABEL_ALL, touch(8, false)));
    struct access add = {.address = 8, .size = 4, .write = true, .commute = COMMUTE_ADD};
    uint32_t adding = label_intern(&labels, &add, 1);
    assert_false(label_conflict(&labels, adding, adding));
    assert_true(label_conflict(&labels, adding, touch(8, false)));
}

static void test_stored_sleepers_are_equal_in_all_parts(void **state)
{
    (void)state;
    struct stored_sleepers stored = {0};
    const struct stored_sleeper first = {1, 2, 3, false};
    struct stored_sleeper other[4] = {first, first, first, first};
    uint32_t number = stored_sleeper_number(&stored, &first), numbers[4];
    other[0].thread = 0;
    other[1].label = LABEL_ALL;
    other[2].outcome = OUTCOME_ANY;
    other[3].complete = true;
    for (uint32_t k = 0; k < 4; k++)
        numbers[k] = stored_sleeper_number(&stored, &other[k]);
    for (uint32_t k = 0; k < 10000; k++) // labels and outcomes have all of their bits
        stored_sleeper_number(&stored, &(struct stored_sleeper){k % 7, k << 18, ~k, k & 1});
    assert_int_equal(stored_sleeper_number(&stored, &first), number);
    for (uint32_t k = 0; k < 4; k++) {
        assert_int_not_equal(numbers[k], number);
        assert_int_equal(stored_sleeper_number(&stored, &other[k]), numbers[k]);
    }
    assert_int_equal(stored_sleeper_get(&stored, numbers[1])->label, LABEL_ALL);
    stored_sleepers_free(&stored);
}

static void test_outcomes_leave_out_repetitions_and_joins(void **state)
{
    (void)state;
    struct outcomes outcomes;
    outcomes_init(&outcomes);
    struct machine_decision a = {.condition = 3, .alternative = 1, .branch = true}, b = a, after = a,
                            choice = {0};
    b.condition = 5;
    after.after_join = true;
    assert_int_equal(outcome_intern(&outcomes, NULL, 0), OUTCOME_NONE);
    assert_int_equal(outcome_intern(&outcomes, &after, 1), OUTCOME_NONE);
    struct machine_decision once[] = {a, b}, twice[] = {a, a, b, after};
    assert_int_equal(outcome_intern(&outcomes, once, 2), outcome_intern(&outcomes, twice, 4));
    struct machine_decision one[] = {choice}, two[] = {choice, choice};
    assert_int_not_equal(outcome_intern(&outcomes, one, 1), outcome_intern(&outcomes, two, 2));
    outcomes_free(&outcomes);
}

// ---- sequences: threads that execute one event each, in order; `clock` rows say what is before what

#define STRIDE 4

static uint32_t clocks[8][STRIDE];

// Thread k's only event, independent of the others unless an access conflicts with an earlier item.
static void add_item(struct sequence *sequence, uint32_t thread, uint32_t outcome, uint32_t label)
{
    uint32_t *clock = clocks[sequence->items.size];
    memset(clock, 0, sizeof clocks[0]);
    for (uint32_t k = 0; k < sequence->items.size; k++)
        if (label_conflict(&labels, label, sequence->items.data[k].label))
            for (uint32_t t = 0; t < STRIDE; t++)
                if (clocks[k][t] > clock[t])
                    clock[t] = clocks[k][t];
    clock[thread] = 1;
    sequence->stride = STRIDE;
    struct sequence_item item = {
        .thread = thread, .count = 1, .outcome = outcome, .label = label, .clock = clock};
    vector_push(&sequence->items, item);
}

static struct sequence sequence_of(uint32_t count, const uint32_t *threads, const uint32_t *touched)
{
    struct sequence sequence = {0};
    for (uint32_t k = 0; k < count; k++)
        add_item(&sequence, threads[k], k + 1 < count ? OUTCOME_NONE : OUTCOME_ANY, touched[k]);
    return sequence;
}

static void test_sequence_knows_what_can_come_first(void **state)
{
    (void)state;
    struct sequence s =
        sequence_of(3, (uint32_t[]){1, 2, 3}, (uint32_t[]){touch(8, true), touch(8, false), touch(16, true)});
    assert_true(sequence_initial(&s, 0));
    assert_false(sequence_initial(&s, 1));
    assert_true(sequence_initial(&s, 2));
    assert_int_equal(sequence_first(&s, 0), NO_ITEM);
    assert_false(sequence_independent(&s, &labels, touch(16, false)));
    assert_true(sequence_independent(&s, &labels, touch(24, true)));
    vector_free(&s.items);
}

// ---- wake-up trees

static void test_tree_keeps_sequences_in_order_and_once(void **state)
{
    (void)state;
    struct wakeup_pool pool;
    uint32_t list = NO_WAKEUP, x = touch(8, true), y = touch(16, true);
    wakeup_init(&pool);
    struct sequence first = sequence_of(2, (uint32_t[]){1, 2}, (uint32_t[]){x, x});
    wakeup_insert(&pool, &list, &labels, &first);
    vector_free(&first.items);

    struct sequence same = sequence_of(2, (uint32_t[]){1, 2}, (uint32_t[]){x, x});
    wakeup_insert(&pool, &list, &labels, &same);
    vector_free(&same.items);
    struct sequence other = sequence_of(2, (uint32_t[]){2, 1}, (uint32_t[]){x, x});
    wakeup_insert(&pool, &list, &labels, &other);
    vector_free(&other.items);
    struct sequence longer = sequence_of(2, (uint32_t[]){3, 2}, (uint32_t[]){y, x});
    wakeup_insert(&pool, &list, &labels, &longer); // a tree of its own
    vector_free(&longer.items);

    struct wakeup_node node = wakeup_pop(&pool, &list);
    assert_int_equal(node.thread, 1);
    struct wakeup_node child = wakeup_pop(&pool, &node.child);
    assert_int_equal(child.thread, 2);
    assert_int_equal(child.outcome, OUTCOME_ANY);
    assert_int_equal(node.child, NO_WAKEUP);
    node = wakeup_pop(&pool, &list);
    assert_int_equal(node.thread, 2);
    wakeup_drop(&pool, &node.child);
    wakeup_drop(&pool, &list);
    assert_int_equal(list, NO_WAKEUP);
    wakeup_free(&pool);
}

// As deep as an execution of a million events: nothing that walks a tree may nest.
static void test_deep_trees_are_dropped(void **state)
{
    (void)state;
    enum { EVENTS = 1000000 };
    struct wakeup_pool pool;
    struct sequence deep = {0};
    uint32_t list = NO_WAKEUP, x = touch(8, true);
    wakeup_init(&pool);
    for (uint32_t tree = 0; tree < 2; tree++) {
        vector_clear(&deep.items);
        for (uint32_t k = 0; k < EVENTS; k++)
            vector_push(&deep.items, (struct sequence_item){.thread = tree, .outcome = tree, .label = x});
        wakeup_insert(&pool, &list, &labels, &deep);
    }
    wakeup_drop(&pool, &list);
    assert_int_equal(list, NO_WAKEUP);
    uint32_t unused = 0;
    for (uint32_t k = pool.unused; k != NO_WAKEUP; k = pool.nodes.data[k].next)
        unused++;
    assert_int_equal(unused, 2 * EVENTS);
    vector_free(&deep.items);
    wakeup_free(&pool);
}

static void test_outcomes_are_told_apart(void **state)
{
    (void)state;
    struct wakeup_pool pool;
    uint32_t list = NO_WAKEUP, x = touch(8, true);
    wakeup_init(&pool);
    for (uint32_t outcome = 1; outcome <= 2; outcome++) {
        struct sequence s = {0};
        add_item(&s, 1, outcome, x);
        add_item(&s, 2, OUTCOME_ANY, x);
        wakeup_insert(&pool, &list, &labels, &s);
        vector_free(&s.items);
    }
    struct wakeup_node a = wakeup_pop(&pool, &list), b = wakeup_pop(&pool, &list);
    assert_int_equal(a.outcome, 1);
    assert_int_equal(b.outcome, 2);
    assert_int_equal(list, NO_WAKEUP);
    wakeup_drop(&pool, &a.child);
    wakeup_drop(&pool, &b.child);
    wakeup_free(&pool);
}

// What follows one of several outcomes goes, in whatever depth; the rest stays in its order.
static void test_outcomes_are_dropped(void **state)
{
    (void)state;
    struct wakeup_pool pool;
    uint32_t list = NO_WAKEUP, x = touch(8, true);
    wakeup_init(&pool);
    for (uint32_t thread = 1; thread <= 2; thread++) {
        struct sequence s = {0};
        add_item(&s, thread, OUTCOME_NONE, x);
        add_item(&s, 3, thread == 1 ? 7 : OUTCOME_NONE, x);
        add_item(&s, 4, OUTCOME_ANY, x);
        wakeup_insert(&pool, &list, &labels, &s);
        vector_free(&s.items);
    }
    assert_true(wakeup_begins_with_any(&pool, list));
    wakeup_drop_outcomes(&pool, &list);
    struct wakeup_node a = wakeup_pop(&pool, &list), b = wakeup_pop(&pool, &list);
    assert_int_equal(a.thread, 1);
    assert_int_equal(a.child, NO_WAKEUP);
    assert_int_equal(b.thread, 2);
    assert_int_equal(pool.nodes.data[b.child].thread, 3);
    assert_int_equal(list, NO_WAKEUP);
    wakeup_drop(&pool, &b.child);
    wakeup_free(&pool);
}

// A thread that is explored freely takes the place of all trees that begin with it, and no sequence without
// it is left to it.
static void test_free_threads(void **state)
{
    (void)state;
    struct wakeup_pool pool;
    uint32_t list = NO_WAKEUP, x = touch(8, true), y = touch(16, true);
    wakeup_init(&pool);
    for (uint32_t k = 0; k < 3; k++) {
        struct sequence s = {0};
        add_item(&s, k == 1 ? 2 : 1, k + 1, x);
        add_item(&s, 3, OUTCOME_ANY, x);
        wakeup_insert(&pool, &list, &labels, &s);
        vector_free(&s.items);
    }
    struct thread_set ends = {{0}, 0};
    thread_set_add(&ends, 1);
    thread_set_add(&ends, 3);
    assert_false(wakeup_is_free(&pool, wakeup_root_among(&pool, list, &ends)));
    wakeup_insert_free(&pool, &list, 1);
    assert_true(wakeup_is_free(&pool, wakeup_root_among(&pool, list, &ends)));
    struct wakeup_node a = wakeup_pop(&pool, &list), b = wakeup_pop(&pool, &list);
    assert_int_equal(a.thread, 1);
    assert_int_equal(a.outcome, OUTCOME_ANY);
    assert_int_equal(a.label, LABEL_ALL);
    assert_int_equal(a.child, NO_WAKEUP);
    assert_int_equal(b.thread, 2);
    assert_int_equal(list, NO_WAKEUP);
    struct sequence independent = {0};
    add_item(&independent, 5, OUTCOME_ANY, y);
    wakeup_insert_free(&pool, &list, 4);
    assert_int_equal(wakeup_root_among(&pool, list, &ends), NO_WAKEUP);
    assert_false(wakeup_leads_to(&pool, list, &labels, &independent));
    vector_free(&independent.items);
    wakeup_drop(&pool, &b.child);
    wakeup_drop(&pool, &list);
    wakeup_free(&pool);
}

// A thread that is to be explored with all its outcomes is not explored by a tree for one of them, and says
// nothing of what other sequences may be put below it.
static void test_first_threads_are_explored_freely(void **state)
{
    (void)state;
    struct wakeup_pool pool;
    uint32_t list = NO_WAKEUP, x = touch(8, true), y = touch(16, true);
    wakeup_init(&pool);
    struct sequence one = {0};
    add_item(&one, 1, 7, x);
    add_item(&one, 2, OUTCOME_ANY, x);
    wakeup_insert(&pool, &list, &labels, &one);
    vector_free(&one.items);
    struct sequence all = sequence_of(1, (uint32_t[]){1}, (uint32_t[]){x});
    wakeup_insert_first(&pool, &list, &all);
    wakeup_insert_first(&pool, &list, &all); // is there
    vector_free(&all.items);
    struct sequence apart = sequence_of(1, (uint32_t[]){3}, (uint32_t[]){y});
    wakeup_insert(&pool, &list, &labels, &apart);
    vector_free(&apart.items);

    struct wakeup_node node = wakeup_pop(&pool, &list);
    assert_int_equal(node.outcome, 7);
    wakeup_drop(&pool, &node.child);
    node = wakeup_pop(&pool, &list);
    assert_int_equal(node.thread, 1);
    assert_int_equal(node.outcome, OUTCOME_ANY);
    assert_int_equal(node.label, LABEL_ALL);
    assert_int_equal(node.child, NO_WAKEUP);
    node = wakeup_pop(&pool, &list);
    assert_int_equal(node.thread, 3);
    assert_int_equal(list, NO_WAKEUP);
    wakeup_free(&pool);
}

// ---- sleep sets

static void test_sleepers_wake(void **state)
{
    (void)state;
    struct sleepers sleepers = {0};
    struct sleeper reader = {.thread = 1, .label = touch(8, false), .complete = true};
    struct sleeper other = {.thread = 2, .label = touch(16, true), .complete = true};
    vector_push(&sleepers.stack, reader);
    vector_push(&sleepers.stack, other);
    sleep_after(&sleepers, &labels, (struct sleep_span){0, 2}, 3, touch(8, true));
    assert_int_equal(sleepers.stack.size - sleepers.begin, 1);
    const struct sleeper *set = sleepers.stack.data + sleepers.begin;
    assert_int_equal(sleep_state(set, 1, 1), AWAKE);
    assert_int_equal(sleep_state(set, 1, 2), ASLEEP);
    vector_free(&sleepers.stack);
}

static void test_some_outcomes_asleep(void **state)
{
    (void)state;
    struct sleeper set[] = {{.thread = 1, .outcome = 1, .label = touch(8, true)}};
    assert_int_equal(sleep_state(set, 1, 1), ASLEEP_PARTLY);
    assert_true(sleep_has(set, 1, 1, 1));
    assert_false(sleep_has(set, 1, 1, 2));
    struct sequence s = {0};
    add_item(&s, 1, 2, touch(8, true));
    assert_false(sleep_covers(set, 1, &labels, &s));
    assert_false(sleep_covers_first(set, 1, &labels, &s));
    set[0].outcome = 2;
    assert_true(sleep_covers(set, 1, &labels, &s));
    assert_true(sleep_covers_first(set, 1, &labels, &s));
    vector_free(&s.items);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_labels_are_equal_by_content, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_conflicts, set_up, tear_down),
        cmocka_unit_test(test_stored_sleepers_are_equal_in_all_parts),
        cmocka_unit_test_setup_teardown(test_outcomes_leave_out_repetitions_and_joins, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_sequence_knows_what_can_come_first, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_tree_keeps_sequences_in_order_and_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_deep_trees_are_dropped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_outcomes_are_told_apart, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_outcomes_are_dropped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_first_threads_are_explored_freely, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_free_threads, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_sleepers_wake, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_some_outcomes_asleep, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
