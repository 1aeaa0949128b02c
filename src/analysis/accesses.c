// The memory that each instruction may touch.
#include "analysis/pointers.h"

// An access whose place is still to be found.
struct wanted {
    struct points_to *pt;
    struct access_list *list;
    uint32_t code;
    struct points_to_access access;
    int64_t offset;
    enum abstract_kind only; // places of that kind only; ABSTRACT_KIND_COUNT: all
    bool whole;              // the whole object
};

static void push(const struct wanted *w, struct place place)
{
    struct points_to_access a = w->access;
    const struct abstract_object *o = &w->pt->objects.list.data[place.object];
    if (w->only != ABSTRACT_KIND_COUNT && o->kind != w->only && place.object != OBJECT_UNKNOWN)
        return;
    if (o->kind == ABSTRACT_FUNCTION)
        return;
    a.place = place;
    if (w->whole) {
        a.place = (struct place){place.object, 0, 0};
        a.size = o->size;
    }
    for (uint32_t k = 0; k < w->list->size; k++) {
        struct points_to_access *b = &w->list->data[k];
        if (b->place.object == a.place.object && b->place.offset == a.place.offset &&
            b->place.stride == a.place.stride && b->size == a.size && b->kind == a.kind &&
            b->atomic == a.atomic) {
            b->read |= a.read;
            b->write |= a.write;
            return;
        }
    }
    vector_push(w->list, a);
}

static void push_node(const struct wanted *w, uint32_t node)
{
    if (node == NO_NODE)
        return;
    struct bits_iterator i = bits_begin(solver_points(&w->pt->solver, node));
    uint32_t place;
    while (bits_next(&i, &place))
        if (place != PLACE_INPUT) {
            uint32_t moved = objects_move(&w->pt->objects, place, (struct transform){w->offset, 0});
            push(w, w->pt->objects.places.data[moved]);
        }
}

static uint32_t first_instance(const struct wanted *w)
{
    return w->pt->first_instance[program_function_at(w->pt->program, w->code)];
}

static void push_register(const struct wanted *w, uint32_t register_number)
{
    w->list->by_address = true;
    for (uint32_t k = first_instance(w); k != NO_CODE; k = w->pt->instances.data[k].next)
        push_node(w, instances_read(w->pt, k, w->code, register_number));
}

static void push_operand(const struct wanted *w, uint32_t operand)
{
    w->list->by_address |= w->only == ABSTRACT_KIND_COUNT; // not where a thread or key is meant
    for (uint32_t k = first_instance(w); k != NO_CODE; k = w->pt->instances.data[k].next)
        push_node(w, instances_operand(w->pt, k, w->code, operand));
}

// ---- objects that end

static void release_object(struct wanted *w, uint32_t object)
{
    w->access = (struct points_to_access){.write = true, .kind = ACCESS_FREE};
    w->whole = true;
    push(w, (struct place){object, 0, 0});
}

// A scope ends or begins anew: what was in it is gone.
static void release_scope(struct wanted *w, uint32_t register_number)
{
    w->access = (struct points_to_access){.write = true, .kind = ACCESS_FREE};
    w->whole = true;
    push_register(w, register_number);
}

static void release_kind(struct wanted *w, enum abstract_kind kind)
{
    for (uint32_t k = 0; k < w->pt->objects.list.size; k++)
        if (w->pt->objects.list.data[k].kind == kind)
            release_object(w, k);
}

static bool runs_as_thread(const struct points_to *pt, uint32_t function)
{
    for (uint32_t k = 0; k < pt->started.all.size; k++)
        if (pt->started.all.data[k].function == function)
            return true;
    for (uint32_t k = 0; k < pt->destructors.size; k++)
        if (pt->destructors.data[k] == function)
            return true;
    return false;
}

// The stack objects of a function.
static void release_frame(struct wanted *w, uint32_t function, bool restore)
{
    struct points_to *pt = w->pt;
    const struct function *f = &pt->program->functions[function];
    for (uint32_t c = f->first; c < f->end; c++) {
        const struct instruction *i = &pt->program->code[c];
        if (i->op == OP_ALLOCA)
            release_object(w, objects_site(&pt->objects, (uint32_t)instruction_immediate(i)));
        if (i->op == OP_ALLOCA_DYN)
            release_object(w, objects_site(&pt->objects, i->b));
    }
    if (restore)
        return;
    if (f->flags & FUNCTION_VARIADIC)
        release_object(w, objects_varargs(&pt->objects, function));
    if (runs_as_thread(pt, function))
        release_kind(w, ABSTRACT_THREAD_LOCAL);
}

// ---- natives and calls

static uint64_t argument_size(const struct points_to *pt, const uint32_t *list, uint32_t code,
                              uint32_t argument)
{
    if (argument >= list[0])
        return UNKNOWN_SIZE;
    uint32_t operand = list[2 + argument];
    if (operand & OPERAND_CONSTANT)
        return pt->program->constants[operand & ~OPERAND_CONSTANT];
    const struct webs *webs = pt->webs[program_function_at(pt->program, code)];
    uint32_t web = webs ? webs_read(webs, code, operand) : NO_WEB;
    return web != NO_WEB && webs->facts[web].constant ? webs->facts[web].value : UNKNOWN_SIZE;
}

static void set_mode(struct points_to_access *a, enum effect_mode mode)
{
    a->read = mode != EFFECT_WRITE && mode != EFFECT_RELEASE;
    a->write = mode == EFFECT_WRITE || mode == EFFECT_SYNC || mode == EFFECT_RELEASE;
    a->atomic = mode == EFFECT_SYNC || mode == EFFECT_LOOK;
    a->kind = mode == EFFECT_RELEASE ? ACCESS_FREE : a->atomic ? ACCESS_SYNC : ACCESS_MEMORY;
}

static void native_access(struct wanted *w, const uint32_t *list, const struct native_access *e)
{
    uint64_t size = natives_size(w->pt, e->size);
    if (e->size == EFFECT_ARGUMENT_1 || e->size == EFFECT_ARGUMENT_2)
        size = argument_size(w->pt, list, w->code, e->size == EFFECT_ARGUMENT_1 ? 1 : 2);
    w->access = (struct points_to_access){.size = size};
    set_mode(&w->access, e->mode);
    w->only = e->size == EFFECT_THREAD ? ABSTRACT_THREAD
              : e->size == EFFECT_KEY  ? ABSTRACT_KEY
                                       : ABSTRACT_KIND_COUNT;
    w->whole = e->size == EFFECT_OBJECT || e->size == EFFECT_THREAD || e->size == EFFECT_KEY;
    if (e->argument < list[0])
        push_operand(w, list[2 + e->argument]);
    w->only = ABSTRACT_KIND_COUNT;
    w->whole = false;
}

static void unmodelled_access(struct wanted *w)
{
    w->access =
        (struct points_to_access){.size = UNKNOWN_SIZE, .read = true, .write = true, .kind = ACCESS_ESCAPE};
    push(w, w->pt->objects.places.data[PLACE_UNKNOWN]);
}

static void native_accesses(struct wanted *w, const uint32_t *list, uint32_t native)
{
    const struct native_effect *e = natives_effect(native);
    if (e->flow == FLOW_WORST)
        unmodelled_access(w);
    for (uint32_t k = 0; k < 4 && e->accesses[k].size != EFFECT_END; k++)
        native_access(w, list, &e->accesses[k]);
    if (native_facts(native) & FACT_ERRNO && w->pt->errno_object != NO_CODE) {
        w->access = (struct points_to_access){.size = 4, .write = true, .kind = ACCESS_MEMORY};
        push(w, (struct place){w->pt->errno_object, 0, 0});
    }
    if ((e->flow == FLOW_KEY_GET || e->flow == FLOW_KEY_SET || native == NATIVE_pthread_key_delete ||
         native == NATIVE_tss_delete) &&
        list[0] && list[2] & OPERAND_CONSTANT) {
        w->access = (struct points_to_access){.size = UNKNOWN_SIZE};
        set_mode(&w->access, e->accesses[0].mode);
        push_node(w, w->pt->any_key);
    }
    if (e->flow == FLOW_EXIT) {
        release_kind(w, ABSTRACT_STACK);
        release_kind(w, ABSTRACT_VARARGS);
        release_kind(w, ABSTRACT_THREAD_LOCAL);
    }
}

static void byval_accesses(struct wanted *w, const uint32_t *list)
{
    const uint32_t *pairs = list + 2 + list[0];
    for (uint32_t k = 0; k < list[1]; k++)
        if (pairs[2 * k + 1] & OPERAND_BYVAL) {
            w->access = (struct points_to_access){
                .size = OPERAND_SIZE(pairs[2 * k + 1]), .read = true, .kind = ACCESS_MEMORY};
            push_operand(w, pairs[2 * k]);
        }
}

static void call_accesses(struct wanted *w, const struct instruction *i)
{
    struct points_to *pt = w->pt;
    const uint32_t *list = pt->program->operands + i->b;
    uint32_t count;
    if (i->op == OP_CALL_NATIVE) {
        native_accesses(w, list, i->a);
        return;
    }
    byval_accesses(w, list);
    const uint32_t *callees = points_to_callees(pt, w->code, &count);
    for (uint32_t k = 0; k < count; k++) {
        const struct function *f = &pt->program->functions[callees[k]];
        if (f->kind == FUNCTION_NATIVE)
            native_accesses(w, list, f->native);
        else if (f->kind == FUNCTION_UNMODELLED)
            unmodelled_access(w);
    }
}

// ---- opcodes

static void memory_access(struct wanted *w, const struct instruction *i, bool read, bool write)
{
    bool always = i->op == OP_RMW || i->op == OP_CMPXCHG;
    w->access = (struct points_to_access){.size = (i->width + 7u) / 8,
                                          .read = read,
                                          .write = write,
                                          .atomic = always || i->aux & ACCESS_ATOMIC,
                                          .kind = ACCESS_MEMORY};
    w->list->by_address = true;
    if (i->op == OP_LOAD_G || i->op == OP_STORE_G) {
        push_node(w, instances_constant(w->pt, instruction_immediate(i)));
        return;
    }
    w->offset = always ? 0 : (int32_t)i->b;
    push_register(w, i->a);
}

static void va_list_access(struct wanted *w, uint32_t register_number, bool write)
{
    w->access = (struct points_to_access){
        .size = w->pt->objects.word == 8 ? 24 : 4, .read = !write, .write = write, .kind = ACCESS_MEMORY};
    push_register(w, register_number);
}

struct access_list *accesses_find(struct points_to *pt, uint32_t code)
{
    struct access_list *list = memory_zalloc(1, sizeof *list);
    struct wanted w = {.pt = pt, .list = list, .code = code, .only = ABSTRACT_KIND_COUNT};
    const struct instruction *i = &pt->program->code[code];
    uint32_t function = program_function_at(pt->program, code);
    if (pt->first_instance[function] == NO_CODE)
        return list;
    switch (i->op) {
    case OP_LOAD:
    case OP_LOAD_G: memory_access(&w, i, true, false); break;
    case OP_STORE:
    case OP_STORE_G:
    case OP_STORE_I: memory_access(&w, i, false, true); break;
    case OP_RMW:
    case OP_CMPXCHG: memory_access(&w, i, true, true); break;
    case OP_VA_START: va_list_access(&w, i->a, true); break;
    case OP_VA_COPY:
        va_list_access(&w, i->a, true);
        va_list_access(&w, i->b, false);
        break;
    case OP_RETURN:
    case OP_STACK_RESTORE: release_frame(&w, function, i->op == OP_STACK_RESTORE); break;
    case OP_SCOPE_BEGIN:
    case OP_SCOPE_END: release_scope(&w, i->a); break;
    case OP_CALL:
    case OP_CALL_NATIVE:
    case OP_CALL_INDIRECT: call_accesses(&w, i); break;
    default: break;
    }
    return list;
}
