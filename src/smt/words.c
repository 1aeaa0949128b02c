#include "smt/words.h"

#include "term/term.h"

#define MOST TERM_MAX_WIDTH

// a + b + carry, where the signs of the bits of b are those of `flip` (1: the bits are negated).
static void add_carry(struct gates *gates, unsigned width, const gate *a, const gate *b, gate flip,
                      gate carry, gate *result)
{
    for (unsigned i = 0; i < width; i++) {
        gate x = a[i], y = b[i] ^ flip, either = gates_xor(gates, x, y);
        result[i] = gates_xor(gates, either, carry);
        if (i + 1 < width)
            carry = gates_majority(gates, x, y, carry);
    }
}

void words_add(struct gates *gates, unsigned width, const gate *a, const gate *b, gate *result)
{
    add_carry(gates, width, a, b, 0, GATE_FALSE, result);
}

void words_subtract(struct gates *gates, unsigned width, const gate *a, const gate *b, gate *result)
{
    add_carry(gates, width, a, b, 1, GATE_TRUE, result);
}

void words_negate(struct gates *gates, unsigned width, const gate *a, gate *result)
{
    gate zero[MOST] = {GATE_FALSE};
    words_subtract(gates, width, zero, a, result);
}

static void choose_word(struct gates *gates, unsigned width, gate condition, const gate *a, const gate *b,
                        gate *result)
{
    for (unsigned i = 0; i < width; i++)
        result[i] = gates_choice(gates, condition, a[i], b[i]);
}

static unsigned constants_in(unsigned width, const gate *a)
{
    unsigned count = 0;
    for (unsigned i = 0; i < width; i++)
        count += gate_is_constant(a[i]);
    return count;
}

// sum += (digit ? a : 0) << shift, or -= where `negative`.
static void add_product(struct gates *gates, unsigned width, const gate *a, unsigned shift, gate digit,
                        bool negative, gate *sum)
{
    gate product[MOST];
    for (unsigned i = 0; i < width; i++)
        product[i] = i < shift ? GATE_FALSE : gates_and(gates, digit, a[i - shift]);
    if (negative)
        words_subtract(gates, width, sum, product, sum);
    else
        words_add(gates, width, sum, product, sum);
}

// By a constant: as digits 1, 0 and -1 of which no two neighbours are both not 0 (the non-adjacent form),
// which has the fewest.
static void multiply_constant(struct gates *gates, unsigned width, const gate *a, const gate *b, gate *sum)
{
    bool carry = false;
    for (unsigned i = 0; i < width; i++) {
        bool bit = b[i] == GATE_TRUE, next = i + 1 < width && b[i + 1] == GATE_TRUE;
        if (bit == carry) {
            // an even rest: the digit is 0, and the carry stays
            continue;
        }
        add_product(gates, width, a, i, GATE_TRUE, next, sum);
        carry = next;
    }
}

void words_multiply(struct gates *gates, unsigned width, const gate *a, const gate *b, gate *result)
{
    gate sum[MOST] = {GATE_FALSE};
    if (constants_in(width, a) > constants_in(width, b)) {
        const gate *swapped = a;
        a = b;
        b = swapped;
    }
    if (constants_in(width, b) == width) {
        multiply_constant(gates, width, a, b, sum);
    } else {
        for (unsigned i = 0; i < width; i++)
            if (b[i] != GATE_FALSE)
                add_product(gates, width, a, i, b[i], false, sum);
    }
    memcpy(result, sum, width * sizeof *result);
}

// By hand, from the highest digit: the rest takes in a digit of a, and where b fits it is taken out. The rest
// has one bit more than b, so that nothing is lost. Where b is zero it fits always: the quotient is all ones,
// and the rest is a, as SMT-LIB says.
void words_divide(struct gates *gates, unsigned width, const gate *a, const gate *b, gate *quotient,
                  gate *remainder)
{
    gate rest[MOST + 1] = {GATE_FALSE}, digits[MOST], divisor[MOST + 1], less[MOST + 1];
    memcpy(divisor, b, width * sizeof *b);
    divisor[width] = GATE_FALSE;
    for (unsigned i = width; i-- > 0;) {
        memmove(rest + 1, rest, width * sizeof *rest);
        rest[0] = a[i];
        gate fits = gate_not(words_below(gates, width + 1, rest, divisor));
        words_subtract(gates, width + 1, rest, divisor, less);
        choose_word(gates, width + 1, fits, less, rest, rest);
        digits[i] = fits;
    }
    if (quotient)
        memcpy(quotient, digits, width * sizeof *digits);
    if (remainder)
        memcpy(remainder, rest, width * sizeof *rest);
}

static void negate_if(struct gates *gates, unsigned width, gate condition, const gate *a, gate *result)
{
    gate negated[MOST];
    words_negate(gates, width, a, negated);
    choose_word(gates, width, condition, negated, a, result);
}

void words_divide_signed(struct gates *gates, unsigned width, const gate *a, const gate *b, gate *quotient,
                         gate *remainder)
{
    // Set, since gcc -O3 takes `width` for a number that may be 0, and warns.
    gate size_a[MOST] = {GATE_FALSE}, size_b[MOST] = {GATE_FALSE};
    gate digits[MOST], rest[MOST], sign_a = a[width - 1], sign_b = b[width - 1];
    negate_if(gates, width, sign_a, a, size_a);
    negate_if(gates, width, sign_b, b, size_b);
    words_divide(gates, width, size_a, size_b, digits, rest);
    if (quotient)
        negate_if(gates, width, gates_xor(gates, sign_a, sign_b), digits, quotient);
    if (remainder)
        negate_if(gates, width, sign_a, rest, remainder);
}

// Whether a shift by b leaves nothing, seen from the bits of b that are worth the width or more.
static gate shifts_all_out(struct gates *gates, unsigned width, const gate *b, unsigned stages)
{
    gate all = GATE_FALSE;
    for (unsigned i = stages; i < width; i++)
        all = gates_or(gates, all, b[i]);
    return all;
}

static unsigned stages_of(unsigned width)
{
    unsigned stages = 0;
    while (stages < width && (1u << stages) < width)
        stages++;
    return stages;
}

// A barrel shifter: stage by stage by 1, 2, 4, ... places. `left`: towards the high bits.
static void shift_word(struct gates *gates, unsigned width, const gate *a, const gate *b, gate fill,
                       bool left, gate *result)
{
    gate from[MOST], to[MOST];
    unsigned stages = stages_of(width);
    gate out = shifts_all_out(gates, width, b, stages);
    memcpy(from, a, width * sizeof *a);
    for (unsigned stage = 0; stage < stages; stage++) {
        unsigned places = 1u << stage;
        for (unsigned i = 0; i < width; i++) {
            bool inside = left ? i >= places : i + places < width;
            gate moved = inside ? from[left ? i - places : i + places] : fill;
            to[i] = gates_choice(gates, b[stage], moved, from[i]);
        }
        memcpy(from, to, width * sizeof *to);
    }
    for (unsigned i = 0; i < width; i++)
        result[i] = gates_choice(gates, out, fill, from[i]);
}

void words_shift_left(struct gates *gates, unsigned width, const gate *a, const gate *b, gate *result)
{
    shift_word(gates, width, a, b, GATE_FALSE, true, result);
}

void words_shift_right(struct gates *gates, unsigned width, const gate *a, const gate *b, gate fill,
                       gate *result)
{
    shift_word(gates, width, a, b, fill, false, result);
}

gate words_equal(struct gates *gates, unsigned width, const gate *a, const gate *b)
{
    gate equal = GATE_TRUE;
    for (unsigned i = 0; i < width; i++)
        equal = gates_and(gates, equal, gate_not(gates_xor(gates, a[i], b[i])));
    return equal;
}

// The borrow of a - b.
static gate borrow(struct gates *gates, unsigned width, const gate *a, const gate *b, bool is_signed)
{
    gate below = GATE_FALSE;
    for (unsigned i = 0; i < width; i++) {
        gate flip = is_signed && i + 1 == width; // the highest bit of a signed number counts the other way
        below = gates_majority(gates, gate_not(a[i]) ^ flip, b[i] ^ flip, below);
    }
    return below;
}

gate words_below(struct gates *gates, unsigned width, const gate *a, const gate *b)
{
    return borrow(gates, width, a, b, false);
}

gate words_below_signed(struct gates *gates, unsigned width, const gate *a, const gate *b)
{
    return borrow(gates, width, a, b, true);
}
