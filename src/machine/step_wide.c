// Integers of more than 64 bits, in consecutive registers. Everything goes through terms, which fold
// constants of up to 128 bits: this is the rare case, and one meaning is better than two.
#include "machine/step.h"

static term join_words(struct machine *m, const struct cell *words, unsigned width)
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
static void split_words(struct machine *m, struct cell *words, term t, unsigned width)
{
    for (unsigned low = 0; low < width; low += 64) {
        unsigned part = width - low < 64 ? width - low : 64;
        cell_set_value(m, &words[low / 64], symbolic_value(m, term_extract(m->terms, t, low, part)));
    }
}

static bool is_division(unsigned op)
{
    return op == OP_UDIV || op == OP_SDIV || op == OP_UREM || op == OP_SREM;
}

const struct instruction *step_WIDE_BINARY(struct machine *m, struct cell *r, const struct instruction *i)
{
    unsigned op = i->aux, w = i->width;
    term x = join_words(m, &r[i->a], w), y = join_words(m, &r[i->b], w);
    step_save(m, i);
    if (is_division(op)) {
        bool zero;
        term nothing = term_zext(m->terms, term_constant(m->terms, 1, 0), w);
        if (!symbolic_decide(m, term_eq(m->terms, y, nothing), &zero))
            return NULL;
        if (zero)
            return step_violation(m, PROPERTY_ARITHMETIC, "division by zero");
    }
    term t = step_binary_term(m, op, w, (struct value){0, x}, (struct value){0, y});
    split_words(m, &m->registers[i->d], t, term_width(m->terms, t));
    return i + 1;
}

const struct instruction *step_WIDE_TRUNC(struct machine *m, struct cell *r, const struct instruction *i)
{
    term t = term_extract(m->terms, join_words(m, &r[i->a], i->aux), 0, i->width);
    split_words(m, &r[i->d], t, i->width);
    return i + 1;
}

const struct instruction *step_WIDE_ZEXT(struct machine *m, struct cell *r, const struct instruction *i)
{
    term t = term_zext(m->terms, join_words(m, &r[i->a], i->aux), i->width);
    split_words(m, &r[i->d], t, i->width);
    return i + 1;
}

const struct instruction *step_WIDE_SEXT(struct machine *m, struct cell *r, const struct instruction *i)
{
    term t = term_sext(m->terms, join_words(m, &r[i->a], i->aux), i->width);
    split_words(m, &r[i->d], t, i->width);
    return i + 1;
}
