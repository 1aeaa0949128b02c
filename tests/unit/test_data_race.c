// The data race detector on notes made by hand: what orders accesses, what does not, and going back.
#include "explore/data_race.h"
#include "machine/questions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAIN, ONE, TWO };
enum { X = 0x1000, FLAG = 0x2000, LOCK = 0x3000 };

// An execution: notes, each a step of its own.
struct execution {
    struct data_race_detector *detector;
    struct trace trace;
    struct machine_note notes[64];
    uint32_t count;
};

static void begin(struct execution *e)
{
    *e = (struct execution){.detector = data_race_new()};
    trace_init(&e->trace);
}

static void end(struct execution *e)
{
    data_race_free(e->detector);
    trace_free(&e->trace);
}

// Number of races, or minus that of suspects.
static int add(struct execution *e, struct machine_note note)
{
    const struct data_race_pair *pairs;
    const struct learnt_fact *facts;
    note.code = note.other ? note.other : e->count + 1;
    if (note.kind == NOTE_ACCESS)
        note.other = note.code;
    e->notes[e->count] = note;
    data_race_step(e->detector, e->count, e->notes, e->count, e->count + 1, &e->trace);
    e->count++;
    uint32_t suspects = data_race_suspects(e->detector, &facts);
    return suspects ? -(int)suspects : (int)data_race_pairs(e->detector, &pairs);
}

static int access_to(struct execution *e, uint32_t thread, uint64_t address, uint64_t size, bool write)
{
    return add(e, (struct machine_note){.kind = NOTE_ACCESS,
                                        .operation = write ? OPERATION_WRITE : OPERATION_READ,
                                        .write = write,
                                        .thread = thread,
                                        .address = address,
                                        .size = size});
}

static int atomic(struct execution *e, uint32_t thread, enum operation_kind operation,
                  enum access_order order)
{
    return add(e, (struct machine_note){.kind = NOTE_ACCESS,
                                        .operation = (uint8_t)operation,
                                        .write = operation != OPERATION_READ,
                                        .atomic = true,
                                        .order = (uint8_t)order,
                                        .thread = thread,
                                        .address = FLAG,
                                        .size = 4});
}

static void key(struct execution *e, enum note_kind kind, uint32_t thread)
{
    add(e, (struct machine_note){.kind = (uint8_t)kind, .thread = thread, .address = LOCK});
}

static void nothing_orders(void **state)
{
    (void)state;
    struct execution e;
    begin(&e);
    assert_int_equal(access_to(&e, ONE, X, 4, true), 0);
    assert_int_equal(access_to(&e, ONE, X, 4, false), 0);
    assert_int_equal(access_to(&e, TWO, X + 4, 4, true), 0); // other bytes
    assert_int_equal(access_to(&e, TWO, X + 3, 1, true), 2); // the write and the read
    end(&e);
}

static void reads_do_not_race(void **state)
{
    (void)state;
    struct execution e;
    begin(&e);
    assert_int_equal(access_to(&e, ONE, X, 8, false), 0);
    assert_int_equal(access_to(&e, TWO, X, 8, false), 0);
    assert_int_equal(access_to(&e, MAIN, X, 1, true), 2);
    end(&e);
}

static void locks_order(void **state)
{
    (void)state;
    struct execution e;
    begin(&e);
    access_to(&e, ONE, X, 4, true);
    key(&e, NOTE_RELEASE, ONE);
    access_to(&e, ONE, X + 8, 4, true); // after the release
    key(&e, NOTE_ACQUIRE, TWO);
    assert_int_equal(access_to(&e, TWO, X, 4, true), 0);
    assert_int_equal(access_to(&e, TWO, X + 8, 4, true), 1);
    end(&e);
}

static void contributions_add_up(void **state)
{
    (void)state;
    struct execution e;
    begin(&e);
    access_to(&e, ONE, X, 4, true);
    key(&e, NOTE_CONTRIBUTE, ONE);
    access_to(&e, TWO, X + 8, 4, true);
    key(&e, NOTE_CONTRIBUTE, TWO);
    key(&e, NOTE_ACQUIRE, MAIN);
    assert_int_equal(access_to(&e, MAIN, X, 16, true), 0);
    end(&e);
}

static void releases_reach_readers(void **state)
{
    (void)state;
    static const struct {
        enum access_order store, load;
        int races;
    } cases[] = {{ORDER_RELEASE, ORDER_ACQUIRE, 0},
                 {ORDER_SEQ_CST, ORDER_SEQ_CST, 0},
                 {ORDER_RELAXED, ORDER_ACQUIRE, 1},
                 {ORDER_RELEASE, ORDER_RELAXED, 1},
                 {ORDER_ACQUIRE, ORDER_ACQUIRE, 1}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct execution e;
        begin(&e);
        access_to(&e, ONE, X, 4, true);
        assert_int_equal(atomic(&e, ONE, OPERATION_WRITE, cases[k].store), 0);
        assert_int_equal(atomic(&e, TWO, OPERATION_READ, cases[k].load), 0);
        assert_int_equal(access_to(&e, TWO, X, 4, true), cases[k].races);
        end(&e);
    }
}

static void updates_continue_release_sequences(void **state)
{
    (void)state;
    for (int broken = 0; broken < 2; broken++) {
        struct execution e;
        begin(&e);
        access_to(&e, ONE, X, 4, true);
        atomic(&e, ONE, OPERATION_WRITE, ORDER_RELEASE);
        atomic(&e, TWO, broken ? OPERATION_WRITE : OPERATION_UPDATE, ORDER_RELAXED);
        atomic(&e, MAIN, OPERATION_READ, ORDER_ACQUIRE);
        assert_int_equal(access_to(&e, MAIN, X, 4, true), broken);
        end(&e);
    }
}

static void wide_accesses_race_with_narrow_ones(void **state)
{
    (void)state;
    struct execution e;
    begin(&e);
    access_to(&e, ONE, X + 5000, 2, true);
    assert_int_equal(access_to(&e, TWO, X, 10000, true), 1);
    assert_int_equal(access_to(&e, MAIN, X + 9999, 1, false), 1);
    assert_int_equal(access_to(&e, MAIN, X + 10000, 1, true), 0);
    end(&e);
}

static void private_use_is_suspected(void **state)
{
    (void)state;
    struct execution e;
    begin(&e);
    add(&e, (struct machine_note){
                .kind = NOTE_SHARE, .thread = ONE, .other = ONE, .address = X, .size = 16, .origin_low = 7});
    assert_int_equal(access_to(&e, ONE, X, 4, true), 0);
    assert_int_equal(access_to(&e, TWO, X + 8, 4, false), -1);
    end(&e);
}

static void it_goes_back(void **state)
{
    (void)state;
    struct execution e;
    begin(&e);
    access_to(&e, ONE, X, 4, true);
    key(&e, NOTE_RELEASE, ONE);
    uint32_t count = e.count;
    for (int k = 0; k < 3; k++) {
        e.count = count;
        assert_int_equal(access_to(&e, TWO, X, 4, true), 1);
        e.count = count;
        key(&e, NOTE_ACQUIRE, TWO);
        assert_int_equal(access_to(&e, TWO, X, 4, true), 0);
    }
    assert_int_equal(data_race_step_of(e.detector, 0), 0);
    assert_int_equal(data_race_step_of(e.detector, count), count);
    end(&e);
}

static void many_threads(void **state)
{
    (void)state;
    struct execution e;
    begin(&e);
    for (uint32_t t = 1; t < 60; t++)
        assert_int_equal(access_to(&e, 4 * t, X, 4, false), 0);
    key(&e, NOTE_RELEASE, 200);
    key(&e, NOTE_ACQUIRE, 4);
    assert_int_equal(access_to(&e, 4, X, 4, true), 57); // all but its own and the one of thread 200
    end(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_orders),
        cmocka_unit_test(reads_do_not_race),
        cmocka_unit_test(locks_order),
        cmocka_unit_test(contributions_add_up),
        cmocka_unit_test(releases_reach_readers),
        cmocka_unit_test(updates_continue_release_sequences),
        cmocka_unit_test(wide_accesses_race_with_narrow_ones),
        cmocka_unit_test(private_use_is_suspected),
        cmocka_unit_test(it_goes_back),
        cmocka_unit_test(many_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
