// Integers of more than 64 bits, in consecutive registers. Everything goes through terms, which fold
// constants of up to 128 bits: this is the rare case, and one meaning is better than two.
#include "machine/step.h"

static term join_cell_words(struct machine *m, const struct cell *words, unsigned width)
{
    term result = TERM_NONE;
    for (unsigned low = 0; low < width; low += 64) {
        unsigned part = width - low < 64 ? width - low : 64;
        struct value v = cell_value(&words[low / 64]);
        term t = v.t ? term_extract(m->terms, term_zext(m->terms, v.t, 64), 0, part)
                     : term_constant(m->terms, part, v.bits);
        result = result ? term_concat(m->terms, t, result) : t;
    }
    return result;
}

// Splits into words.
static void split_cell_words(struct machine *m, struct cell *words, term t, unsigned width)
{
    for (unsigned low = 0; low < width; low += 64) {
        unsigned part = width - low < 64 ? width - low : 64;
        cell_set_value(m, &words[low / 64], symbolic_value(m, term_extract(m->terms, t, low, part)));
    }
}

// False: stopped, to start again.
static bool computes(struct machine *m, const struct instruction *i, const struct cell *words, unsigned width)
{
    for (unsigned low = 0; low < width; low += 64)
        if (!step_computes_value(m, i, 64, cell_value(&words[low / 64])))
            return false;
    return true;
}

static bool is_division(unsigned op)
{
    return op == OP_UDIV || op == OP_SDIV || op == OP_UREM || op == OP_SREM;
}

static bool is_shift(unsigned op)
{
    return op == OP_SHL || op == OP_LSHR || op == OP_ASHR;
}

static void set_anything(struct machine *m, struct cell *words, unsigned width)
{
    for (unsigned low = 0; low < width; low += 64)
        cell_set_value(m, &words[low / 64],
                       symbolic_input(m, width - low < 64 ? width - low : 64, INPUT_UNINITIALISED,
                                      "result of an invalid shift"));
}

const struct instruction *step_WIDE_BINARY(struct machine *m, struct cell *r, const struct instruction *i)
{
    unsigned op = wide_opcode(i->aux), w = i->width;
    if (!computes(m, i, &r[i->a], w) || !computes(m, i, &r[i->b], w))
        return NULL;
    struct value a = {0, join_cell_words(m, &r[i->a], w)}, b = {0, join_cell_words(m, &r[i->b], w)};
    bool valid = true, overflows = i->aux & WIDE_NSW && m->options.properties & 1u << PROPERTY_OVERFLOW;
    step_save(m, i);
    if (is_division(op) ? !step_check_division(m, i, op, a, b)
        : is_shift(op)  ? !step_check_shift(m, i, op, a, b, &valid)
                        : overflows && !step_check_overflow(m, i, op, a, b))
        return NULL;
    if (!valid) {
        set_anything(m, &m->registers[i->d], w);
        return i + 1;
    }
    term t = step_binary_term(m, op, w, a, b);
    split_cell_words(m, &m->registers[i->d], t, term_width(m->terms, t));
    return i + 1;
}

const struct instruction *step_WIDE_TRUNC(struct machine *m, struct cell *r, const struct instruction *i)
{
    unsigned cut = i->width / 64; // the word of which a part is left
    if (i->width % 64 && !step_computes_value(m, i, 64, cell_value(&r[i->a + cut])))
        return NULL;
    term t = term_extract(m->terms, join_cell_words(m, &r[i->a], i->aux), 0, i->width);
    split_cell_words(m, &r[i->d], t, i->width);
    return i + 1;
}

const struct instruction *step_WIDE_ZEXT(struct machine *m, struct cell *r, const struct instruction *i)
{
    term t = term_zext(m->terms, join_cell_words(m, &r[i->a], i->aux), i->width);
    split_cell_words(m, &r[i->d], t, i->width);
    return i + 1;
}

const struct instruction *step_WIDE_SEXT(struct machine *m, struct cell *r, const struct instruction *i)
{
    term t = term_sext(m->terms, join_cell_words(m, &r[i->a], i->aux), i->width);
    split_cell_words(m, &r[i->d], t, i->width);
    return i + 1;
}
