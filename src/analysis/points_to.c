#include "analysis/pointers.h"

static void apply_call_rule(void *context, struct solver_rule rule, const struct bits *places)
{
    calls_rule(context, rule, places);
}

static void init_codes(struct code_functions *f, uint32_t count)
{
    f->first = memory_alloc((count + 1) * sizeof *f->first);
    memset(f->first, 0xff, (count + 1) * sizeof *f->first);
}

static void find_thread_local_objects(struct points_to *pt)
{
    const struct program *p = pt->program;
    pt->thread_locals = memory_zalloc(p->thread_local_count + 1, sizeof *pt->thread_locals);
    bool alone;
    uint32_t time = program_time_passed(p, &alone);
    pt->time_object = time == NO_GLOBAL ? NO_CODE : objects_global(&pt->objects, time);
    pt->errno_object = NO_CODE;
    for (uint32_t g = 0; g < p->globals_count; g++) {
        const struct global *global = &p->globals[g];
        if (!(global->flags & GLOBAL_THREAD_LOCAL))
            continue;
        pt->thread_locals[global->address] = g;
        if (global->flags & GLOBAL_RUNTIME && !strcmp(program_string(p, global->name), "__runtime_errno"))
            pt->errno_object = objects_global(&pt->objects, g);
    }
}

static struct points_to *make_points_to(const struct program *program)
{
    struct points_to *pt = memory_zalloc(1, sizeof *pt);
    pt->program = program;
    objects_init(&pt->objects, program);
    solver_init(&pt->solver, &pt->objects, apply_call_rule, pt);
    init_codes(&pt->callees, program->code_count);
    init_codes(&pt->started, program->code_count);
    pt->accesses = memory_zalloc(program->code_count + 1, sizeof *pt->accesses);
    instances_init(pt);
    pt->unknown = solver_nodes(&pt->solver, 4);
    pt->self = pt->unknown + 1;
    pt->exit_value = pt->unknown + 2;
    pt->any_key = pt->unknown + 3;
    solver_add_place(&pt->solver, pt->unknown, PLACE_UNKNOWN);
    solver_add_rule(&pt->solver, pt->unknown, (struct solver_rule){.kind = RULE_ESCAPE});
    find_thread_local_objects(pt);
    return pt;
}

// ---- where execution starts

static uint32_t arguments_node(struct points_to *pt)
{
    uint32_t object = objects_get(&pt->objects, ABSTRACT_ARGUMENTS, 0, NO_CODE, UNKNOWN_SIZE, NULL);
    uint32_t place = objects_place(&pt->objects, object, 0, ANY_OFFSET_STRIDE),
             node = solver_nodes(&pt->solver, 1);
    solver_add_place(&pt->solver, node, place);
    solver_add_place(&pt->solver, cell_in(pt, cells_any(pt, object)), place);
    return node;
}

static void enter_root(struct points_to *pt, uint32_t function, uint32_t count, const uint32_t *arguments)
{
    if (function != NO_FUNCTION && pt->program->functions[function].kind == FUNCTION_DEFINED)
        calls_enter(pt, NO_CODE, function, count, arguments);
}

static void enter_program_roots(struct points_to *pt)
{
    const struct program *p = pt->program;
    natives_thread(pt, NO_CODE);
    for (uint32_t k = 0; k < p->constructors_count; k++)
        enter_root(pt, p->constructors[k], 0, NULL);
    uint32_t arguments = arguments_node(pt), words[] = {NO_NODE, arguments, arguments};
    enter_root(pt, p->main, 3, words);
    uint32_t exit_function = program_exit_function(p); // runs atexit handlers when main returns
    if (exit_function != NO_FUNCTION)
        enter_root(pt, exit_function, 0, NULL);
    for (uint32_t k = 0; k < p->destructors_count; k++)
        enter_root(pt, p->destructors[k], 0, NULL);
    for (uint32_t g = 0; g < p->globals_count; g++) // other modules know it
        if (p->globals[g].flags & GLOBAL_EXTERNAL)
            solver_add_place(
                &pt->solver, pt->unknown,
                objects_place(&pt->objects, objects_global(&pt->objects, g), 0, ANY_OFFSET_STRIDE));
}

// ---- all

struct points_to *points_to_compute(const struct program *program)
{
    struct points_to *pt = make_points_to(program);
    enter_program_roots(pt);
    constraints_generate_all(pt);
    do
        solver_run(&pt->solver);
    while (address_differences_connect(pt) || forged_find(pt));
    solver_forget_edges(&pt->solver);
    return pt;
}

static void free_codes(struct code_functions *f)
{
    memory_free(f->first);
    vector_free(&f->all);
}

void points_to_free(struct points_to *pt)
{
    if (!pt)
        return;
    answers_free(pt);
    for (uint32_t f = 0; f < pt->program->functions_count; f++)
        webs_free(pt->webs[f]);
    memory_free(pt->webs);
    solver_free(&pt->solver);
    objects_free(&pt->objects);
    vector_free(&pt->cells);
    vector_free(&pt->contents);
    vector_free(&pt->part_words);
    vector_free(&pt->whole_words);
    vector_free(&pt->copies);
    index_free(&pt->copy_index);
    vector_free(&pt->copy_sites);
    vector_free(&pt->copy_targets);
    vector_free(&pt->new_cells);
    index_free(&pt->cell_index);
    vector_free(&pt->instances);
    memory_free(pt->first_instance);
    memory_free(pt->clone_roots);
    vector_free(&pt->double_contexts);
    index_free(&pt->context_index);
    index_free(&pt->bound_index);
    vector_free(&pt->bound);
    vector_free(&pt->addresses);
    vector_free(&pt->undefined);
    vector_free(&pt->differences);
    free_codes(&pt->callees);
    free_codes(&pt->started);
    vector_free(&pt->destructors);
    vector_free(&pt->thread_objects);
    index_free(&pt->constant_index);
    vector_free(&pt->constant_values);
    vector_free(&pt->constant_nodes);
    memory_free(pt->thread_locals);
    memory_free(pt);
}
