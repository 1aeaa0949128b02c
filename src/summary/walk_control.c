#include "summary/walk.h"

// ---- within a function

void walk_branch(struct walker *w, const struct instruction *i, unsigned flags)
{
    struct sum bit = walk_own_sum(w, i->a, 1), side = sum_constant(flags & JOURNAL_SIDE ? 1 : 0, 1);
    walk_compare(w, RELATION_EQUAL, 1, &bit, &side, 0);
}

void walk_switch(struct walker *w, const struct instruction *i)
{
    const uint32_t *table = w->program->operands + i->b;
    uint32_t target = journal_high(w->target), others = 0;
    for (uint32_t k = 0; k < table[0]; k++)
        others += table[3 + 2 * k] != target;
    enum { MOST_CASES = 8 };
    if (table[1] != target || others != table[0] || others > MOST_CASES) {
        walk_exact_own(w, i->a);
        return;
    }
    struct sum a = walk_own_sum(w, i->a, i->width);
    for (uint32_t k = 0; k < table[0]; k++) {
        struct sum value = sum_constant(w->program->constants[table[2 + 2 * k]], i->width);
        walk_compare(w, RELATION_UNEQUAL, i->width, &a, &value, 0);
    }
}

// ---- calls

// A call of a native, from a native, or with arguments that are not plain: it depends on all its operands.
static void walk_native_call(struct walker *w, const struct instruction *i, unsigned flags)
{
    if (!(flags & JOURNAL_STOPPED) && i->d != NO_REGISTER)
        for (uint32_t k = 0; k < (i->aux ? i->aux : 1u); k++)
            walk_define_own(w, i->d + k, &definition_unknown);
    if (i->b != NO_REGISTER)
        walk_exact_operands(w, i);
    else // a thunk: parameters lie in its registers
        for (uint32_t k = 0; k < 4; k++)
            walk_exact_own(w, k);
}

void walk_call(struct walker *w, const struct instruction *i, unsigned flags)
{
    if (!(flags & JOURNAL_MOVED)) {
        walk_native_call(w, i, flags);
        return;
    }
    const uint32_t *list = w->program->operands + i->b;
    uint32_t count = journal_low(w->target), base = journal_high(w->target);
    bool plain = list[1] == 0;
    for (uint32_t k = 0; k < count; k++) {
        if (!walk_register_matters(w, w->thread, base + k))
            continue;
        if (!plain || k >= list[0]) {
            walk_define(w, w->thread, base + k, &definition_unknown);
            walk_exact_operands(w, i);
            continue;
        }
        uint32_t operand = list[2 + k];
        if (operand & OPERAND_CONSTANT)
            walk_set_constant(w, base + k, w->program->constants[operand & ~OPERAND_CONSTANT]);
        else
            walk_move(w, base + k, w->base + operand);
    }
    if (i->op == OP_CALL_INDIRECT)
        walk_exact_own(w, i->a);
}

void walk_return(struct walker *w, const struct instruction *i, unsigned flags)
{
    if (!(flags & JOURNAL_MOVED)) {
        for (uint32_t k = 0; k < i->aux; k++)
            walk_exact_own(w, i->a + k);
        return;
    }
    if (!w->target)
        return;
    uint32_t count = journal_low(w->target), to = journal_high(w->target);
    for (uint32_t k = 0; k < count; k++)
        walk_move(w, to + k, w->base + i->a + k);
    if (count == 0)
        walk_define(w, w->thread, to, &definition_unknown);
}
