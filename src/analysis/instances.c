// Functions in their contexts, and which node stands for what in them. A function that allocates is analysed
// once for each call of it (its heap objects then have that call as context), as long as such copies do not
// outweigh the program; and so is one of the program's own that calls such a function and returns a value, so
// that blocks which a function around a function around malloc returns are told apart by its calls (two calls
// are then the context). Every other function is analysed once.
#include "analysis/pointers.h"

#include "base/bit_array.h"
#include "base/hash.h"

enum { LARGEST_CLONED = 400, LARGEST_CALLER_CLONED = 100, CLONED_AT_LEAST = 20000 };

// ---- which functions are analysed once per call

static bool allocates(const struct points_to *pt, const struct function *f)
{
    const struct program *p = pt->program;
    for (uint32_t c = f->first; c < f->end; c++) {
        const struct instruction *i = &p->code[c];
        if (i->op == OP_CALL_NATIVE && natives_allocates(i->a))
            return true;
        if (i->op == OP_CALL && p->functions[i->a].kind == FUNCTION_NATIVE &&
            natives_allocates(p->functions[i->a].native))
            return true;
    }
    return false;
}

static bool is_own_function(const struct function *f)
{
    return f->kind == FUNCTION_DEFINED && !(f->flags & FUNCTION_RUNTIME);
}

// Whether the function, of the program itself, calls one that allocates, and may return what that one
// returns.
static bool passes_on(const struct points_to *pt, const struct function *f, const uint64_t *allocating)
{
    const struct program *p = pt->program;
    if (!is_own_function(f) || !f->result_words || f->end - f->first > LARGEST_CALLER_CLONED)
        return false;
    for (uint32_t c = f->first; c < f->end; c++) {
        const struct instruction *i = &p->code[c];
        if (i->op == OP_CALL && is_own_function(&p->functions[i->a]) && bit_array_has(allocating, i->a))
            return true;
    }
    return false;
}

void instances_init(struct points_to *pt)
{
    const struct program *p = pt->program;
    pt->webs = memory_zalloc(p->functions_count + 1, sizeof *pt->webs);
    pt->first_instance = memory_alloc((p->functions_count + 1) * sizeof *pt->first_instance);
    memset(pt->first_instance, 0xff, (p->functions_count + 1) * sizeof *pt->first_instance);
    pt->clone_roots = bit_array_new(p->functions_count);
    for (uint32_t f = 0; f < p->functions_count; f++) {
        const struct function *function = &p->functions[f];
        if (function->kind == FUNCTION_DEFINED && function->end - function->first <= LARGEST_CLONED &&
            allocates(pt, function))
            bit_array_add(pt->clone_roots, f);
    }
    uint64_t *callers = bit_array_new(p->functions_count);
    for (uint32_t f = 0; f < p->functions_count; f++)
        if (passes_on(pt, &p->functions[f], pt->clone_roots))
            bit_array_add(callers, f);
    for (uint32_t f = 0; f < p->functions_count; f++)
        if (bit_array_has(callers, f))
            bit_array_add(pt->clone_roots, f);
    memory_free(callers);
}

bool instances_has_context(const struct points_to *pt, uint32_t function)
{
    return bit_array_has(pt->clone_roots, function);
}

// ---- contexts

static uint32_t double_context(struct points_to *pt, uint32_t call, uint32_t outer)
{
    uint64_t hash = hash_combine(call, outer);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&pt->context_index, hash, &at)) != INDEX_NONE;)
        if (pt->double_contexts.data[n].call == call && pt->double_contexts.data[n].outer == outer)
            return pt->program->code_count + n;
    vector_push(&pt->double_contexts, (struct double_context){call, outer});
    index_add(&pt->context_index, hash, pt->double_contexts.size - 1);
    return pt->program->code_count + pt->double_contexts.size - 1;
}

uint32_t instances_context(struct points_to *pt, uint32_t instance, uint32_t code)
{
    const struct instance *i = &pt->instances.data[instance];
    bool one_call = i->context < pt->program->code_count;
    return one_call && is_own_function(&pt->program->functions[i->function])
               ? double_context(pt, code, i->context)
               : code;
}

uint32_t points_to_context(const struct points_to *pt, const struct abstract_object *object,
                           uint32_t calls[2])
{
    uint32_t codes = pt->program->code_count;
    if (object->kind != ABSTRACT_HEAP || object->context == NO_CODE)
        return 0;
    calls[0] = object->context;
    if (object->context < codes)
        return 1;
    calls[0] = pt->double_contexts.data[object->context - codes].call;
    calls[1] = pt->double_contexts.data[object->context - codes].outer;
    return 2;
}

// ---- instances

struct webs *instances_webs(struct points_to *pt, uint32_t function)
{
    if (!pt->webs[function])
        pt->webs[function] = webs_compute(pt->program, function);
    return pt->webs[function];
}

uint32_t instances_get(struct points_to *pt, uint32_t function, uint32_t context)
{
    const struct function *f = &pt->program->functions[function];
    if (!instances_has_context(pt, function))
        context = NO_CODE;
    uint32_t size = f->end - f->first;
    for (uint32_t k = pt->first_instance[function]; k != NO_CODE; k = pt->instances.data[k].next)
        if (pt->instances.data[k].context == context)
            return k;
    if (context != NO_CODE && pt->cloned + size > CLONED_AT_LEAST + pt->program->code_count)
        return instances_get(pt, function, NO_CODE);
    if (context != NO_CODE)
        pt->cloned += size;
    struct webs *webs = instances_webs(pt, function);
    struct instance new = {.function = function, .context = context, .next = pt->first_instance[function]};
    new.base = solver_nodes(&pt->solver, webs->count);
    new.results = solver_nodes(&pt->solver, f->result_words);
    vector_push(&pt->instances, new);
    return pt->first_instance[function] = pt->instances.size - 1;
}

// ---- nodes

uint32_t instances_constant(struct points_to *pt, uint64_t value)
{
    uint64_t hash = hash_mix(value);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&pt->constant_index, hash, &at)) != INDEX_NONE;)
        if (pt->constant_values.data[n] == value)
            return pt->constant_nodes.data[n];
    struct place_numbers places = {0};
    objects_of_constant(&pt->objects, value, &places);
    if (!places.size) {
        vector_free(&places);
        return NO_NODE;
    }
    uint32_t node = solver_nodes(&pt->solver, 1);
    vector_push(&pt->constant_values, value);
    vector_push(&pt->constant_nodes, node);
    index_add(&pt->constant_index, hash, pt->constant_nodes.size - 1);
    for (uint32_t k = 0; k < places.size; k++)
        solver_add_place(&pt->solver, node, places.data[k]);
    vector_free(&places);
    return node;
}

uint32_t instances_read(struct points_to *pt, uint32_t instance, uint32_t code, uint32_t register_number)
{
    const struct instance *i = &pt->instances.data[instance];
    uint32_t web = webs_read(pt->webs[i->function], code, register_number);
    return web == NO_WEB ? NO_NODE : i->base + web;
}

uint32_t instances_written(struct points_to *pt, uint32_t instance, uint32_t code, uint32_t register_number)
{
    const struct instance *i = &pt->instances.data[instance];
    uint32_t web = webs_written(pt->webs[i->function], code, register_number);
    return web == NO_WEB ? NO_NODE : i->base + web;
}

uint32_t instances_operand(struct points_to *pt, uint32_t instance, uint32_t code, uint32_t operand)
{
    if (operand & OPERAND_CONSTANT)
        return instances_constant(pt, pt->program->constants[operand & ~OPERAND_CONSTANT]);
    return instances_read(pt, instance, code, operand);
}
