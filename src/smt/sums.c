#include "smt/sums.h"

#include "term/sum.h"

#include <stdlib.h>

typedef __int128 number;

// Numbers beyond this are not computed with: sums of TERM_SUM_MOST of them do not overflow.
#define MOST_NUMBER ((number)1 << 100)
// Atoms that are looked into for one conjunct.
#define MOST_ATOMS 64u

struct sums_range {
    number low, high;
};

void sums_free(struct sums *sums)
{
    vector_free(&sums->intervals);
}

static number power_of_two(unsigned width)
{
    return (number)1 << width;
}

// ---- bounds of terms

static int compare_sum_terms(const void *a, const void *b)
{
    term x = *(const term *)a, y = *(const term *)b;
    return x < y ? -1 : x > y;
}

static int compare_sum_intervals(const void *a, const void *b)
{
    const struct term_interval *x = a, *y = b;
    if (x->subject != y->subject)
        return x->subject < y->subject ? -1 : 1;
    return x->low < y->low ? -1 : x->low > y->low;
}

// The first interval of that subject, or where it would be.
static uint32_t first_of(const struct sums *sums, term subject)
{
    uint32_t low = 0, high = sums->intervals.size;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (sums->intervals.data[middle].subject < subject)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// The part of the intervals that are about one subject.
struct about {
    const struct term_interval *from, *to;
};

static struct about find_about(const struct sums *sums, term subject)
{
    const struct term_interval *from = vector_from(&sums->intervals, first_of(sums, subject)), *to = from;
    const struct term_interval *end = vector_from(&sums->intervals, sums->intervals.size);
    while (to < end && to->subject == subject)
        to++;
    return (struct about){from, to};
}

struct sums_context {
    const struct sums *sums;
    struct terms *terms;
    const term *conjuncts; // ascending
    uint32_t count;
    unsigned left; // how many more atoms may be looked into
};

// term_known: what the intervals of a term leave of its values. Those that contradict each other leave it as
// it is without them.
static bool bounds_from_intervals(void *context, term t, uint64_t *low, uint64_t *high)
{
    const struct sums_context *c = context;
    struct about about = find_about(c->sums, t);
    if (about.from == about.to)
        return false;
    uint64_t least, most;
    term_bounds(c->terms, t, &least, &most);
    for (const struct term_interval *i = about.from; i < about.to; i++)
        if (!i->outside) {
            least = i->low > least ? i->low : least;
            most = i->high < most ? i->high : most;
        }
    for (const struct term_interval *i = about.from; i < about.to;
         i++) // ascending: upwards from the least value
        if (i->outside && i->low <= least && i->high >= least && i->high < most)
            least = i->high + 1;
    for (const struct term_interval *i = about.to; i-- > about.from;)
        if (i->outside && i->high >= most && i->low <= most && i->low > least)
            most = i->low - 1;
    *low = least;
    *high = most;
    return least <= most;
}

// ---- ranges of numbers

// A term of `width` bits stands for numbers: those that are congruent to its values modulo 2^width. Sums and
// products of such numbers stand for the sum and the product, however they go round the end.
static struct sums_range numbers_of_term(struct sums_context *c, term t);

static struct sums_range bounds_of(const struct sums_context *c, term t)
{
    struct term_known known = {bounds_from_intervals, (void *)(uintptr_t)c};
    struct term_range range;
    term_bounds_under(c->terms, t, &known, &range);
    return (struct sums_range){(number)range.low, (number)range.high};
}

static struct sums_range whole_range(unsigned width, bool is_signed)
{
    number modulus = power_of_two(width);
    return is_signed ? (struct sums_range){-modulus / 2, modulus / 2 - 1}
                     : (struct sums_range){0, modulus - 1};
}

// The values of a term in the order of numbers with a sign or without: what goes round the end of these can
// be anything.
static struct sums_range values_of(struct sums_context *c, term t, bool is_signed)
{
    unsigned width = term_width(c->terms, t);
    number modulus = power_of_two(width);
    struct sums_range whole = whole_range(width, is_signed), r = numbers_of_term(c, t),
                      bounds = bounds_of(c, t);
    number below = r.low - whole.low, rounds = below / modulus - (below % modulus < 0);
    r.low -= rounds * modulus;
    r.high -= rounds * modulus;
    if (r.high > whole.high)
        r = whole;
    if (is_signed && bounds.low > whole.high) { // all negative
        bounds.low -= modulus;
        bounds.high -= modulus;
    }
    if (bounds.high <= whole.high) { // both hold
        r.low = bounds.low > r.low ? bounds.low : r.low;
        r.high = bounds.high < r.high ? bounds.high : r.high;
    }
    return r.low <= r.high ? r : whole;
}

static bool is_conjunct(const struct sums_context *c, term t)
{
    return bsearch(&t, c->conjuncts, c->count, sizeof t, compare_sum_terms) != NULL;
}

static struct sums_range choice_numbers(struct sums_context *c, const struct term_node *node)
{
    if (is_conjunct(c, node->kid[0]))
        return numbers_of_term(c, node->kid[1]);
    if (is_conjunct(c, term_not(c->terms, node->kid[0])))
        return numbers_of_term(c, node->kid[2]);
    struct sums_range a = numbers_of_term(c, node->kid[1]), b = numbers_of_term(c, node->kid[2]);
    return (struct sums_range){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

static number size_of(struct sums_range r)
{
    return r.high > -r.low ? r.high : -r.low;
}

// The product, or what it is known to be where it is too large to compute with.
static struct sums_range multiply_ranges(struct sums_range a, struct sums_range b,
                                         struct sums_range otherwise)
{
    number size_a = size_of(a), size_b = size_of(b);
    if (size_a > 0 && size_b > MOST_NUMBER / size_a)
        return otherwise;
    const number corners[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
    struct sums_range r = {corners[0], corners[0]};
    for (unsigned i = 1; i < 4; i++) {
        r.low = corners[i] < r.low ? corners[i] : r.low;
        r.high = corners[i] > r.high ? corners[i] : r.high;
    }
    return r;
}

static struct sums_range atom_numbers(struct sums_context *c, term atom)
{
    const struct term_node node = *term_get(c->terms, atom);
    bool narrow = node.kid[0] && term_width(c->terms, node.kid[0]) <= 64;
    if (c->left == 0)
        return bounds_of(c, atom);
    c->left--;
    switch ((enum term_kind)node.kind) {
    case TERM_SEXT: return narrow ? values_of(c, node.kid[0], true) : bounds_of(c, atom);
    case TERM_ZEXT: return narrow ? values_of(c, node.kid[0], false) : bounds_of(c, atom);
    case TERM_ITE: return choice_numbers(c, &node);
    case TERM_MUL:
        return multiply_ranges(numbers_of_term(c, node.kid[0]), numbers_of_term(c, node.kid[1]),
                               bounds_of(c, atom));
    default: return bounds_of(c, atom);
    }
}

static number as_signed(uint64_t value, unsigned width)
{
    number top = power_of_two(width - 1), n = (number)value;
    return n >= top ? n - 2 * top : n;
}

static struct sums_range numbers_of_term(struct sums_context *c, term t)
{
    struct term_sum sum;
    unsigned width = term_width(c->terms, t);
    if (!term_sum(c->terms, t, &sum))
        return bounds_of(c, t);
    struct sums_range all = {as_signed(sum.constant, width), as_signed(sum.constant, width)};
    for (uint32_t i = 0; i < sum.count; i++) {
        number factor = as_signed(sum.summands[i].factor, width);
        struct sums_range atom = atom_numbers(c, sum.summands[i].atom), none = {MOST_NUMBER, -MOST_NUMBER};
        struct sums_range product = multiply_ranges(atom, (struct sums_range){factor, factor}, none);
        all.low += product.low;
        all.high += product.high;
        if (product.low > product.high || size_of(all) > MOST_NUMBER)
            return bounds_of(c, t);
    }
    return all;
}

// ---- conjuncts

// Whether no number of the range is one of `count` numbers from `first` on, modulo `modulus`.
static bool misses(struct sums_range range, number first, number count, number modulus)
{
    number from = (range.low - first) % modulus;
    if (from < 0)
        from += modulus;
    return from >= count && from + (range.high - range.low) < modulus;
}

static bool interval_contradicts(struct sums_context *c, term conjunct)
{
    struct term_interval interval;
    if (!term_interval(c->terms, conjunct, &interval))
        return false;
    struct sums_range range = numbers_of_term(c, interval.subject);
    term_interval_unsigned(c->terms, &interval);
    number modulus = power_of_two(term_width(c->terms, interval.subject));
    number inside = (number)interval.high - (number)interval.low + 1;
    if (interval.outside)
        return misses(range, (number)interval.high + 1, modulus - inside, modulus);
    return misses(range, (number)interval.low, inside, modulus);
}

static bool comparison_contradicts(struct sums_context *c, term conjunct)
{
    struct term_comparison comparison;
    if (!term_comparison(c->terms, conjunct, &comparison))
        return false;
    struct sums_range below = values_of(c, comparison.below, comparison.is_signed);
    struct sums_range above = values_of(c, comparison.above, comparison.is_signed);
    if (comparison.equal)
        return below.low > above.high || above.low > below.high;
    return comparison.strict ? below.low >= above.high : below.low > above.high;
}

bool sums_contradict(struct sums *sums, struct terms *terms, const term *conjuncts, uint32_t n)
{
    vector_clear(&sums->intervals);
    for (uint32_t i = 0; i < n; i++) {
        struct term_interval interval;
        if (!term_interval(terms, conjuncts[i], &interval))
            continue;
        term_interval_unsigned(terms, &interval);
        do
            vector_push(&sums->intervals, interval);
        while (term_interval_of_part(terms, &interval));
    }
    if (sums->intervals.size)
        qsort(sums->intervals.data, sums->intervals.size, sizeof *sums->intervals.data,
              compare_sum_intervals);
    for (uint32_t i = 0; i < n; i++) {
        struct sums_context context = {sums, terms, conjuncts, n, MOST_ATOMS};
        if (interval_contradicts(&context, conjuncts[i]) || comparison_contradicts(&context, conjuncts[i]))
            return true;
    }
    return false;
}
