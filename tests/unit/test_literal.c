// Linear conditions: their normal form, and that putting a sum into one says just what was said before.
#include "summary/literal.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <string.h>

static uint64_t random_state = 20240607;

static uint32_t random_below(uint32_t n)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 33) % n;
}

static int64_t random_between(int64_t low, int64_t high)
{
    return low + (int64_t)random_below((uint32_t)(high - low + 1));
}

static struct literal_place memory(uint64_t address, unsigned width)
{
    return (struct literal_place){address, PLACE_MEMORY, (uint8_t)width};
}

static struct literal_place of_register(uint32_t number, unsigned width)
{
    return (struct literal_place){(uint64_t)1 << 32 | number, PLACE_REGISTER, (uint8_t)width};
}

static struct literal empty(enum relation relation, unsigned width, int64_t constant)
{
    return (struct literal){.relation = (uint8_t)relation, .width = (uint8_t)width, .constant = constant};
}

static void add(struct literal *l, int64_t factor, struct literal_place place)
{
    l->part[l->count++] = (struct literal_part){place, factor};
}

static void check_part(const struct literal *l, uint32_t index, int64_t factor, struct literal_place place)
{
    assert_true(index < l->count);
    assert_int_equal(l->part[index].factor, factor);
    assert_true(place_equal(&l->part[index].place, &place));
}

// ---- normal forms

static void test_numbers_of_places(void **state)
{
    (void)state;
    struct literal_place bit = memory(0, 1), byte = memory(0, 8), word = memory(0, 64);
    assert_int_equal(place_number(&bit, 0xff), 1);
    assert_int_equal(place_number(&bit, 0xfe), 0);
    assert_int_equal(place_number(&byte, 0x17f), 127);
    assert_int_equal(place_number(&byte, 0x80), -128);
    assert_int_equal(place_number(&word, UINT64_MAX), -1);
}

static void test_places_are_ordered(void **state)
{
    (void)state;
    const struct literal_place order[] = {of_register(7, 32), of_register(8, 8), of_register(8, 32),
                                          memory(0, 8), memory(1ull << 40, 8)};
    for (int k = 0; k < 5; k++)
        for (int i = 0; i < 5; i++) {
            int sign = place_compare(&order[k], &order[i]);
            assert_int_equal(sign < 0 ? -1 : sign > 0, k < i ? -1 : k > i);
            assert_int_equal(place_equal(&order[k], &order[i]), k == i);
        }
}

static void test_parts_are_ordered_and_merged(void **state)
{
    (void)state;
    struct literal_place x = of_register(3, 32), y = memory(8, 32), z = memory(16, 32);
    struct literal l = empty(RELATION_AT_MOST, 64, 5);
    add(&l, 1, z);
    add(&l, 2, x);
    add(&l, 4, y);
    add(&l, 3, z);
    add(&l, -4, y);
    add(&l, 1, x);
    assert_int_equal(literal_normalise(&l), LITERAL_OPEN);
    assert_int_equal(l.count, 2);
    assert_int_equal(l.constant, 5);
    check_part(&l, 0, 3, x);
    check_part(&l, 1, 4, z);
}

static void test_bounds_lose_common_divisors(void **state)
{
    (void)state;
    const int64_t constants[] = {13, 12, 11, 0, -1, -11, -12, -13};
    const int64_t floors[] = {2, 2, 1, 0, -1, -2, -2, -3};
    for (int k = 0; k < 8; k++) {
        struct literal l = empty(RELATION_AT_MOST, 64, constants[k]);
        add(&l, 12, memory(8, 32));
        add(&l, -18, memory(16, 32));
        assert_int_equal(literal_normalise(&l), LITERAL_OPEN);
        check_part(&l, 0, 2, memory(8, 32));
        check_part(&l, 1, -3, memory(16, 32));
        assert_int_equal(l.constant, floors[k]);
    }
}

static void test_congruences_are_reduced(void **state)
{
    (void)state;
    struct literal_place x = memory(8, 32), y = memory(16, 32);
    struct literal byte = empty(RELATION_EQUAL, 8, 300);
    add(&byte, 257, x);
    add(&byte, 512, y);
    assert_int_equal(literal_normalise(&byte), LITERAL_OPEN);
    assert_int_equal(byte.count, 1);
    check_part(&byte, 0, 1, x);
    assert_int_equal(byte.constant, 44);

    struct literal bit = empty(RELATION_UNEQUAL, 1, 3); // of one bit, factors and constants are 1
    add(&bit, -7, y);
    add(&bit, 3, x);
    assert_int_equal(literal_normalise(&bit), LITERAL_OPEN);
    assert_int_equal(bit.count, 2);
    check_part(&bit, 0, 1, x);
    check_part(&bit, 1, 1, y);
    assert_int_equal(bit.constant, 1);

    struct literal word = empty(RELATION_EQUAL, 64, INT64_MIN); // no divisors: 2x = 2y is not x = y
    add(&word, -2, x);
    add(&word, 4, y);
    assert_int_equal(literal_normalise(&word), LITERAL_OPEN);
    check_part(&word, 0, 2, x);
    check_part(&word, 1, -4, y);
    assert_int_equal(word.constant, INT64_MIN);
}

// x - y = 3 and y - x = -3.
static void test_equations_are_the_same_from_both_sides(void **state)
{
    (void)state;
    struct sum x = {.count = 1, .part = {{memory(8, 32), 1}}};
    struct sum y = {.count = 1, .part = {{memory(16, 32), 1}}};
    const enum relation relations[] = {RELATION_EQUAL, RELATION_UNEQUAL};
    for (int k = 0; k < 2; k++) {
        struct literal one, other;
        assert_int_equal(literal_difference(&one, relations[k], 32, &x, &y, 3), LITERAL_OPEN);
        assert_int_equal(literal_difference(&other, relations[k], 32, &y, &x, -3), LITERAL_OPEN);
        assert_true(literal_equal(&one, &other));
        assert_int_equal(literal_difference(&other, relations[k], 32, &y, &x, 3), LITERAL_OPEN);
        assert_false(literal_equal(&one, &other));
        assert_true(literal_same_sum(&one, &other));
        assert_int_equal(literal_difference(&other, relations[1 - k], 32, &x, &y, 3), LITERAL_OPEN);
        assert_false(literal_equal(&one, &other));
        assert_int_equal(literal_difference(&other, relations[k], 31, &x, &y, 3), LITERAL_OPEN);
        assert_false(literal_equal(&one, &other));
    }
    struct literal one = empty(RELATION_EQUAL, 8, 3), other = empty(RELATION_EQUAL, 8, -3);
    add(&one, 128, memory(8, 32)); // its own opposite
    add(&one, -5, memory(16, 32));
    add(&other, 128, memory(8, 32));
    add(&other, 5, memory(16, 32));
    assert_int_equal(literal_normalise(&one), LITERAL_OPEN);
    assert_int_equal(literal_normalise(&other), LITERAL_OPEN);
    assert_true(literal_equal(&one, &other));
}

static enum literal_truth bound(int64_t factor, unsigned width, int64_t constant)
{
    struct literal l = empty(RELATION_AT_MOST, 64, constant);
    add(&l, factor, memory(8, width));
    return literal_normalise(&l);
}

static void test_ranges_decide_bounds(void **state)
{
    (void)state;
    assert_int_equal(bound(1, 8, 127), LITERAL_TRUE);
    assert_int_equal(bound(1, 8, 126), LITERAL_OPEN);
    assert_int_equal(bound(1, 8, -128), LITERAL_OPEN);
    assert_int_equal(bound(1, 8, -129), LITERAL_FALSE);
    assert_int_equal(bound(-1, 8, 128), LITERAL_TRUE);
    assert_int_equal(bound(-1, 8, 127), LITERAL_OPEN);
    assert_int_equal(bound(-1, 8, -127), LITERAL_OPEN);
    assert_int_equal(bound(-1, 8, -128), LITERAL_FALSE);
    assert_int_equal(bound(1, 1, 1), LITERAL_TRUE); // a bit is 0 or 1
    assert_int_equal(bound(1, 1, 0), LITERAL_OPEN);
    assert_int_equal(bound(1, 1, -1), LITERAL_FALSE);
    assert_int_equal(bound(-1, 1, 0), LITERAL_TRUE);
    assert_int_equal(bound(-1, 1, -1), LITERAL_OPEN);
    assert_int_equal(bound(-1, 1, -2), LITERAL_FALSE);
    assert_int_equal(bound(1, 64, INT64_MAX), LITERAL_TRUE);
    assert_int_equal(bound(1, 64, INT64_MAX - 1), LITERAL_OPEN);
    assert_int_equal(bound(-1, 64, INT64_MAX), LITERAL_OPEN); // the least number has no opposite
    assert_int_equal(bound(0, 32, 0), LITERAL_TRUE);
    assert_int_equal(bound(0, 32, -1), LITERAL_FALSE);
}

static void test_constants_decide_congruences(void **state)
{
    (void)state;
    const unsigned widths[] = {1, 7, 8, 32, 62};
    for (int k = 0; k < 5; k++) {
        int64_t modulus = (int64_t)1 << widths[k];
        struct literal l = empty(RELATION_EQUAL, widths[k], modulus);
        assert_int_equal(literal_normalise(&l), LITERAL_TRUE);
        l = empty(RELATION_UNEQUAL, widths[k], -modulus);
        assert_int_equal(literal_normalise(&l), LITERAL_FALSE);
        l = empty(RELATION_EQUAL, widths[k], modulus / 2);
        assert_int_equal(literal_normalise(&l), LITERAL_FALSE);
    }
    struct literal l = empty(RELATION_UNEQUAL, 64, INT64_MIN);
    assert_int_equal(literal_normalise(&l), LITERAL_TRUE);
    // A factor that is 0 modulo the width.
    l = empty(RELATION_EQUAL, 8, 0);
    add(&l, 256, memory(8, 32));
    assert_int_equal(literal_normalise(&l), LITERAL_TRUE);
}

// ---- against evaluation

enum { PLACES = 5, ASSIGNMENTS = 24 };

static struct literal_place places[PLACES];
static int64_t numbers[PLACES];

static void choose_places(void)
{
    static const uint8_t widths[] = {1, 2, 3, 5, 8};
    for (uint32_t k = 0; k < PLACES; k++) {
        unsigned width = widths[random_below(5)];
        places[k] = k % 2 ? memory(8 * random_below(100) + k, width) : of_register(10 * k, width);
    }
}

static void choose_numbers(void)
{
    for (uint32_t k = 0; k < PLACES; k++)
        numbers[k] = place_number(&places[k], random_below(256));
}

static uint32_t index_of(const struct literal_place *place)
{
    uint32_t k = 0;
    while (!place_equal(&places[k], place))
        assert_true(++k < PLACES);
    return k;
}

// What the condition says, by the numbers themselves; `instead` is what part `replaced` is worth.
static bool evaluate(const struct literal *l, uint32_t replaced, __int128 instead)
{
    __int128 sum = 0;
    for (uint32_t k = 0; k < l->count; k++)
        sum += (__int128)l->part[k].factor *
               (k == replaced ? instead : (__int128)numbers[index_of(&l->part[k].place)]);
    if (l->relation == RELATION_AT_MOST)
        return sum <= l->constant;
    unsigned __int128 distance = (unsigned __int128)(sum - l->constant) << (128 - l->width);
    return (distance == 0) == (l->relation == RELATION_EQUAL);
}

static bool holds(const struct literal *l)
{
    int64_t in_order[LITERAL_PARTS];
    for (uint32_t k = 0; k < l->count; k++)
        in_order[k] = numbers[index_of(&l->part[k].place)];
    return literal_holds(l, in_order);
}

static struct literal random_literal(void)
{
    static const uint8_t widths[] = {1, 2, 4, 7, 8, 16, 63, 64};
    enum relation relation = (enum relation)random_below(3);
    struct literal l =
        empty(relation, relation == RELATION_AT_MOST ? 64 : widths[random_below(8)], random_between(-40, 40));
    int64_t times = random_below(4) ? 1 : random_between(2, 6);
    for (uint32_t n = 1 + random_below(6); n > 0; n--)
        add(&l, times * random_between(-9, 9), places[random_below(PLACES)]);
    return l;
}

static struct sum random_sum(void)
{
    struct sum sum = {.count = random_below(3), .constant = random_between(-20, 20)};
    for (uint32_t k = 0; k < sum.count; k++)
        sum.part[k] = (struct literal_part){places[random_below(PLACES)], random_between(-6, 6)};
    return sum;
}

static __int128 value_of(const struct sum *sum)
{
    __int128 value = sum->constant;
    for (uint32_t k = 0; k < sum->count; k++)
        value += (__int128)sum->part[k].factor * numbers[index_of(&sum->part[k].place)];
    return value;
}

static void check_normal(const struct literal *l)
{
    int64_t divisor = 0;
    for (uint32_t k = 0; k < l->count; k++) {
        int64_t a = l->part[k].factor, b = divisor;
        assert_true(a != 0);
        assert_true(k == 0 || place_compare(&l->part[k - 1].place, &l->part[k].place) < 0);
        while (b) {
            int64_t rest = a % b;
            a = b;
            b = rest;
        }
        divisor = a < 0 ? -a : a;
    }
    if (l->relation == RELATION_AT_MOST)
        assert_int_equal(divisor, 1);
    struct literal again = *l;
    assert_int_equal(literal_normalise(&again), LITERAL_OPEN);
    assert_memory_equal(&again, l, sizeof again);
}

static void check_truth(enum literal_truth truth, const struct literal *l, bool expected)
{
    if (truth == LITERAL_OPEN)
        assert_int_equal(holds(l), expected);
    else
        assert_int_equal(truth, expected ? LITERAL_TRUE : LITERAL_FALSE);
}

static void test_normal_forms_say_the_same(void **state)
{
    (void)state;
    uint32_t open = 0;
    for (uint32_t round = 0; round < 6000; round++) {
        choose_places();
        struct literal raw = random_literal(), l = raw, turned = raw;
        enum literal_truth truth = literal_normalise(&l);
        for (uint32_t k = 0; k < raw.count; k++)
            turned.part[k] = raw.part[raw.count - 1 - k];
        assert_int_equal(literal_normalise(&turned), truth);
        if (truth == LITERAL_OPEN) {
            open++;
            check_normal(&l);
            assert_true(literal_equal(&l, &turned));
        }
        for (uint32_t k = 0; k < ASSIGNMENTS; k++) {
            choose_numbers();
            check_truth(truth, &l, evaluate(&raw, LITERAL_PARTS, 0));
        }
    }
    assert_true(open > 3000);
}

static void test_replacing_says_the_same(void **state)
{
    (void)state;
    uint32_t replaced = 0, decided = 0;
    for (uint32_t round = 0; round < 10000; round++) {
        choose_places();
        struct literal before = random_literal();
        if (literal_normalise(&before) != LITERAL_OPEN)
            continue;
        struct literal after = before;
        struct sum sum = random_sum();
        uint32_t part = random_below(before.count);
        enum literal_truth truth;
        assert_true(literal_replace(&after, part, &sum, &truth));
        replaced++;
        decided += truth != LITERAL_OPEN;
        if (truth == LITERAL_OPEN)
            check_normal(&after);
        for (uint32_t k = 0; k < ASSIGNMENTS; k++) {
            choose_numbers();
            check_truth(truth, &after, evaluate(&before, part, value_of(&sum)));
        }
    }
    assert_true(replaced > 5000 && decided > 100 && decided < replaced / 2);
}

// One place for another is as if the literal had been built with it.
static void test_renaming_is_building_anew(void **state)
{
    (void)state;
    uint32_t renamed = 0;
    for (uint32_t round = 0; round < 10000; round++) {
        choose_places();
        struct literal before = random_literal();
        if (literal_normalise(&before) != LITERAL_OPEN)
            continue;
        uint32_t part = random_below(before.count);
        struct literal_place place = random_below(2)
                                         ? memory(4 * random_below(64), before.part[part].place.width)
                                         : of_register(random_below(64), before.part[part].place.width);
        struct literal after = before, anew = before;
        struct sum sum = sum_of(place, 1);
        enum literal_truth truth;
        anew.part[part].place = place;
        assert_true(literal_replace(&after, part, &sum, &truth));
        assert_int_equal(truth, literal_normalise(&anew));
        if (truth != LITERAL_OPEN)
            continue;
        assert_true(literal_equal(&after, &anew));
        assert_int_equal(after.hash, anew.hash);
        renamed++;
    }
    assert_true(renamed > 5000);
}

// Left and right of a comparison.
static void test_differences_say_the_same(void **state)
{
    (void)state;
    for (uint32_t round = 0; round < 4000; round++) {
        choose_places();
        struct sum left = random_sum(), right = random_sum();
        enum relation relation = (enum relation)random_below(3);
        unsigned width = relation == RELATION_AT_MOST ? 64 : 1 + random_below(64);
        int64_t constant = random_between(-30, 30);
        struct literal l;
        enum literal_truth truth = literal_difference(&l, relation, (uint8_t)width, &left, &right, constant);
        for (uint32_t k = 0; k < ASSIGNMENTS; k++) {
            choose_numbers();
            __int128 difference = value_of(&left) - value_of(&right) - constant;
            bool expected =
                relation == RELATION_AT_MOST
                    ? difference <= 0
                    : ((unsigned __int128)difference << (128 - width) == 0) == (relation == RELATION_EQUAL);
            check_truth(truth, &l, expected);
        }
    }
}

// ---- too large

static void test_large_numbers_are_refused_or_right(void **state)
{
    (void)state;
    uint32_t refused = 0, replaced = 0;
    for (uint32_t round = 0; round < 10000; round++) {
        choose_places();
        struct literal before = random_literal();
        for (uint32_t k = 0; k < before.count; k++)
            before.part[k].factor *= (int64_t)1 << random_below(36);
        before.constant *= (int64_t)1 << random_below(57);
        if (literal_normalise(&before) != LITERAL_OPEN)
            continue;
        struct literal after = before;
        struct sum sum = random_sum();
        for (uint32_t k = 0; k < sum.count; k++)
            sum.part[k].factor *= (int64_t)1 << random_below(60);
        sum.constant *= (int64_t)1 << random_below(58);
        uint32_t part = random_below(before.count);
        enum literal_truth truth;
        if (!literal_replace(&after, part, &sum, &truth)) {
            assert_memory_equal(&after, &before, sizeof after);
            refused++;
            continue;
        }
        replaced++;
        for (uint32_t k = 0; k < ASSIGNMENTS; k++) {
            choose_numbers();
            check_truth(truth, &after, evaluate(&before, part, value_of(&sum)));
        }
    }
    assert_true(refused > 1000 && replaced > 1000);
}

static void check_refused(struct literal l, const struct sum *sum)
{
    struct literal before = l;
    enum literal_truth truth;
    assert_false(literal_replace(&l, 0, sum, &truth));
    assert_memory_equal(&l, &before, sizeof l);
}

static void test_what_is_refused(void **state)
{
    (void)state;
    struct literal_place x = memory(8, 64), y = memory(16, 64), z = memory(24, 64);
    struct literal l = empty(RELATION_AT_MOST, 64, 1);
    add(&l, (int64_t)1 << 39, x);
    add(&l, 1, z);
    assert_int_equal(literal_normalise(&l), LITERAL_OPEN);
    struct sum twice = {.count = 1, .part = {{y, 2}}}; // a factor of 1 << 40
    check_refused(l, &twice);
    struct sum overflow = {.count = 1, .part = {{y, INT64_MAX}}};
    check_refused(l, &overflow);
    // The range of the sum would not fit into 128 bits.
    struct sum wide = {.count = 2, .part = {{x, -(1 << 24)}, {y, -(1 << 24)}}};
    check_refused(l, &wide);

    struct literal near = empty(RELATION_AT_MOST, 64, INT64_MAX - 1); // the constant is no 64-bit number
    add(&near, 1, x);
    add(&near, 1, z);
    assert_int_equal(literal_normalise(&near), LITERAL_OPEN);
    struct sum less = {.count = 1, .constant = -2, .part = {{y, 1}}};
    check_refused(near, &less);

    struct literal full = empty(RELATION_EQUAL, 32, 0);
    for (uint32_t k = 0; k < LITERAL_PARTS; k++)
        add(&full, 1, memory(8 * (k + 1), 32));
    assert_int_equal(literal_normalise(&full), LITERAL_OPEN);
    struct sum two = {.count = 2, .part = {{memory(800, 32), 1}, {memory(808, 32), 1}}};
    check_refused(full, &two); // nine parts
    enum literal_truth truth;
    two.part[1].place = memory(16, 32);
    assert_true(literal_replace(&full, 0, &two, &truth));
    assert_int_equal(full.count, LITERAL_PARTS);
}

// ---- packed

static void test_packing(void **state)
{
    (void)state;
    for (uint32_t round = 0; round < 1000; round++) {
        uint64_t words[2 * (2 + 3 * LITERAL_PARTS)];
        choose_places();
        struct literal first = random_literal(), second = random_literal(), back;
        literal_normalise(&first);
        literal_normalise(&second);
        uint64_t *next = literal_pack(words, &first);
        assert_ptr_equal(next, words + literal_packed_words(&first));
        assert_int_equal(packed_words(words), literal_packed_words(&first));
        literal_pack(next, &second);
        assert_ptr_equal(literal_unpack(words, &back), next);
        assert_true(literal_equal(&back, &first));
        literal_unpack(next, &back);
        assert_true(literal_equal(&back, &second));
        bool bound = first.relation == RELATION_AT_MOST && second.relation == RELATION_AT_MOST &&
                     literal_same_sum(&first, &second) && first.constant <= second.constant;
        assert_int_equal(packed_implies(words, next), bound || literal_equal(&first, &second));
    }
}

static bool implies(struct literal b, struct literal a)
{
    uint64_t packed_a[2 + 3 * LITERAL_PARTS], packed_b[2 + 3 * LITERAL_PARTS];
    literal_pack(packed_a, &a);
    literal_pack(packed_b, &b);
    return packed_implies(packed_b, packed_a);
}

static void test_packed_bounds_imply_looser_ones(void **state)
{
    (void)state;
    struct literal tight = empty(RELATION_AT_MOST, 64, -3), loose = empty(RELATION_AT_MOST, 64, 4);
    add(&tight, 2, memory(8, 32));
    add(&loose, 2, memory(8, 32));
    assert_true(implies(tight, loose));
    assert_true(implies(tight, tight));
    assert_false(implies(loose, tight));
    tight.relation = loose.relation = RELATION_EQUAL;
    assert_false(implies(tight, loose));
    assert_true(implies(tight, tight));
    loose = tight;
    loose.part[0].place.width = 64;
    assert_false(implies(tight, loose));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_of_places),
        cmocka_unit_test(test_places_are_ordered),
        cmocka_unit_test(test_parts_are_ordered_and_merged),
        cmocka_unit_test(test_bounds_lose_common_divisors),
        cmocka_unit_test(test_congruences_are_reduced),
        cmocka_unit_test(test_equations_are_the_same_from_both_sides),
        cmocka_unit_test(test_ranges_decide_bounds),
        cmocka_unit_test(test_constants_decide_congruences),
        cmocka_unit_test(test_normal_forms_say_the_same),
        cmocka_unit_test(test_replacing_says_the_same),
        cmocka_unit_test(test_renaming_is_building_anew),
        cmocka_unit_test(test_differences_say_the_same),
        cmocka_unit_test(test_large_numbers_are_refused_or_right),
        cmocka_unit_test(test_what_is_refused),
        cmocka_unit_test(test_packing),
        cmocka_unit_test(test_packed_bounds_imply_looser_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
