// Functions in their contexts, and which node stands for what in them. A function that allocates is analysed
// once for each call of it (its heap objects then have that call as context), as long as such copies do not
// outweigh the program; every other function is analysed once.
#include "analysis/pointers.h"

#include "base/bit_array.h"
#include "base/hash.h"

enum { LARGEST_CLONED = 400, CLONED_AT_LEAST = 20000 };

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
}

bool instances_has_context(const struct points_to *pt, uint32_t function)
{
    return bit_array_has(pt->clone_roots, function);
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
