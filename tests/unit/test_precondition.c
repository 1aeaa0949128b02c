// Preconditions: putting them together, walking them back over what a small program has executed, and
// strengthening them.
#include "machine/describe.h"
#include "machine/questions.h"
#include "machine/recorded.h"
#include "summary/precondition.h"

#include "program_text.h"
#include "summary/strengthen.h"
#include "summary/walker.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <stdio.h>
#include <string.h>

static struct literal_place memory(uint64_t address, unsigned width)
{
    return (struct literal_place){address, PLACE_MEMORY, (uint8_t)width};
}

static struct literal_place of_register(uint32_t thread, uint32_t number)
{
    return (struct literal_place){(uint64_t)thread << 32 | number, PLACE_REGISTER, 32};
}

// factor * place + other_factor * other `relation` constant, of 32 bits; no other if its factor is 0
static struct literal two(enum relation relation, int64_t factor, struct literal_place place,
                          int64_t other_factor, struct literal_place other, int64_t constant)
{
    struct literal l = {.relation = (uint8_t)relation,
                        .width = relation == RELATION_AT_MOST ? 64 : 32,
                        .count = 2,
                        .constant = constant,
                        .part = {{place, factor}, {other, other_factor}}};
    assert_int_equal(literal_normalise(&l), LITERAL_OPEN);
    return l;
}

static struct literal one(enum relation relation, int64_t factor, struct literal_place place,
                          int64_t constant)
{
    return two(relation, factor, place, 0, place, constant);
}

static void need(struct precondition *p, struct literal l)
{
    precondition_add_literal(p, &l);
}

static bool has(const struct precondition *p, struct literal l)
{
    for (uint32_t k = 0; k < p->literals.size; k++)
        if (literal_equal(&p->literals.data[k], &l))
            return true;
    return false;
}

// Which of the four bytes at an address are exact.
static unsigned exact_bytes(const struct precondition *p, uint64_t address)
{
    unsigned bytes = 0;
    for (uint32_t k = 0; k < p->bytes.size; k++)
        for (unsigned i = 0; i < 8; i++)
            if (p->bytes.data[k].mask >> i & 1 && p->bytes.data[k].granule * 8 + i - address < 4)
                bytes |= 1u << (p->bytes.data[k].granule * 8 + i - address);
    return bytes;
}

static bool has_register(const struct precondition *p, uint64_t number)
{
    for (uint32_t k = 0; k < p->registers.size; k++)
        if (p->registers.data[k] == number)
            return true;
    return false;
}

// ---- conjunctions

static void test_the_tighter_bound_wins(void **state)
{
    (void)state;
    struct precondition p = {0};
    struct literal_place x = memory(64, 32), y = memory(72, 32);
    precondition_clear(&p);
    need(&p, two(RELATION_AT_MOST, 1, x, -1, y, 10));
    need(&p, two(RELATION_AT_MOST, 2, x, -2, y, 9)); // x - y <= 4
    need(&p, two(RELATION_AT_MOST, 1, x, -1, y, 7));
    assert_int_equal(p.literals.size, 1);
    assert_true(has(&p, two(RELATION_AT_MOST, 1, x, -1, y, 4)));
    need(&p, two(RELATION_AT_MOST, -1, x, 1, y, 4)); // the other side is another sum
    assert_int_equal(p.literals.size, 2);
    precondition_free(&p);
}

static void test_equal_literals_are_kept_once(void **state)
{
    (void)state;
    struct precondition p = {0};
    struct literal_place x = memory(64, 32);
    precondition_clear(&p);
    for (int k = 0; k < 2; k++) {
        need(&p, one(RELATION_UNEQUAL, 1, x, 3));
        need(&p, one(RELATION_UNEQUAL, 1, x, 4));
        need(&p, one(RELATION_EQUAL, 1, x, 3));
        need(&p, one(RELATION_UNEQUAL, 1, of_register(0, 64), 3));
        struct literal narrow = one(RELATION_UNEQUAL, 1, x, 3);
        narrow.width = 8;
        need(&p, narrow);
    }
    assert_int_equal(p.literals.size, 5);
    precondition_free(&p);
}

static void test_exact_places_are_kept_once(void **state)
{
    (void)state;
    struct precondition p = {0};
    struct literal_place r = of_register(2, 5), across = memory(70, 32), within = memory(72, 8);
    precondition_clear(&p);
    for (int k = 0; k < 2; k++) {
        precondition_add_exact(&p, &r);
        precondition_add_register(&p, r.where);
        precondition_add_exact(&p, &across);
        precondition_add_exact(&p, &within);
    }
    assert_int_equal(p.registers.size, 1);
    assert_int_equal(p.bytes.size, 2); // of granule 8 the last two bytes, of granule 9 the first two
    assert_int_equal(exact_bytes(&p, 68), 0xc);
    assert_int_equal(exact_bytes(&p, 72), 0x3);
    precondition_free(&p);
}

static void test_conjunction(void **state)
{
    (void)state;
    struct precondition p = {0}, with = {0};
    struct literal_place x = memory(64, 32), y = memory(72, 32), r = of_register(1, 4);
    precondition_clear(&p);
    precondition_clear(&with);
    need(&p, one(RELATION_AT_MOST, 1, x, 10));
    need(&with, one(RELATION_AT_MOST, 1, x, 5));
    need(&with, one(RELATION_UNEQUAL, 1, y, 0));
    precondition_add_exact(&p, &y);
    precondition_add_exact(&with, &r);
    p.since = 30;
    with.since = 20;
    with.made_exact = true;
    precondition_conjoin(&p, &with);
    assert_false(p.never);
    assert_true(p.made_exact);
    assert_int_equal(p.since, 20);
    assert_int_equal(p.literals.size, 2);
    assert_true(has(&p, one(RELATION_AT_MOST, 1, x, 5)));
    assert_true(has(&p, one(RELATION_UNEQUAL, 1, y, 0)));
    assert_true(has_register(&p, r.where));
    assert_int_equal(exact_bytes(&p, 72), 0xf);
    assert_int_equal(with.literals.size, 2);
    assert_int_equal(with.bytes.size, 0);

    precondition_clear(&with);
    with.never = true;
    precondition_conjoin(&p, &with);
    assert_true(p.never);
    precondition_clear(&with);
    precondition_conjoin(&p, &with);
    assert_true(p.never);
    precondition_clear(&p);
    assert_false(p.never || p.made_exact || p.literals.size || p.bytes.size || p.registers.size);
    assert_int_equal(p.since, PRECONDITION_ANY);
    precondition_free(&p);
    precondition_free(&with);
}

static void test_settling(void **state)
{
    (void)state;
    struct precondition p = {0};
    struct literal_place x = memory(64, 32), r = of_register(1, 4);
    precondition_clear(&p);
    precondition_make_exact(&p);
    assert_false(p.made_exact);
    need(&p, two(RELATION_AT_MOST, 1, x, 3, r, 10));
    precondition_make_exact(&p);
    assert_true(p.made_exact);
    assert_int_equal(p.literals.size, 0);
    assert_int_equal(exact_bytes(&p, 64), 0xf);
    assert_true(has_register(&p, r.where));
    precondition_free(&p);
}

static void test_merging_keeps_literals_of_both_only(void **state)
{
    (void)state;
    struct precondition p = {0}, with = {0};
    struct literal_place x = memory(64, 32), y = memory(72, 32), z = memory(80, 32);
    precondition_clear(&p);
    precondition_clear(&with);
    need(&p, one(RELATION_AT_MOST, 1, x, 10));
    need(&with, one(RELATION_AT_MOST, 1, x, 10));
    precondition_merge(&p, &with);
    assert_false(p.made_exact);
    assert_int_equal(p.literals.size, 1);
    assert_int_equal(p.bytes.size, 0);

    need(&p, one(RELATION_UNEQUAL, 1, y, 0));
    need(&with, one(RELATION_AT_MOST, 1, z, 3));
    precondition_merge(&p, &with);
    assert_true(p.made_exact);
    assert_int_equal(p.literals.size, 1);
    assert_true(has(&p, one(RELATION_AT_MOST, 1, x, 10)));
    assert_int_equal(exact_bytes(&p, 64), 0);
    assert_int_equal(exact_bytes(&p, 72), 0xf);
    assert_int_equal(exact_bytes(&p, 80), 0xf);

    need(&with, one(RELATION_AT_MOST, 1, x, 9)); // the same sum, but not the same bound
    precondition_merge(&p, &with);
    assert_int_equal(p.literals.size, 0);
    assert_int_equal(exact_bytes(&p, 64), 0xf);
    precondition_free(&p);
    precondition_free(&with);
}

// ---- walks: a thread executes a body while main waits for it

enum { MOST_NAMES = 8, MOST_LITERALS = 400 };

struct run {
    struct program *program;
    struct terms *terms;
    struct smt *smt;
    struct machine_options options;
    struct machine *machine;
    struct walker *walker;
    uint32_t begin, end; // journal words before the body, and after it
    struct precondition p;
    uint32_t names; // globals the body has accessed
    char name[MOST_NAMES][64];
    uint64_t address[MOST_NAMES];
};

static void note_accesses(struct run *r, uint32_t thread)
{
    const struct operation *next = machine_next(r->machine, thread);
    for (uint32_t k = 0; k < next->access_count; k++) {
        assert_true(r->names < MOST_NAMES);
        r->address[r->names] = next->access[k].address;
        machine_describe_address(r->machine, r->address[r->names], r->name[r->names], sizeof r->name[0]);
        r->names++;
    }
}

static uint32_t journal_words(const struct run *r)
{
    const uint64_t *words;
    return machine_journal(r->machine, &words);
}

static bool step_any(struct run *r)
{
    for (uint32_t t = 0; t < machine_thread_limit(r->machine); t++)
        if (machine_status(r->machine, t) == THREAD_READY && machine_enabled(r->machine, t)) {
            note_accesses(r, t);
            assert_int_equal(machine_step(r->machine, t), STEP_DONE);
            return true;
        }
    return false;
}

static void set_up_run(struct run *r, const char *body)
{
    char text[1000];
    snprintf(text, sizeof text,
             "#include <pthread.h>\n"
             "int w, x = 4, y, *p = &w, begun, done;\n"
             "static void *run(void *unused) { begun = 1; %s done = 1; return unused; }\n"
             "int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); return 0; }\n",
             body);
    memset(r, 0, sizeof *r);
    struct machine_hooks hooks = {0};
    r->program = program_text_load(text);
    r->terms = terms_new();
    r->smt = smt_new(r->terms, &(struct smt_options){.caches = true, .slicing = true});
    r->options = (struct machine_options){.properties = 1u << PROPERTY_ASSERTION, .journal = true};
    r->machine = machine_new(r->program, r->terms, r->smt, &r->options, &hooks);
    r->walker = walker_new(r->program, r->machine, &r->options);
    assert_int_equal(machine_start(r->machine), STEP_DONE);
    r->begin = journal_words(r);
    for (uint32_t now = r->begin; step_any(r); now = journal_words(r))
        r->end = now; // the last step is after the body
    assert_true(r->names > 2 && r->end > r->begin);
    precondition_clear(&r->p);
}

static void tear_down_run(struct run *r)
{
    precondition_free(&r->p);
    walker_free(r->walker);
    machine_free(r->machine);
    smt_free(r->smt);
    terms_free(r->terms);
    program_free(r->program);
}

static struct literal_place global(const struct run *r, const char *name)
{
    for (uint32_t k = 0; k < r->names; k++)
        if (!strcmp(r->name[k], name))
            return memory(r->address[k], 32);
    fail_msg("%s is not accessed", name);
    return memory(0, 32);
}

static void walk(struct run *r, uint32_t limit)
{
    walker_walk(r->walker, &r->p, r->begin, r->end, limit);
}

// x is known to be 4, so that no sum of it wraps.
static void test_sums_are_followed_through_memory(void **state)
{
    (void)state;
    struct run r;
    set_up_run(&r, "int v = x; y = 2 * v + 3;");
    struct literal_place x = global(&r, "x"), y = global(&r, "y");
    need(&r.p, one(RELATION_AT_MOST, 1, y, 20));
    walk(&r, MOST_LITERALS);
    assert_false(r.p.never || r.p.made_exact);
    assert_true(has(&r.p, one(RELATION_AT_MOST, 1, x, 8))); // 2x + 3 <= 20
    assert_int_equal(r.p.bytes.size, 0);
    for (uint32_t k = 0; k < r.p.literals.size; k++) // and no sum wraps below
        for (uint32_t i = 0; i < r.p.literals.data[k].count; i++)
            assert_true(place_equal(&r.p.literals.data[k].part[i].place, &x));

    precondition_clear(&r.p); // of a congruence, it does not matter whether they wrap
    need(&r.p, one(RELATION_UNEQUAL, 1, y, 20));
    walk(&r, MOST_LITERALS);
    assert_int_equal(r.p.literals.size, 1);
    assert_true(has(&r.p, one(RELATION_UNEQUAL, 2, x, 17)));

    precondition_clear(&r.p);
    need(&r.p, one(RELATION_AT_MOST, 1, y, 20));
    walk(&r, 0); // no literals: their places are exact
    assert_true(r.p.made_exact);
    assert_int_equal(r.p.literals.size, 0);
    assert_int_equal(exact_bytes(&r.p, x.where), 0xf);
    tear_down_run(&r);
}

static void test_exact_places_are_followed_through_memory(void **state)
{
    (void)state;
    struct run r;
    set_up_run(&r, "int v = x; y = 2 * v + 3;");
    struct literal_place x = global(&r, "x"), y = global(&r, "y");
    precondition_add_exact(&r.p, &y);
    walk(&r, MOST_LITERALS);
    assert_int_equal(exact_bytes(&r.p, x.where), 0xf);
    assert_int_equal(exact_bytes(&r.p, y.where), 0);
    assert_int_equal(r.p.literals.size, 0);
    assert_int_equal(r.p.registers.size, 0);
    tear_down_run(&r);
}

static void test_constants_decide_literals(void **state)
{
    (void)state;
    struct run r;
    set_up_run(&r, "y = 7;");
    struct literal_place y = global(&r, "y");
    precondition_add_exact(&r.p, &y);
    need(&r.p, one(RELATION_AT_MOST, 1, y, 7));
    walk(&r, MOST_LITERALS);
    assert_false(r.p.never);
    assert_int_equal(r.p.literals.size + r.p.bytes.size + r.p.registers.size, 0);
    need(&r.p, one(RELATION_AT_MOST, 1, y, 6));
    walk(&r, MOST_LITERALS);
    assert_true(r.p.never);
    tear_down_run(&r);
}

static void test_branches_need_their_conditions(void **state)
{
    (void)state;
    struct run r;
    set_up_run(&r, "if (x < 5) y = 1; else w = 2;");
    struct literal_place x = global(&r, "x");
    walk(&r, MOST_LITERALS);
    assert_int_equal(r.p.literals.size, 1);
    assert_true(has(&r.p, one(RELATION_AT_MOST, 1, x, 4)));
    assert_int_equal(r.p.bytes.size + r.p.registers.size, 0);
    tear_down_run(&r);

    set_up_run(&r, "if (x == 5) y = 1; else w = 2;");
    x = global(&r, "x");
    walk(&r, MOST_LITERALS);
    assert_int_equal(r.p.literals.size, 1);
    assert_true(has(&r.p, one(RELATION_UNEQUAL, 1, x, 5)));
    tear_down_run(&r);
}

static void test_overlapping_stores_are_exact(void **state)
{
    (void)state;
    struct run r;
    set_up_run(&r, "((volatile char *)&x)[1] = 1; y = 1;");
    struct literal_place x = memory(global(&r, "y").where, 32);
    for (uint32_t k = 0; k < r.names; k++)
        if (!strncmp(r.name[k], "x", 1))
            x.where = r.address[k] - 1;
    need(&r.p, one(RELATION_AT_MOST, 1, x, 1000));
    walk(&r, MOST_LITERALS);
    assert_true(r.p.made_exact);
    assert_int_equal(r.p.literals.size, 0);
    assert_int_equal(exact_bytes(&r.p, x.where), 0xd);
    tear_down_run(&r);
}

static void test_addresses_are_exact(void **state)
{
    (void)state;
    struct run r;
    set_up_run(&r, "*p = x;");
    struct literal_place w = global(&r, "w"), x = global(&r, "x"), p = global(&r, "p");
    walk(&r, MOST_LITERALS);
    assert_int_equal(exact_bytes(&r.p, p.where), 0xf);
    assert_int_equal(exact_bytes(&r.p, p.where + 4), 0xf);
    assert_int_equal(exact_bytes(&r.p, x.where), 0);
    precondition_clear(&r.p);
    need(&r.p, one(RELATION_AT_MOST, 1, w, 9));
    walk(&r, MOST_LITERALS);
    assert_true(has(&r.p, one(RELATION_AT_MOST, 1, x, 9)));
    assert_int_equal(exact_bytes(&r.p, p.where), 0xf);
    tear_down_run(&r);
}

static void test_updates_are_sums(void **state)
{
    (void)state;
    struct run r;
    set_up_run(&r, "y = __atomic_fetch_sub(&x, 3, __ATOMIC_SEQ_CST);");
    struct literal_place x = global(&r, "x"), y = global(&r, "y");
    need(&r.p, two(RELATION_AT_MOST, 1, x, 1, y, 9)); // what is new and what was old
    walk(&r, MOST_LITERALS);
    assert_true(has(&r.p, one(RELATION_AT_MOST, 1, x, 6))); // 2x - 3 <= 9
    assert_int_equal(r.p.bytes.size, 0);
    tear_down_run(&r);
}

// ---- strengthening, where x = 11, y = 4

static void test_strengthening(void **state)
{
    (void)state;
    struct run r;
    set_up_run(&r, "y = x; x = 11;");
    struct literal_place x = global(&r, "x"), y = global(&r, "y");
    precondition_add_exact(&r.p, &x);
    need(&r.p, two(RELATION_AT_MOST, 1, x, 2, y, 30)); // 2y <= 19
    strengthen(&r.p, r.machine);
    assert_int_equal(r.p.literals.size, 1);
    assert_true(has(&r.p, one(RELATION_AT_MOST, 1, y, 9)));

    precondition_clear(&r.p); // bounds from both sides
    need(&r.p, one(RELATION_AT_MOST, 1, y, 4));
    need(&r.p, one(RELATION_AT_MOST, -1, y, -4));
    need(&r.p, two(RELATION_AT_MOST, 1, x, 1, y, 15));
    strengthen(&r.p, r.machine);
    assert_int_equal(exact_bytes(&r.p, y.where), 0xf);
    assert_int_equal(r.p.literals.size, 1);
    assert_true(has(&r.p, one(RELATION_AT_MOST, 1, x, 11)));

    precondition_clear(&r.p); // an equation with one place says what that holds
    need(&r.p, one(RELATION_EQUAL, 1, y, 4));
    need(&r.p, one(RELATION_UNEQUAL, 1, x, 4));
    strengthen(&r.p, r.machine);
    assert_int_equal(exact_bytes(&r.p, y.where), 0xf);
    assert_int_equal(r.p.literals.size, 1);
    assert_true(has(&r.p, one(RELATION_UNEQUAL, 1, x, 4)));
    tear_down_run(&r);
}

// Of many bounds, under the signs that places have now, some follow from others.
static void test_strengthening_drops_bounds(void **state)
{
    (void)state;
    struct run r;
    set_up_run(&r, "y = x; x = 11;");
    struct literal_place x = global(&r, "x"), y = global(&r, "y");
    for (int64_t k = 1; k <= 8; k++)
        need(&r.p, two(RELATION_AT_MOST, 1, x, k, y, 43)); // k = 8 says all of it: 11 + 32
    strengthen(&r.p, r.machine);
    assert_int_equal(r.p.literals.size, 3);
    assert_true(has(&r.p, two(RELATION_AT_MOST, 1, x, 8, y, 43)));
    assert_true(has(&r.p, one(RELATION_AT_MOST, -1, x, 0)));
    assert_true(has(&r.p, one(RELATION_AT_MOST, -1, y, 0)));
    tear_down_run(&r);
}

// Literals that become equal once values are put into them count once; few bounds stay as they are.
static void test_strengthening_unites_literals(void **state)
{
    (void)state;
    struct run r;
    set_up_run(&r, "y = x; x = 11;");
    struct literal_place x = global(&r, "x"), y = global(&r, "y");
    precondition_add_exact(&r.p, &x);
    need(&r.p, two(RELATION_AT_MOST, 1, x, 1, y, 20)); // y <= 9
    need(&r.p, two(RELATION_AT_MOST, 2, x, 1, y, 30)); // y <= 8
    need(&r.p, two(RELATION_AT_MOST, 1, x, -1, y, 9)); // y >= 2
    strengthen(&r.p, r.machine);
    assert_int_equal(r.p.literals.size, 2);
    assert_true(has(&r.p, one(RELATION_AT_MOST, 1, y, 8)));
    assert_true(has(&r.p, one(RELATION_AT_MOST, -1, y, -2)));
    tear_down_run(&r);
}

// With a number below 0 the sign is the other one: its factors count the other way round.
static void test_strengthening_knows_signs(void **state)
{
    (void)state;
    struct run r;
    set_up_run(&r, "y = -7; x = 11;");
    struct literal_place x = global(&r, "x"), y = global(&r, "y");
    for (int64_t k = 1; k <= 8; k++)
        need(&r.p, two(RELATION_AT_MOST, 1, x, -k, y, 67)); // k = 8 says all of it: 11 + 56
    need(&r.p, one(RELATION_AT_MOST, -1, x, 5));            // follows from the sign
    strengthen(&r.p, r.machine);
    assert_int_equal(r.p.literals.size, 3);
    assert_true(has(&r.p, two(RELATION_AT_MOST, 1, x, -8, y, 67)));
    assert_true(has(&r.p, one(RELATION_AT_MOST, -1, x, 0)));
    assert_true(has(&r.p, one(RELATION_AT_MOST, 1, y, 0)));
    tear_down_run(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_tighter_bound_wins),
        cmocka_unit_test(test_equal_literals_are_kept_once),
        cmocka_unit_test(test_exact_places_are_kept_once),
        cmocka_unit_test(test_conjunction),
        cmocka_unit_test(test_settling),
        cmocka_unit_test(test_merging_keeps_literals_of_both_only),
        cmocka_unit_test(test_sums_are_followed_through_memory),
        cmocka_unit_test(test_exact_places_are_followed_through_memory),
        cmocka_unit_test(test_constants_decide_literals),
        cmocka_unit_test(test_branches_need_their_conditions),
        cmocka_unit_test(test_overlapping_stores_are_exact),
        cmocka_unit_test(test_addresses_are_exact),
        cmocka_unit_test(test_updates_are_sums),
        cmocka_unit_test(test_strengthening),
        cmocka_unit_test(test_strengthening_drops_bounds),
        cmocka_unit_test(test_strengthening_unites_literals),
        cmocka_unit_test(test_strengthening_knows_signs),
    };
    return cmocka_run_group_tests(tests, program_text_setup, program_text_teardown);
}
