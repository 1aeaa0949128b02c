// Which steps allow cuts where data races are looked for: those that are ordered after all that they learn of
// others.
#include "explore/race_pruning.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

static bool allows(enum operation_kind kind, struct machine_note note)
{
    note.kind = NOTE_ACCESS;
    note.operation = (uint8_t)kind;
    return race_pruning_allows(kind, &note, 0, 1);
}

static bool allows_atomic(enum operation_kind kind, bool write, enum access_order order)
{
    return allows(kind, (struct machine_note){.atomic = true, .write = write, .order = (uint8_t)order});
}

static void test_accesses(void **state)
{
    (void)state;
    assert_true(allows(OPERATION_READ, (struct machine_note){0}));
    assert_true(allows(OPERATION_WRITE, (struct machine_note){.write = true}));
    assert_true(allows_atomic(OPERATION_READ, false, ORDER_ACQUIRE));
    assert_true(allows_atomic(OPERATION_WRITE, true, ORDER_RELEASE));
    assert_true(allows_atomic(OPERATION_UPDATE, true, ORDER_ACQUIRE_RELEASE));
    assert_true(allows_atomic(OPERATION_UPDATE, true, ORDER_SEQ_CST));
    assert_true(allows_atomic(OPERATION_UPDATE, false, ORDER_ACQUIRE)); // a compare-exchange that fails
    assert_false(allows_atomic(OPERATION_READ, false, ORDER_RELAXED));
    assert_false(allows_atomic(OPERATION_WRITE, true, ORDER_RELAXED));
    assert_false(
        allows_atomic(OPERATION_UPDATE, true, ORDER_ACQUIRE)); // who reads what it writes is not ordered
    assert_false(
        allows_atomic(OPERATION_UPDATE, true, ORDER_RELEASE)); // it is not ordered after what it reads
    assert_false(allows_atomic(OPERATION_UPDATE, false, ORDER_RELAXED));
}

static void test_operations(void **state)
{
    (void)state;
    assert_true(allows_atomic(OPERATION_MUTEX_LOCK, true, ORDER_SEQ_CST));
    assert_true(allows_atomic(OPERATION_SEM_WAIT, true, ORDER_SEQ_CST));
    assert_true(allows_atomic(OPERATION_SEM_POST, false, ORDER_SEQ_CST));
    assert_true(allows_atomic(OPERATION_BARRIER_LEAVE, false, ORDER_SEQ_CST));
    static const enum operation_kind telling[] = {
        OPERATION_MUTEX_TRYLOCK, OPERATION_RWLOCK_TRY, OPERATION_SPIN_TRYLOCK,     OPERATION_SEM_TRYWAIT,
        OPERATION_SEM_GET,       OPERATION_TRYJOIN,    OPERATION_ALLOCATE,         OPERATION_INTERRUPT,
        OPERATION_CANCEL,        OPERATION_FUTEX_WAIT, OPERATION_MUTEX_OWNER_ENDS,
    };
    for (unsigned k = 0; k < sizeof telling / sizeof *telling; k++)
        assert_false(allows_atomic(telling[k], true, ORDER_SEQ_CST));
    // Near the largest value: that it fails tells of posts, which are not ordered before it.
    assert_false(allows_atomic(OPERATION_SEM_POST, true, ORDER_SEQ_CST));
}

static void test_fences_and_sections(void **state)
{
    (void)state;
    const struct machine_note notes[] = {
        {.kind = NOTE_SECTION_BEGIN}, {.kind = NOTE_SECTION_END}, {.kind = NOTE_FENCE}};
    assert_true(race_pruning_allows(OPERATION_ATOMIC_BEGIN, notes, 0, 2));
    assert_false(race_pruning_allows(OPERATION_NONE, notes, 0, 3));
    assert_true(race_pruning_allows(OPERATION_NONE, notes, 0, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accesses),
        cmocka_unit_test(test_operations),
        cmocka_unit_test(test_fences_and_sections),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
