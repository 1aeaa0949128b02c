// Stacks that keep of a value where the one below it differs, against stacks that keep all of it.
#include "base/hash.h"
#include "base/memory.h"
#include "machine/deltas.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

// Some owners have numbers that need a word of their own.
enum { OWNERS = 6, DEPTH = 200, STEPS = 20000 };
static const uint32_t numbers[OWNERS] = {0, 1, 254, 255, 256, 65533};

struct value {
    uint64_t words[DELTA_MOST_WORDS];
};

struct model {
    uint32_t owners[DEPTH];
    struct value values[DEPTH];
    uint32_t size;
};

static uint64_t drawn;

static uint32_t draw(uint32_t below)
{
    drawn = hash_mix(drawn + 1);
    return (uint32_t)(drawn % below);
}

static void change(struct value *value)
{
    uint32_t most = draw(2) ? DELTA_LIVELY_WORDS : DELTA_MOST_WORDS;
    for (uint32_t k = draw(6); k-- > 0;)
        value->words[draw(most)] = draw(3);
}

static void push(delta_words *words, struct model *model, struct value *tops, struct value *now)
{
    uint32_t owner = draw(OWNERS);
    change(now);
    deltas_push(words, numbers[owner], &tops[owner], now, sizeof *now);
    model->owners[model->size] = owner;
    model->values[model->size++] = *now;
}

static void pop(delta_words *words, struct model *model, struct value *tops)
{
    uint32_t owner = model->owners[--model->size], begin = deltas_begin(words, words->size);
    assert_int_equal(deltas_owner(words, words->size), numbers[owner]);
    assert_memory_equal(&tops[owner], &model->values[model->size], sizeof *tops);
    words->size = deltas_below(words, words->size, &tops[owner]);
    assert_int_equal(words->size, begin);
}

static void test_values_come_back(void **state)
{
    static struct model model;
    static struct value tops[OWNERS], now;
    delta_words words = {0};
    (void)state;
    for (uint32_t step = 0; step < STEPS; step++)
        if (!model.size || (model.size < DEPTH && draw(9) < 5))
            push(&words, &model, tops, &now);
        else
            pop(&words, &model, tops);
    while (model.size)
        pop(&words, &model, tops);
    assert_int_equal(words.size, 0);
    vector_free(&words);
}

static void test_equal_values_take_one_word(void **state)
{
    struct value top = {{0}}, now = {{0}};
    delta_words words = {0};
    (void)state;
    deltas_push(&words, 0, &top, &now, sizeof now);
    assert_int_equal(words.size, 1);
    now.words[DELTA_MOST_WORDS - 1] = 1;
    deltas_push(&words, 0, &top, &now, sizeof now);
    assert_int_equal(words.size, 3);
    vector_free(&words);
}

// Beyond a number of elements room grows by a quarter: what is not used counts for --max-memory, too.
static void test_large_vectors_have_little_to_spare(void **state)
{
    (void)state;
    assert_int_equal(memory_room(0, 1), 8);
    assert_int_equal(memory_room(1000, 1001), 2000);
    for (uint64_t size = 1u << 17; size < MEMORY_MOST_ELEMENTS; size += size / 3) {
        uint32_t room = memory_room((uint32_t)size, size + 1);
        assert_true(room > size && room <= size + size / 4);
    }
    assert_int_equal(memory_room(0xf0000000u, 0xf0000001u), MEMORY_MOST_ELEMENTS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_come_back),
        cmocka_unit_test(test_equal_values_take_one_word),
        cmocka_unit_test(test_large_vectors_have_little_to_spare),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
