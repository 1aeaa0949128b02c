#include "machine/nan.h"

#include "machine/relevance.h"
#include "machine/symbolic.h"

// Bits of the payload, without the one that tells quiet from signalling.
static unsigned payload_bits(unsigned width)
{
    return width == 32 ? 22 : 51;
}

static uint64_t low_bits(unsigned count)
{
    return ((uint64_t)1 << count) - 1;
}

// Sign and payload stand together in `payload_bits + 1` bits: what is open.

static bool is_nan(unsigned width, uint64_t bits)
{
    uint64_t infinity = width == 32 ? UINT64_C(0xff) << 23 : UINT64_C(0x7ff) << 52;
    return (bits & ~((uint64_t)1 << (width - 1))) > infinity;
}

static uint64_t open_bits(unsigned width, unsigned from, uint64_t bits)
{
    unsigned here = payload_bits(width), there = payload_bits(from);
    uint64_t payload = bits & low_bits(there), sign = bits >> (from - 1) & 1;
    return sign << here | (here < there ? payload >> (there - here) : payload << (here - there));
}

static uint64_t with_open_bits(unsigned width, uint64_t open)
{
    unsigned payload = payload_bits(width);
    uint64_t fixed = low_bits(width - 1) & ~low_bits(payload); // exponent and the quiet bit
    return open >> payload << (width - 1) | fixed | (open & low_bits(payload));
}

static term open_term(struct machine *m, unsigned width, unsigned from, term a)
{
    struct terms *t = m->terms;
    unsigned here = payload_bits(width), there = payload_bits(from);
    term payload = term_extract(t, a, here < there ? there - here : 0, here < there ? here : there);
    if (here > there)
        payload = term_concat(t, payload, term_constant(t, here - there, 0));
    return term_concat(t, term_extract(t, a, from - 1, 1), payload);
}

static term with_open_term(struct machine *m, unsigned width, term open)
{
    struct terms *t = m->terms;
    unsigned payload = payload_bits(width);
    term fixed = term_constant(t, width - 1 - payload, ~(uint64_t)0);
    term low = term_concat(t, fixed, term_extract(t, open, 0, payload));
    return term_concat(t, term_extract(t, open, payload, 1), low);
}

// The input of this operation, of `bits` bits. Of irrelevant statements none is made, nor counted:
// relevance.h.
static struct value nan_input(struct machine *m, unsigned bits)
{
    if (relevance_apart(m))
        return (struct value){0, TERM_NONE};
    struct thread *t = m->current;
    uint64_t number = INPUT_NAN | ++thread_change(m, t)->numbers;
    return symbolic_named_input(m, t->number, number, bits);
}

// What nobody can have chosen is counted all the same: a replay, where all is plain, counts alike.
static struct value plain_nan_input(struct machine *m, unsigned bits, bool open)
{
    if (m->options.concrete && open)
        return nan_input(m, bits);
    if (!relevance_apart(m))
        thread_change(m, m->current)->numbers++;
    return (struct value){0, TERM_NONE};
}

struct value nan_open_bit(struct machine *m, bool plain, bool open)
{
    return plain ? plain_nan_input(m, 1, open) : nan_input(m, 1);
}

static uint64_t plain_result(struct machine *m, unsigned width, unsigned from, const struct value *operands,
                             unsigned count, uint64_t changed)
{
    uint64_t open = (uint64_t)1 << payload_bits(width);
    (void)m;
    for (unsigned k = count; k-- > 0;)
        if (is_nan(from, operands[k].bits))
            open = open_bits(width, from, operands[k].bits);
    return with_open_bits(width, open ^ changed);
}

struct value nan_finish(struct machine *m, unsigned width, struct value number, unsigned from,
                        const struct value *operands, unsigned count)
{
    struct terms *t = m->terms;
    bool plain = true;
    for (unsigned k = 0; k < count; k++)
        plain &= !operands[k].t;
    if (plain) {
        struct value changed = plain_nan_input(m, payload_bits(width) + 1, is_nan(width, number.bits));
        if (is_nan(width, number.bits))
            number.bits = plain_result(m, width, from, operands, count, changed.bits);
        return number;
    }
    term x = symbolic_term(m, number, width);
    term open = term_constant(t, payload_bits(width) + 1, (uint64_t)1 << payload_bits(width));
    for (unsigned k = count; k-- > 0;) {
        term a = symbolic_term(m, operands[k], from);
        open = term_ite(t, term_binary(t, TERM_FEQ, a, a), open, open_term(m, width, from, a));
    }
    term changed = symbolic_term(m, nan_input(m, payload_bits(width) + 1), payload_bits(width) + 1);
    term bits = with_open_term(m, width, term_binary(t, TERM_XOR, open, changed));
    return symbolic_value(m, term_ite(t, term_binary(t, TERM_FEQ, x, x), x, bits));
}

term nan_sign(struct machine *m, unsigned width, term a, bool magnitude)
{
    struct terms *t = m->terms;
    uint64_t sign = (uint64_t)1 << (width - 1);
    term mask = term_constant(t, width, magnitude ? ~sign : sign), x, bits;
    enum term_kind kind = magnitude ? TERM_AND : TERM_XOR;
    if (!term_is_number_or_bits(t, a, &x, &bits))
        return term_binary(t, kind, a, mask);
    term changed = term_binary(t, kind, x, mask);
    return term_ite(t, term_binary(t, TERM_FEQ, changed, changed), changed, term_binary(t, kind, bits, mask));
}
