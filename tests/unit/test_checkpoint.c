// Checkpoints of a search (explore/checkpoint.h): one search goes on from what another one left; what is
// damaged is refused, or read as far as it goes, and nothing is read beyond its end.
#include "explore/search.h"

#include "base/hash.h"
#include "program_text.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <string.h>

// Summaries with literals, exact places, terms, sleep sets and pending reversals; sequences that decide.
static const char text[] = "#include <assert.h>\n#include <pthread.h>\n"
                           "extern int nondet_int(void);\n"
                           "static int sum, last, order[4], count;\n"
                           "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n"
                           "static void *add(void *argument)\n"
                           "{\n"
                           "    for (int i = 0; i < 2; i++) {\n"
                           "        int value = nondet_int();\n"
                           "        pthread_mutex_lock(&lock);\n"
                           "        if (value > 5 && sum < 100)\n"
                           "            sum += value & 3;\n"
                           "        else\n"
                           "            last = value;\n"
                           "        order[count++] = argument != 0;\n"
                           "        pthread_mutex_unlock(&lock);\n"
                           "    }\n"
                           "    return argument;\n"
                           "}\n"
                           "int main(void)\n"
                           "{\n"
                           "    pthread_t a, b;\n"
                           "    pthread_create(&a, 0, add, 0);\n"
                           "    pthread_create(&b, 0, add, &sum);\n"
                           "    pthread_join(a, 0);\n"
                           "    pthread_join(b, 0);\n"
                           "    assert(sum <= 12 && last <= 5 && (order[0] & order[1]) <= 1);\n"
                           "    return 0;\n"
                           "}\n";

static bool prune;       // summaries are left, or else the frontier
static byte_vector left; // the last checkpoint
static uint32_t times_left;

static void keep(void *context, const struct checkpoint *checkpoint)
{
    (void)context;
    left.size = 0;
    bytes_add(&left, checkpoint->data, checkpoint->size);
    times_left++;
}

static struct exploration_options options(uint64_t executions, const struct checkpoint *checkpoint)
{
    return (struct exploration_options){.por = POR_OPTIMAL,
                                        .slice = SLICE_ON,
                                        .prune = prune,
                                        .max_executions = executions,
                                        .checkpoint = checkpoint,
                                        .keep = keep,
                                        .machine = {.properties = 1u << PROPERTY_ASSERTION}};
}

static struct program *program;

static int with_pruning(void **state)
{
    (void)state;
    prune = true;
    return 0;
}

static int without(void **state)
{
    (void)state;
    prune = false;
    return 0;
}

static int set_up(void **state)
{
    program_text_setup(state);
    program = program_text_load(text);
    return 0;
}

static int tear_down(void **state)
{
    program_free(program);
    vector_free(&left);
    return program_text_teardown(state);
}

// Leaves a checkpoint after so many executions.
static void leave(uint64_t executions)
{
    const struct exploration_options o = options(executions, NULL);
    times_left = 0;
    struct exploration *e = explore(program, &o);
    assert_int_equal(e->verdict, VERDICT_INCONCLUSIVE);
    assert_true(e->out_of_budget && times_left > 0);
    exploration_free(e);
}

static void goes_on(void **state)
{
    (void)state;
    const struct exploration_options whole_options = options(0, NULL);
    struct exploration *whole = explore(program, &whole_options);
    assert_int_equal(whole->verdict, VERDICT_SAFE);
    uint64_t half = counters_executions(&whole->counters) / 2;
    leave(half);
    const struct checkpoint checkpoint = {left.data, left.size};
    const struct exploration_options o = options(0, &checkpoint);
    byte_vector taken = left;
    left = (byte_vector){0};
    struct exploration *rest = explore(program, &o);
    assert_int_equal(rest->verdict, VERDICT_SAFE);
    assert_int_equal(counters_executions(&rest->before), half);
    assert_true(counters_executions(&rest->counters) < counters_executions(&whole->counters));
    assert_int_equal(rest->summaries.entries, whole->summaries.entries);
    if (!prune)
        assert_int_equal(counters_executions(&rest->counters) + half, counters_executions(&whole->counters));
    exploration_free(whole);
    exploration_free(rest);
    vector_free(&taken);
}

// Whether a search takes these bytes.
static bool is_taken(const void *data, size_t size)
{
    const struct checkpoint checkpoint = {data, size};
    const struct exploration_options o = options(0, &checkpoint);
    struct search *s = search_new(program, &o, 0);
    bool taken = search_resume(s);
    search_abandon(s);
    return taken;
}

static void cut_short_is_refused(void **state)
{
    (void)state;
    leave(10);
    assert_true(is_taken(left.data, left.size));
    for (uint32_t k = 1; k < 200; k++) {
        uint32_t size = (uint32_t)(hash_mix(k) % left.size);
        void *copy = memcpy(memory_alloc(size + 1), left.data, size); // so that a sanitizer sees its end
        assert_false(is_taken(copy, size));
        memory_free(copy);
    }
    bytes_add(&left, "", 1);
    assert_false(is_taken(left.data, left.size));
}

static void damage_is_survived(void **state)
{
    (void)state;
    uint32_t refused = 0;
    leave(10);
    for (uint32_t k = 1; k < 600; k++) {
        uint64_t draw = hash_mix(k);
        // What was seen is mostly bits, of which each may be set: half of the damage is behind it, at the
        // end.
        uint32_t size = k % 2 ? left.size : 2048;
        unsigned char *byte = &left.data[left.size - 1 - draw % size], was = *byte;
        *byte ^= (unsigned char)(1u << (draw >> 40) % 8);
        refused += !is_taken(left.data, left.size);
        *byte = was;
    }
    assert_true(refused > 50);
    assert_true(is_taken(left.data, left.size));
}

static void other_program_is_refused(void **state)
{
    (void)state;
    leave(10);
    uint64_t hash = program->hash++;
    assert_false(is_taken(left.data, left.size));
    program->hash = hash;
}

static void other_search_is_refused(void **state)
{
    (void)state;
    leave(10);
    prune = !prune;
    assert_false(is_taken(left.data, left.size));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(goes_on, with_pruning),
        cmocka_unit_test_setup(cut_short_is_refused, with_pruning),
        cmocka_unit_test_setup(damage_is_survived, with_pruning),
        cmocka_unit_test_setup(other_program_is_refused, with_pruning),
        cmocka_unit_test_setup(other_search_is_refused, with_pruning),
        cmocka_unit_test_setup(goes_on, without),
        cmocka_unit_test_setup(cut_short_is_refused, without),
        cmocka_unit_test_setup(damage_is_survived, without),
        cmocka_unit_test_setup(other_program_is_refused, without),
        cmocka_unit_test_setup(other_search_is_refused, without),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
