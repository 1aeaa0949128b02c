// Sets of threads against arrays of flags: near threads and others, alone and together.
#include "base/hash.h"
#include "machine/thread_set.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
// clang-format on

enum { SETS = 4, STEPS = 4000 };

// Flags of all threads are few enough to be compared after each step.
struct model {
    bool has[MACHINE_MAX_THREADS];
};

static struct model models[SETS];
static struct thread_set sets[SETS];
static uint64_t drawn;

static uint32_t draw(uint32_t below)
{
    drawn = hash_mix(drawn + 1);
    return (uint32_t)(drawn % below);
}

// Often one of those at which a representation begins or ends.
static uint32_t draw_thread(void)
{
    static const uint32_t edges[] = {
        0, 63, 64, 255, 256, 319, 320, 1279, 1280, 40000, MACHINE_MAX_THREADS - 1};
    return draw(3) ? edges[draw(sizeof edges / sizeof *edges)] : draw(MACHINE_MAX_THREADS);
}

static void compare(const struct thread_set *set, const struct model *model)
{
    uint32_t count = 0, next = thread_set_next(set, 0);
    for (uint32_t t = 0; t < MACHINE_MAX_THREADS; t++) {
        if (!model->has[t])
            continue;
        assert_int_equal(next, t);
        assert_true(thread_set_has(set, t));
        next = thread_set_next(set, t + 1);
        count++;
    }
    assert_int_equal(next, MACHINE_MAX_THREADS);
    assert_int_equal(thread_set_count(set), count);
}

static uint32_t first_without(const struct model *a, const struct model *b)
{
    uint32_t t = 0;
    while (t < MACHINE_MAX_THREADS && (!a->has[t] || b->has[t]))
        t++;
    return t;
}

static struct thread_set build(const struct model *model, const struct thread_set *from)
{
    struct thread_set_builder builder;
    thread_set_begin_with(&builder, from, true);
    for (uint32_t t = 0; t < MACHINE_MAX_THREADS; t++)
        thread_set_put_as(&builder, t, model->has[t]);
    return thread_set_finish(&builder);
}

static struct thread_set through_bytes(const struct thread_set *set)
{
    byte_vector bytes = {0};
    thread_set_write(set, &bytes);
    struct byte_reader reader = {bytes.data, bytes.data + bytes.size, false};
    struct thread_set read = thread_set_read(&reader);
    assert_false(reader.damaged);
    assert_ptr_equal(reader.at, reader.end);
    vector_free(&bytes);
    return read;
}

static void step(void)
{
    uint32_t a = draw(SETS), b = draw(SETS), t = draw_thread();
    switch (draw(7)) {
    case 0:
    case 1:
        thread_set_add(&sets[a], t);
        models[a].has[t] = true;
        break;
    case 2:
        thread_set_remove(&sets[a], t);
        models[a].has[t] = false;
        break;
    case 3:
        thread_set_unite(&sets[a], &sets[b]);
        for (uint32_t k = 0; k < MACHINE_MAX_THREADS; k++)
            models[a].has[k] |= models[b].has[k];
        break;
    case 4:
        thread_set_remove_all(&sets[a], &sets[b]);
        for (uint32_t k = 0; k < MACHINE_MAX_THREADS; k++)
            models[a].has[k] = models[a].has[k] && !models[b].has[k];
        break;
    case 5: sets[a] = build(&models[a], &sets[b]); break;
    default: sets[a] = through_bytes(&sets[a]); break;
    }
    assert_int_equal(thread_set_has(&sets[a], t), models[a].has[t]);
    assert_int_equal(thread_set_first_without(&sets[a], &sets[b]), first_without(&models[a], &models[b]));
    bool equal = !memcmp(&models[a], &models[b], sizeof *models);
    assert_int_equal(thread_set_equal(&sets[a], &sets[b]), equal);
    if (equal)
        assert_int_equal(thread_set_far_key(&sets[a]), thread_set_far_key(&sets[b]));
}

static void test_sets_are_sets(void **state)
{
    (void)state;
    size_t blocks = memory_live_blocks();
    thread_sets_use();
    for (uint32_t k = 0; k < STEPS; k++) {
        step();
        if (k % 64 == 0)
            compare(&sets[k / 64 % SETS], &models[k / 64 % SETS]);
    }
    thread_sets_leave();
    assert_int_equal(memory_live_blocks(), blocks);
}

static struct thread_set pair_of(uint32_t a, uint32_t b)
{
    struct thread_set s = {{0}, 0};
    thread_set_add(&s, a);
    thread_set_add(&s, b);
    return s;
}

static void test_a_cut_table_keeps_what_is_older(void **state)
{
    enum { FIRST = 300, MANY = 20000 };
    (void)state;
    size_t blocks = memory_live_blocks();
    thread_sets_use();
    struct thread_set old = pair_of(FIRST, FIRST + 1);
    struct thread_sets_mark mark = thread_sets_mark(), now;
    for (unsigned round = 0; round < 3; round++) {
        for (uint32_t k = 0; k < MANY; k++)
            pair_of(FIRST + k, FIRST + k + 7);
        thread_sets_use(); // another machine may have some of them
        thread_sets_cut(&mark);
        now = thread_sets_mark();
        assert_true(now.roots > mark.roots);
        thread_sets_leave();
        thread_sets_cut(&mark);
        now = thread_sets_mark();
        assert_int_equal(now.roots, mark.roots);
        assert_int_equal(now.leaves, mark.leaves);
        struct thread_set again = pair_of(FIRST, FIRST + 1);
        assert_int_equal(again.far, old.far);
        assert_true(thread_set_has(&old, FIRST) && thread_set_count(&old) == 2);
    }
    thread_sets_leave();
    assert_int_equal(memory_live_blocks(), blocks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sets_are_sets),
                                       cmocka_unit_test(test_a_cut_table_keeps_what_is_older)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
