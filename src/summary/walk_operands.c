#include "program/registers.h"
#include "summary/walk.h"

struct results {
    struct walker *walker;
    bool matter;
};

static void forget_written(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    struct results *r = context;
    for (uint32_t k = 0; role & REGISTER_WRITE && k < words; k++) {
        r->matter |= walk_matters(r->walker, *number + k);
        walk_define_own(r->walker, *number + k, &definition_unknown);
    }
}

static void exact_read(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    for (uint32_t k = 0; role & REGISTER_READ && k < words; k++)
        walk_exact_own(context, *number + k);
}

static void visit_operands(struct walker *w, const struct instruction *i, register_visitor *visitor,
                           void *context)
{
    instruction_visit_registers((struct instruction *)i, w->program->operands, visitor, context);
}

static void note_result_matters(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    struct results *r = context;
    for (uint32_t k = 0; role & REGISTER_WRITE && k < words; k++)
        r->matter |= walk_matters(r->walker, *number + k);
}

bool walk_results_matter(struct walker *w, const struct instruction *i)
{
    struct results results = {.walker = w};
    visit_operands(w, i, note_result_matters, &results);
    return results.matter;
}

bool walk_forget_results(struct walker *w, const struct instruction *i)
{
    struct results results = {.walker = w};
    visit_operands(w, i, forget_written, &results);
    return results.matter;
}

void walk_exact_operands(struct walker *w, const struct instruction *i)
{
    visit_operands(w, i, exact_read, w);
}

void walk_opaque(struct walker *w, const struct instruction *i, bool always)
{
    if (walk_forget_results(w, i) || always)
        walk_exact_operands(w, i);
}
