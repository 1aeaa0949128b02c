// Calls: arguments to parameters, results back, and the functions that natives call or start.
#include "analysis/pointers.h"

#include "base/hash.h"
#include "program/registers.h"

static const struct transform plain = {0, 0};

// ---- who calls whom

static void calls_note(struct code_functions *f, uint32_t code, uint32_t function)
{
    for (uint32_t k = f->first[code]; k != NO_CODE; k = f->all.data[k].next)
        if (f->all.data[k].function == function)
            return;
    vector_push(&f->all, (struct code_callee){function, f->first[code]});
    f->first[code] = f->all.size - 1;
}

// False: it was bound before.
static bool bind_once(struct points_to *pt, uint32_t instance, uint32_t code, uint32_t function)
{
    uint64_t hash = hash_combine(hash_combine(instance, code), function);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&pt->bound_index, hash, &at)) != INDEX_NONE;) {
        const struct bound_call *b = &pt->bound.data[n];
        if (b->instance == instance && b->code == code && b->function == function)
            return false;
    }
    vector_push(&pt->bound, (struct bound_call){instance, code, function});
    index_add(&pt->bound_index, hash, pt->bound.size - 1);
    return true;
}

// ---- arguments

uint32_t calls_list(const struct instruction *i)
{
    return opcode_is_call(i->op) ? i->b : NO_CODE;
}

static uint32_t words_of_info(uint32_t info)
{
    return info & OPERAND_BYVAL ? 1 : (OPERAND_SIZE(info) + 7) / 8;
}

// The value of an operand that is always the same; UNKNOWN_SIZE: it is not.
static uint64_t known_value(struct points_to *pt, uint32_t instance, uint32_t code, uint32_t operand)
{
    if (operand & OPERAND_CONSTANT)
        return pt->program->constants[operand & ~OPERAND_CONSTANT];
    const struct webs *webs = pt->webs[pt->instances.data[instance].function];
    uint32_t web = webs_read(webs, code, operand);
    return web != NO_WEB && webs->facts[web].constant ? webs->facts[web].value : UNKNOWN_SIZE;
}

// Words of an operand after the first are the following registers or constants.
static void gather_call_words(struct points_to *pt, uint32_t instance, uint32_t code, const uint32_t *list,
                              bool variadic, struct call_words *words)
{
    words->fixed = list[0];
    for (uint32_t k = 0; k < list[0]; k++) {
        vector_push(&words->nodes, instances_operand(pt, instance, code, list[2 + k]));
        vector_push(&words->constants, known_value(pt, instance, code, list[2 + k]));
    }
    const uint32_t *pairs = list + 2 + list[0];
    for (uint32_t k = 0; !variadic && k < list[1]; k++)
        for (uint32_t w = 0; w < words_of_info(pairs[2 * k + 1]); w++) {
            vector_push(&words->nodes, instances_operand(pt, instance, code, pairs[2 * k] + w));
            vector_push(&words->constants, UNKNOWN_SIZE);
        }
}

static void words_free(struct call_words *words)
{
    vector_free(&words->nodes);
    vector_free(&words->constants);
}

// What the call hands over as variable arguments lies in an object of the function called.
static void pass_variadic(struct points_to *pt, uint32_t instance, uint32_t code, const uint32_t *list,
                          uint32_t function)
{
    uint32_t object = objects_varargs(&pt->objects, function);
    uint32_t place = objects_place(&pt->objects, object, 0, ANY_OFFSET_STRIDE);
    uint32_t in = cell_in(pt, cells_any(pt, object));
    const uint32_t *pairs = list + 2 + list[0];
    for (uint32_t k = 0; k < list[1]; k++)
        for (uint32_t w = 0; w < words_of_info(pairs[2 * k + 1]); w++) {
            uint32_t node = instances_operand(pt, instance, code, pairs[2 * k] + w);
            if (node == NO_NODE)
                continue;
            if (pairs[2 * k + 1] & OPERAND_BYVAL)
                solver_add_rule(&pt->solver, node,
                                (struct solver_rule){.kind = RULE_COPY_FROM,
                                                     .third = place,
                                                     .size = OPERAND_SIZE(pairs[2 * k + 1])});
            else
                solver_add_edge(&pt->solver, node, in, plain);
        }
}

// ---- calls

uint32_t calls_enter(struct points_to *pt, uint32_t context, uint32_t function, uint32_t count,
                     const uint32_t *arguments)
{
    const struct function *f = &pt->program->functions[function];
    uint32_t instance = instances_get(pt, function, context);
    const struct webs *webs = pt->webs[function];
    for (uint32_t k = 0; arguments && k < count && k < webs->parameter_count; k++)
        if (webs->parameters[k] != NO_WEB && arguments[k] != NO_NODE)
            solver_add_edge(&pt->solver, arguments[k],
                            pt->instances.data[instance].base + webs->parameters[k], plain);
    return f->result_words ? pt->instances.data[instance].results : NO_NODE;
}

static void return_words(struct points_to *pt, uint32_t instance, uint32_t code, uint32_t results,
                         uint32_t count)
{
    const struct instruction *i = &pt->program->code[code];
    for (uint32_t k = 0; results != NO_NODE && i->d != NO_REGISTER && k < i->aux && k < count; k++) {
        uint32_t to = instances_written(pt, instance, code, i->d + k);
        if (to != NO_NODE)
            solver_add_edge(&pt->solver, results + k, to, plain);
    }
}

static void calls_unmodelled(struct points_to *pt, uint32_t instance, uint32_t code)
{
    const struct instruction *i = &pt->program->code[code];
    struct call_words words = {0};
    gather_call_words(pt, instance, code, pt->program->operands + calls_list(i), false, &words);
    for (uint32_t k = 0; k < words.nodes.size; k++)
        if (words.nodes.data[k] != NO_NODE)
            solver_add_edge(&pt->solver, words.nodes.data[k], pt->unknown, plain);
    words_free(&words);
    for (uint32_t k = 0; i->d != NO_REGISTER && k < i->aux; k++) {
        uint32_t to = instances_written(pt, instance, code, i->d + k);
        if (to != NO_NODE)
            solver_add_edge(&pt->solver, pt->unknown, to, plain);
    }
}

void calls_bind_native(struct points_to *pt, uint32_t instance, uint32_t code, uint32_t native)
{
    const struct instruction *i = &pt->program->code[code];
    const uint32_t *list = pt->program->operands + calls_list(i);
    struct call_words words = {0};
    if (natives_effect(native)->flow == FLOW_WORST) {
        calls_unmodelled(pt, instance, code);
        return;
    }
    gather_call_words(pt, instance, code, list, false, &words);
    struct native_call call = {.instance = instance, .code = code, .words = &words, .result = NO_NODE};
    if (i->d != NO_REGISTER)
        call.result = instances_written(pt, instance, code, i->d);
    natives_bind(pt, &call, native);
    words_free(&words);
}

void calls_bind(struct points_to *pt, uint32_t instance, uint32_t code, uint32_t function)
{
    const struct function *f = &pt->program->functions[function];
    const uint32_t *list = pt->program->operands + calls_list(&pt->program->code[code]);
    if (!bind_once(pt, instance, code, function))
        return;
    calls_note(&pt->callees, code, function);
    if (f->kind == FUNCTION_NATIVE) {
        calls_bind_native(pt, instance, code, f->native);
        return;
    }
    if (f->kind != FUNCTION_DEFINED) {
        calls_unmodelled(pt, instance, code);
        return;
    }
    struct call_words words = {0};
    gather_call_words(pt, instance, code, list, f->flags & FUNCTION_VARIADIC, &words);
    if (f->flags & FUNCTION_VARIADIC)
        pass_variadic(pt, instance, code, list, function);
    bool has = instances_has_context(pt, function);
    uint32_t results = calls_enter(pt, has ? instances_context(pt, instance, code) : NO_CODE, function,
                                   words.nodes.size, vector_from(&words.nodes, 0));
    return_words(pt, instance, code, results, f->result_words);
    words_free(&words);
}

// ---- calls through pointers. Most functions get the same from a call as from any other, so that calls whose
// pointers are found to be the same (solver_rules.c) need not be bound one by one: their arguments go through
// a block of nodes.

static bool is_plain_function(const struct points_to *pt, uint32_t function)
{
    const struct function *f = &pt->program->functions[function];
    return f->kind == FUNCTION_DEFINED && !(f->flags & FUNCTION_VARIADIC) &&
           !instances_has_context(pt, function) && f->parameter_words <= SHARED_ARGUMENTS &&
           f->result_words <= SHARED_RESULTS;
}

void calls_indirect(struct points_to *pt, uint32_t instance, uint32_t code, uint32_t node)
{
    const struct instruction *i = &pt->program->code[code];
    struct call_words words = {0};
    uint32_t block = solver_nodes(&pt->solver, SHARED_ARGUMENTS + SHARED_RESULTS);
    gather_call_words(pt, instance, code, pt->program->operands + i->b, false, &words);
    for (uint32_t k = 0; k < words.nodes.size && k < SHARED_ARGUMENTS; k++)
        if (words.nodes.data[k] != NO_NODE)
            solver_add_edge(&pt->solver, words.nodes.data[k], block + k, plain);
    words_free(&words);
    return_words(pt, instance, code, block + SHARED_ARGUMENTS, SHARED_RESULTS);
    solver_add_rule(&pt->solver, node,
                    (struct solver_rule){.kind = RULE_CALL, .other = instance, .third = code});
    solver_add_rule(&pt->solver, node,
                    (struct solver_rule){.kind = RULE_DISPATCH, .share = SHARE_CALL, .other = block});
}

static void dispatch(struct points_to *pt, uint32_t block, uint32_t function)
{
    if (!is_plain_function(pt, function))
        return;
    uint32_t arguments[SHARED_ARGUMENTS];
    for (uint32_t k = 0; k < SHARED_ARGUMENTS; k++)
        arguments[k] = block + k;
    uint32_t results = calls_enter(pt, NO_CODE, function, SHARED_ARGUMENTS, arguments);
    for (uint32_t k = 0; results != NO_NODE && k < pt->program->functions[function].result_words; k++)
        solver_add_edge(&pt->solver, results + k, block + SHARED_ARGUMENTS + k, plain);
}

// ---- rules

// A function called by a native, by unmodelled code, or as a thread: what is not defined escapes with its
// arguments.
static uint32_t call_back(struct points_to *pt, uint32_t code, uint32_t function, uint32_t argument)
{
    if (pt->program->functions[function].kind == FUNCTION_DEFINED)
        return calls_enter(pt, code, function, 1, &argument);
    if (argument != NO_NODE)
        solver_add_edge(&pt->solver, argument, pt->unknown, plain);
    return pt->unknown;
}

static void call_start_routine(struct points_to *pt, struct solver_rule rule, uint32_t function)
{
    calls_note(&pt->callees, rule.third, function);
    calls_note(&pt->started, rule.third, function);
    uint32_t results = call_back(pt, rule.third, function, rule.other);
    uint32_t cell = cells_get(pt, natives_thread(pt, rule.third), 0, 0);
    if (results != NO_NODE)
        solver_add_edge(&pt->solver, results, pt->cells.data[cell].in, plain);
}

static void calls_destructor(struct points_to *pt, uint32_t key_object, uint32_t function)
{
    bool known = false;
    for (uint32_t k = 0; k < pt->destructors.size; k++)
        known |= pt->destructors.data[k] == function;
    if (!known)
        vector_push(&pt->destructors, function);
    // The key is made once, but each thread calls the function at its end: the call that made the key is no
    // context, since what a context allocates counts as one object where that call is executed once.
    call_back(pt, NO_CODE, function, cell_out(pt, cells_get(pt, key_object, 0, 0)));
}

// Unmodelled code may call what has escaped, with anything.
static void escape(struct points_to *pt, uint32_t object)
{
    const struct abstract_object *o = &pt->objects.list.data[object];
    if (o->kind == ABSTRACT_FUNCTION && !(o->flags & ABSTRACT_ESCAPED) &&
        pt->program->functions[o->index].kind == FUNCTION_DEFINED) {
        uint32_t arguments[64], function = o->index;
        for (uint32_t k = 0; k < 64; k++)
            arguments[k] = pt->unknown;
        uint32_t results = calls_enter(pt, NO_CODE, function, 64, arguments);
        for (uint32_t k = 0; results != NO_NODE && k < pt->program->functions[function].result_words; k++)
            solver_add_edge(&pt->solver, results + k, pt->unknown, plain);
    }
    cells_escape(pt, object);
}

static void call_rule(struct points_to *pt, struct solver_rule rule, const struct abstract_object *o,
                      uint32_t function)
{
    if (o->kind == ABSTRACT_UNKNOWN && o->index == OBJECT_UNKNOWN) {
        switch (rule.kind) {
        case RULE_CALL: calls_unmodelled(pt, rule.other, rule.third); break;
        case RULE_START:
            if (rule.other != NO_NODE)
                solver_add_edge(&pt->solver, rule.other, pt->unknown, plain);
            break;
        default: break;
        }
        return;
    }
    if (o->kind != ABSTRACT_FUNCTION)
        return;
    switch (rule.kind) {
    case RULE_CALL: calls_bind(pt, rule.other, rule.third, function); break;
    case RULE_DISPATCH: dispatch(pt, rule.other, function); break;
    case RULE_START: call_start_routine(pt, rule, function); break;
    case RULE_ONCE:
        calls_note(&pt->callees, rule.third, function);
        call_back(pt, rule.third, function, NO_NODE);
        break;
    default: calls_destructor(pt, rule.third, function); break;
    }
}

static void handle_rule(struct points_to *pt, struct solver_rule rule, const struct abstract_object *o,
                        uint32_t object)
{
    bool anywhere = object == OBJECT_UNKNOWN || object == OBJECT_INPUT;
    if (anywhere) // a number from anywhere may be any thread, or any key
        solver_add_rule(&pt->solver, rule.kind == RULE_JOIN ? pt->self : pt->any_key, rule);
    if (o->kind != (rule.kind == RULE_JOIN ? ABSTRACT_THREAD : ABSTRACT_KEY))
        return;
    uint32_t number = cells_get(pt, object, 0, 0);
    struct object_cell c = pt->cells.data[number];
    switch (rule.kind) {
    case RULE_JOIN:
        solver_add_rule(&pt->solver, rule.other,
                        (struct solver_rule){.kind = RULE_STORE, .other = c.out, .size = rule.size});
        break;
    case RULE_KEY_GET: solver_add_edge(&pt->solver, c.out, rule.other, plain); break;
    default: solver_add_edge(&pt->solver, rule.other, c.in, plain); break;
    }
}

// Most rules are of this kind, and what they need is seldom in the processor's caches.
static void access_rule(struct points_to *pt, struct solver_rule rule, uint32_t place)
{
    uint32_t to = objects_move(&pt->objects, place, (struct transform){rule.offset, 0});
    if (rule.kind == RULE_LOAD)
        cells_load(pt, to, rule.size, rule.other);
    else
        cells_store(pt, to, rule.size, rule.other, rule.kind == RULE_UPDATE);
}

static void object_rule(struct points_to *pt, struct solver_rule rule, uint32_t place)
{
    struct place p = objects_place_at(&pt->objects, place);
    struct abstract_object o = pt->objects.list.data[p.object];
    switch ((enum rule_kind)rule.kind) {
    case RULE_REALLOCATE:
        if (o.kind == ABSTRACT_HEAP || p.object == OBJECT_UNKNOWN)
            cells_copy_object(pt, rule.third, p.object, 0);
        break;
    case RULE_CALL:
        if (o.kind == ABSTRACT_FUNCTION && is_plain_function(pt, o.index))
            break; // RULE_DISPATCH does it
        __attribute__((fallthrough));
    case RULE_DISPATCH:
    case RULE_START:
    case RULE_ONCE:
    case RULE_DESTRUCTOR: call_rule(pt, rule, &o, o.index); break;
    case RULE_JOIN:
    case RULE_KEY_GET:
    case RULE_KEY_SET: handle_rule(pt, rule, &o, p.object); break;
    case RULE_ESCAPE: escape(pt, p.object); break;
    case RULE_LOAD:
    case RULE_STORE:
    case RULE_UPDATE:
    case RULE_COPY_TO:
    case RULE_COPY_FROM:
    case RULE_COPY_HUB:
    case RULE_ACCESS: break;
    }
}

static bool is_access(struct solver_rule rule)
{
    return rule.kind == RULE_LOAD || rule.kind == RULE_STORE || rule.kind == RULE_UPDATE;
}

void calls_rule(struct points_to *pt, struct solver_rule rule, const struct bits *places)
{
    if (rule.kind == RULE_ACCESS)
        return;
    if (copies_has_rule(rule)) {
        copies_rule(pt, rule, places);
        return;
    }
    bool access = is_access(rule);
    struct bits_iterator i = bits_begin(places);
    uint32_t place;
    while (bits_next(&i, &place)) {
        if (access)
            access_rule(pt, rule, place);
        else
            object_rule(pt, rule, place);
        if (pt->generated < pt->instances.size)
            constraints_generate_all(pt);
    }
}
