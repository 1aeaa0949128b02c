// Natives (program/natives.def): how pointers flow through them, and what they do to memory.
#include "analysis/pointers.h"

static const struct transform plain = {0, 0};

static const struct native_effect effects[NATIVE_COUNT] = {
#define NATIVE(name, facts, flow, ...) [NATIVE_##name] = {FLOW_##flow, {__VA_ARGS__}},
#include "program/natives.def"
};

static const uint8_t sizes[][2] = {
    {0, 0},
#define EFFECT_SIZE(name, bytes_32, bytes_64) {bytes_32, bytes_64},
#include "analysis/native_effects.def"
};

const struct native_effect *natives_effect(uint32_t native)
{
    return &effects[native];
}

bool natives_is_timed(uint32_t native)
{
    const struct native_effect *e = &effects[native];
    for (uint32_t k = 0; k < 4 && e->accesses[k].size != EFFECT_END; k++)
        if (e->accesses[k].size == EFFECT_TIME || e->accesses[k].size == EFFECT_MOMENT)
            return true;
    return false;
}

uint64_t natives_size(const struct points_to *pt, uint8_t size)
{
    uint8_t bytes = sizes[size][pt->objects.word == 8];
    return bytes ? bytes : UNKNOWN_SIZE;
}

bool natives_allocates(uint32_t native)
{
    uint8_t flow = effects[native].flow;
    return flow == FLOW_ALLOCATE || flow == FLOW_REALLOCATE || flow == FLOW_ALLOCATE_OUT;
}

// ---- arguments

static uint32_t argument_node(const struct native_call *c, uint32_t k)
{
    return k < c->words->nodes.size ? c->words->nodes.data[k] : NO_NODE;
}

// UNKNOWN_SIZE: no constant.
static uint64_t argument_constant(const struct native_call *c, uint32_t k)
{
    return k < c->words->constants.size ? c->words->constants.data[k] : UNKNOWN_SIZE;
}

static void rule(struct points_to *pt, uint32_t node, struct solver_rule r)
{
    if (node != NO_NODE)
        solver_add_rule(&pt->solver, node, r);
}

// What the native accesses are addresses, but for threads and keys: their numbers are not followed.
static void note_addresses(struct points_to *pt, const struct native_call *c, uint32_t native)
{
    const struct native_effect *e = &effects[native];
    for (uint32_t k = 0; k < 4 && e->accesses[k].size != EFFECT_END; k++) {
        if (e->accesses[k].size == EFFECT_THREAD || e->accesses[k].size == EFFECT_KEY)
            continue;
        uint32_t node = argument_node(c, e->accesses[k].argument);
        rule(pt, node, (struct solver_rule){.kind = RULE_ACCESS});
        forged_note_address(pt, c->instance, node);
    }
}

static void result_place(struct points_to *pt, const struct native_call *c, uint32_t place)
{
    if (c->result != NO_NODE)
        solver_add_place(&pt->solver, c->result, place);
}

static void result_edge(struct points_to *pt, const struct native_call *c, uint32_t from)
{
    if (c->result != NO_NODE && from != NO_NODE)
        solver_add_edge(&pt->solver, from, c->result, plain);
}

// Stores a pointer to the place where argument k points to.
static void store_place(struct points_to *pt, const struct native_call *c, uint32_t k, uint32_t place,
                        uint64_t size)
{
    uint32_t node = solver_nodes(&pt->solver, 1);
    solver_add_place(&pt->solver, node, place);
    rule(pt, argument_node(c, k), (struct solver_rule){.kind = RULE_STORE, .other = node, .size = size});
}

// ---- memory

static uint64_t allocated_size(const struct native_call *c, uint32_t native)
{
    uint64_t bytes;
    switch (native) {
    case NATIVE_malloc:
    case NATIVE___heddle_new:
    case NATIVE___heddle_map: return argument_constant(c, 0);
    case NATIVE_calloc:
        if (argument_constant(c, 0) == UNKNOWN_SIZE || argument_constant(c, 1) == UNKNOWN_SIZE ||
            __builtin_mul_overflow(argument_constant(c, 0), argument_constant(c, 1), &bytes))
            return UNKNOWN_SIZE;
        return bytes;
    case NATIVE_posix_memalign: return argument_constant(c, 2);
    default: return argument_constant(c, 1);
    }
}

static uint32_t allocated_place(struct points_to *pt, const struct native_call *c, uint32_t native)
{
    uint32_t context = pt->instances.data[c->instance].context;
    uint64_t size = allocated_size(c, native);
    bool is_new;
    uint32_t object = objects_get(&pt->objects, ABSTRACT_HEAP, c->code, context, size, &is_new);
    struct abstract_object *o = &pt->objects.list.data[object];
    if (is_new && instances_of_library(pt, c->instance))
        o->flags |= ABSTRACT_RUNTIME;
    if (o->size != size) // several natives through one function pointer
        o->size = UNKNOWN_SIZE;
    return objects_place(&pt->objects, object, 0, 0);
}

static void native_copy(struct points_to *pt, const struct native_call *c)
{
    rule(pt, argument_node(c, 0),
         (struct solver_rule){.kind = RULE_COPY_TO,
                              .other = argument_node(c, 1),
                              .third = copies_site(pt),
                              .size = argument_constant(c, 2)});
    result_edge(pt, c, argument_node(c, 0));
}

// Bytes of a number. Where only a part of a pointer is overwritten, the rest stays.
static void native_fill(struct points_to *pt, const struct native_call *c)
{
    uint64_t size = argument_constant(c, 2), word = pt->objects.word;
    if (size != UNKNOWN_SIZE && size % word)
        rule(pt, argument_node(c, 0),
             (struct solver_rule){.kind = RULE_STORE,
                                  .other = NO_NODE,
                                  .size = size % word,
                                  .offset = (int64_t)(size - size % word)});
    result_edge(pt, c, argument_node(c, 0));
}

// A node for an input alone, whatever else the node that it flows to holds.
static uint32_t input_node(struct points_to *pt)
{
    uint32_t node = solver_nodes(&pt->solver, 1);
    solver_add_place(&pt->solver, node, PLACE_INPUT);
    return node;
}

static void input_memory(struct points_to *pt, const struct native_call *c)
{
    uint32_t node = input_node(pt);
    rule(pt, argument_node(c, 0),
         (struct solver_rule){.kind = RULE_STORE, .other = node, .size = argument_constant(c, 1)});
}

// ---- threads and keys

uint32_t natives_thread(struct points_to *pt, uint32_t code)
{
    bool is_new;
    uint32_t object = objects_get(&pt->objects, ABSTRACT_THREAD, code, NO_CODE, UNKNOWN_SIZE, &is_new);
    if (is_new) {
        vector_push(&pt->thread_objects, object);
        solver_add_place(&pt->solver, pt->self, objects_place(&pt->objects, object, 0, 0));
        solver_add_edge(&pt->solver, pt->exit_value, cell_in(pt, cells_get(pt, object, 0, 0)), plain);
    }
    return object;
}

static void native_create_thread(struct points_to *pt, const struct native_call *c, uint32_t start)
{
    uint32_t object = natives_thread(pt, c->code);
    store_place(pt, c, 0, objects_place(&pt->objects, object, 0, 0), pt->objects.word);
    rule(pt, argument_node(c, start),
         (struct solver_rule){.kind = RULE_START, .other = argument_node(c, start + 1), .third = c->code});
}

static void native_join_thread(struct points_to *pt, const struct native_call *c, uint64_t size)
{
    if (argument_node(c, 1) != NO_NODE)
        rule(pt, argument_node(c, 0),
             (struct solver_rule){.kind = RULE_JOIN, .other = argument_node(c, 1), .size = size});
}

static void native_create_key(struct points_to *pt, const struct native_call *c)
{
    bool is_new;
    uint32_t object = objects_get(&pt->objects, ABSTRACT_KEY, c->code, NO_CODE, UNKNOWN_SIZE, &is_new);
    if (is_new)
        solver_add_place(&pt->solver, pt->any_key, objects_place(&pt->objects, object, 0, 0));
    store_place(pt, c, 0, objects_place(&pt->objects, object, 0, 0), 4);
    rule(pt, argument_node(c, 1), (struct solver_rule){.kind = RULE_DESTRUCTOR, .third = object});
}

// A key that is a constant (never the result of a creation that is seen) may be any.
static uint32_t key_argument(struct points_to *pt, const struct native_call *c)
{
    if (argument_node(c, 0) != NO_NODE)
        return argument_node(c, 0);
    return pt->any_key;
}

// ---- all

void natives_bind(struct points_to *pt, const struct native_call *c, uint32_t native)
{
    note_addresses(pt, c, native);
    switch ((enum native_flow)effects[native].flow) {
    case FLOW_WORST: // calls.c
    case FLOW_NONE: break;
    case FLOW_ALLOCATE: result_place(pt, c, allocated_place(pt, c, native)); break;
    case FLOW_REALLOCATE: {
        uint32_t place = allocated_place(pt, c, native);
        rule(pt, argument_node(c, 0),
             (struct solver_rule){.kind = RULE_REALLOCATE,
                                  .third = objects_place_at(&pt->objects, place).object});
        result_place(pt, c, place);
        break;
    }
    case FLOW_ALLOCATE_OUT: store_place(pt, c, 0, allocated_place(pt, c, native), pt->objects.word); break;
    case FLOW_COPY: native_copy(pt, c); break;
    case FLOW_FILL: native_fill(pt, c); break;
    case FLOW_INPUT: {
        const struct instruction *i = &pt->program->code[c->code];
        for (uint32_t k = 0; i->d != NO_REGISTER && k < i->aux; k++) {
            uint32_t node = instances_written(pt, c->instance, c->code, i->d + k);
            if (node != NO_NODE)
                solver_add_edge(&pt->solver, input_node(pt), node, plain);
        }
        break;
    }
    case FLOW_INPUT_MEMORY: input_memory(pt, c); break;
    case FLOW_CREATE: native_create_thread(pt, c, 2); break;
    case FLOW_CREATE_C11: native_create_thread(pt, c, 1); break;
    case FLOW_JOIN: native_join_thread(pt, c, pt->objects.word); break;
    case FLOW_JOIN_C11: native_join_thread(pt, c, 4); break;
    case FLOW_EXIT:
        if (argument_node(c, 0) != NO_NODE)
            solver_add_edge(&pt->solver, argument_node(c, 0), pt->exit_value, plain);
        break;
    case FLOW_SELF: result_edge(pt, c, pt->self); break;
    case FLOW_ONCE:
        rule(pt, argument_node(c, 1), (struct solver_rule){.kind = RULE_ONCE, .third = c->code});
        break;
    case FLOW_KEY_CREATE: native_create_key(pt, c); break;
    case FLOW_KEY_GET:
        if (c->result != NO_NODE)
            rule(pt, key_argument(pt, c), (struct solver_rule){.kind = RULE_KEY_GET, .other = c->result});
        break;
    case FLOW_KEY_SET:
        if (argument_node(c, 1) != NO_NODE)
            rule(pt, key_argument(pt, c),
                 (struct solver_rule){.kind = RULE_KEY_SET, .other = argument_node(c, 1)});
        break;
    }
}
