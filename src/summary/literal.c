#include "summary/literal.h"

#include "base/hash.h"

#include <string.h>

// Larger numbers are not worth the care.
#define MOST_FACTOR ((__int128)1 << 40)

int place_compare(const struct literal_place *a, const struct literal_place *b)
{
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->where != b->where)
        return a->where < b->where ? -1 : 1;
    return a->width < b->width ? -1 : a->width > b->width;
}

// The number that so many bits are.
static int64_t signed_number(uint64_t bits, unsigned width)
{
    return width == 1 ? (int64_t)(bits & 1) : (int64_t)(bits << (64 - width)) >> (64 - width);
}

int64_t place_number(const struct literal_place *place, uint64_t bits)
{
    return signed_number(bits, place->width);
}

// ---- sums

struct sum sum_constant(uint64_t bits, unsigned width)
{
    return (struct sum){.constant = signed_number(bits, width)};
}

struct sum sum_add(struct sum a, const struct sum *b, int64_t factor)
{
    for (uint32_t k = 0; k < b->count; k++) {
        a.part[a.count] = b->part[k];
        a.part[a.count++].factor *= factor;
    }
    a.constant += factor * b->constant;
    return a;
}

// ---- normal form

// A sum with wide numbers and room for one more sum.
struct wide {
    uint32_t count;
    __int128 constant;
    struct literal_place place[LITERAL_PARTS + 4];
    int64_t factor[LITERAL_PARTS + 4];
    bool large; // a factor did not fit
};

static void wide_add(struct wide *w, const struct literal_place *place, int64_t factor, int64_t times)
{
    int64_t product;
    w->large |= __builtin_mul_overflow(factor, times, &product);
    for (uint32_t k = 0; k < w->count; k++)
        if (place_equal(&w->place[k], place)) {
            w->large |= __builtin_add_overflow(w->factor[k], product, &w->factor[k]);
            return;
        }
    w->place[w->count] = *place;
    w->factor[w->count++] = product;
}

static void drop_zeros(struct wide *w)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; k < w->count; k++)
        if (w->factor[k]) {
            w->place[kept] = w->place[k];
            w->factor[kept++] = w->factor[k];
        }
    w->count = kept;
}

static void sort(struct wide *w)
{
    for (uint32_t k = 1; k < w->count; k++)
        for (uint32_t i = k; i > 0 && place_compare(&w->place[i], &w->place[i - 1]) < 0; i--) {
            struct literal_place place = w->place[i];
            int64_t factor = w->factor[i];
            w->place[i] = w->place[i - 1];
            w->factor[i] = w->factor[i - 1];
            w->place[i - 1] = place;
            w->factor[i - 1] = factor;
        }
}

static __int128 signed_modulo(__int128 x, uint8_t width)
{
    return signed_number((uint64_t)x, width);
}

static __int128 floor_divide(__int128 a, __int128 b)
{
    return a / b - (a % b != 0 && a < 0);
}

// Of a congruence and its opposite, one is normal: the first number that is not its own opposite is above 0.
static bool is_opposite(const struct wide *w, uint8_t width)
{
    for (uint32_t k = 0; k < w->count; k++)
        if (signed_modulo(-(__int128)w->factor[k], width) != w->factor[k])
            return w->factor[k] < 0;
    return w->constant < 0;
}

static void reduce_congruence(struct wide *w, uint8_t width)
{
    for (uint32_t k = 0; k < w->count; k++)
        w->factor[k] = (int64_t)signed_modulo(w->factor[k], width);
    w->constant = signed_modulo(w->constant, width);
    drop_zeros(w);
    sort(w);
    if (!is_opposite(w, width))
        return;
    for (uint32_t k = 0; k < w->count; k++)
        w->factor[k] = (int64_t)signed_modulo(-(__int128)w->factor[k], width);
    w->constant = signed_modulo(-w->constant, width);
}

static void reduce_bound(struct wide *w)
{
    drop_zeros(w);
    sort(w);
    uint64_t divisor = 0;
    for (uint32_t k = 0; k < w->count && divisor != 1; k++) {
        uint64_t a = w->factor[k] < 0 ? -(uint64_t)w->factor[k] : (uint64_t)w->factor[k], b = divisor;
        while (b) {
            uint64_t rest = a % b;
            a = b;
            b = rest;
        }
        divisor = a;
    }
    if (divisor <= 1 || divisor > INT64_MAX)
        return;
    for (uint32_t k = 0; k < w->count; k++)
        w->factor[k] /= (int64_t)divisor;
    w->constant = floor_divide(w->constant, (int64_t)divisor);
}

// What a place of that width can hold at most, times the factor.
static __int128 largest(const struct literal_place *place, __int128 factor)
{
    if (place->width == 1)
        return factor > 0 ? factor : 0;
    __int128 half = (__int128)1 << (place->width - 1);
    return factor > 0 ? factor * (half - 1) : factor * -half;
}

static enum literal_truth truth_of_wide(const struct wide *w, enum relation relation)
{
    if (relation != RELATION_AT_MOST) {
        if (w->count)
            return LITERAL_OPEN;
        return (w->constant == 0) == (relation == RELATION_EQUAL) ? LITERAL_TRUE : LITERAL_FALSE;
    }
    __int128 most = 0, least = 0;
    for (uint32_t k = 0; k < w->count; k++) {
        most += largest(&w->place[k], w->factor[k]);
        least -= largest(&w->place[k], -(__int128)w->factor[k]);
    }
    return most <= w->constant ? LITERAL_TRUE : least > w->constant ? LITERAL_FALSE : LITERAL_OPEN;
}

static void set_literal_hash(struct literal *l)
{
    uint64_t hash = l->count;
    for (uint32_t k = 0; k < l->count; k++)
        hash =
            hash_combine(hash + (uint64_t)l->part[k].factor, l->part[k].place.where + l->part[k].place.width);
    l->hash = (uint32_t)hash;
}

// False: too many or too large numbers; the literal is as it was.
static bool finish_literal(struct literal *literal, struct wide *w, enum literal_truth *truth)
{
    *truth = LITERAL_OPEN;
    if (w->large)
        return false;
    if (literal->relation == RELATION_AT_MOST)
        reduce_bound(w);
    else
        reduce_congruence(w, literal->width);
    for (uint32_t k = 0; k < w->count; k++) // before their ranges are added up
        if (w->factor[k] >= MOST_FACTOR || w->factor[k] <= -MOST_FACTOR)
            return false;
    *truth = truth_of_wide(w, (enum relation)literal->relation);
    if (*truth != LITERAL_OPEN)
        return true;
    if (w->count > LITERAL_PARTS || w->constant > INT64_MAX || w->constant < INT64_MIN)
        return false;
    literal->count = (uint8_t)w->count;
    literal->constant = (int64_t)w->constant;
    for (uint32_t k = 0; k < w->count; k++)
        literal->part[k] = (struct literal_part){w->place[k], w->factor[k]};
    set_literal_hash(literal);
    return true;
}

static void wide_init(struct wide *w, const struct literal *literal)
{
    w->count = 0;
    w->large = false;
    w->constant = literal->constant;
    for (uint32_t k = 0; k < literal->count; k++)
        wide_add(w, &literal->part[k].place, literal->part[k].factor, 1);
}

static void wide_add_sum(struct wide *w, const struct sum *sum, int64_t factor)
{
    for (uint32_t k = 0; k < sum->count; k++)
        wide_add(w, &sum->part[k].place, sum->part[k].factor, factor);
    w->constant -= (__int128)factor * sum->constant;
}

enum literal_truth literal_normalise(struct literal *literal)
{
    struct wide w;
    enum literal_truth truth;
    wide_init(&w, literal);
    return finish_literal(literal, &w, &truth) ? truth : LITERAL_OPEN;
}

enum literal_truth literal_difference(struct literal *literal, enum relation relation, uint8_t width,
                                      const struct sum *left, const struct sum *right, int64_t constant)
{
    struct wide w = {.constant = constant};
    enum literal_truth truth;
    *literal = (struct literal){.relation = (uint8_t)relation, .width = width};
    wide_add_sum(&w, left, 1);
    if (right)
        wide_add_sum(&w, right, -1);
    return finish_literal(literal, &w, &truth) ? truth : LITERAL_FALSE;
}

// Puts one place where another one is. False: it is not only the order that changes.
static bool rename(struct literal *l, uint32_t index, const struct sum *sum)
{
    const struct literal_place *place = &sum->part[0].place;
    if (l->relation != RELATION_AT_MOST || sum->count != 1 || sum->constant || sum->part[0].factor != 1 ||
        place->width != l->part[index].place.width)
        return false;
    for (uint32_t k = 0; k < l->count; k++)
        if (place_equal(&l->part[k].place, place))
            return false;
    struct literal_part part = {*place, l->part[index].factor};
    for (; index > 0 && place_compare(place, &l->part[index - 1].place) < 0; index--)
        l->part[index] = l->part[index - 1];
    for (; index + 1 < l->count && place_compare(place, &l->part[index + 1].place) > 0; index++)
        l->part[index] = l->part[index + 1];
    l->part[index] = part;
    set_literal_hash(l);
    return true;
}

bool literal_replace(struct literal *literal, uint32_t index, const struct sum *sum,
                     enum literal_truth *truth)
{
    *truth = LITERAL_OPEN;
    if (rename(literal, index, sum))
        return true;
    struct wide w = {.constant = literal->constant};
    for (uint32_t k = 0; k < literal->count; k++)
        if (k != index)
            wide_add(&w, &literal->part[k].place, literal->part[k].factor, 1);
    wide_add_sum(&w, sum, literal->part[index].factor);
    return finish_literal(literal, &w, truth);
}

int literal_find(const struct literal *literal, enum place_kind kind, uint64_t where)
{
    for (uint32_t k = 0; k < literal->count; k++)
        if (literal->part[k].place.where == where && literal->part[k].place.kind == kind)
            return (int)k;
    return -1;
}

bool literal_holds(const struct literal *literal, const int64_t *numbers)
{
    __int128 sum = 0;
    for (uint32_t k = 0; k < literal->count; k++)
        sum += (__int128)literal->part[k].factor * numbers[k];
    if (literal->relation == RELATION_AT_MOST)
        return sum <= literal->constant;
    bool equal = signed_modulo(sum - literal->constant, literal->width) == 0;
    return equal == (literal->relation == RELATION_EQUAL);
}

bool literal_same_sum(const struct literal *a, const struct literal *b)
{
    if (a->hash != b->hash || a->count != b->count)
        return false;
    for (uint32_t k = 0; k < a->count; k++)
        if (a->part[k].factor != b->part[k].factor || !place_equal(&a->part[k].place, &b->part[k].place))
            return false;
    return true;
}

bool literal_equal(const struct literal *a, const struct literal *b)
{
    return a->relation == b->relation && a->width == b->width && a->constant == b->constant &&
           literal_same_sum(a, b);
}

// ---- packed: kind of literal and hash; constant; and for each part where, what kind of place, and factor

uint32_t literal_packed_words(const struct literal *l)
{
    return 2 + 3 * (uint32_t)l->count;
}

uint64_t *literal_pack(uint64_t *to, const struct literal *l)
{
    *to++ = l->relation | (uint64_t)l->width << 8 | (uint64_t)l->count << 16 | (uint64_t)l->hash << 32;
    *to++ = (uint64_t)l->constant;
    for (uint32_t k = 0; k < l->count; k++) {
        *to++ = l->part[k].place.where;
        *to++ = l->part[k].place.kind | (uint64_t)l->part[k].place.width << 8;
        *to++ = (uint64_t)l->part[k].factor;
    }
    return to;
}

const uint64_t *literal_unpack(const uint64_t *from, struct literal *l)
{
    l->relation = (uint8_t)from[0];
    l->width = (uint8_t)(from[0] >> 8);
    l->count = (uint8_t)(from[0] >> 16);
    l->hash = (uint32_t)(from[0] >> 32);
    l->constant = (int64_t)from[1];
    from += 2;
    for (uint32_t k = 0; k < l->count; k++, from += 3)
        l->part[k] =
            (struct literal_part){{from[0], (uint8_t)from[1], (uint8_t)(from[1] >> 8)}, (int64_t)from[2]};
    return from;
}

bool packed_implies(const uint64_t *b, const uint64_t *a)
{
    if (b[0] != a[0] || memcmp(b + 2, a + 2, (packed_words(a) - 2) * sizeof *a) != 0)
        return false;
    return b[1] == a[1] || ((uint8_t)a[0] == RELATION_AT_MOST && (int64_t)b[1] <= (int64_t)a[1]);
}
