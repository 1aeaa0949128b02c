// The memory that each instruction may touch.
#include "analysis/pointers.h"

#include "base/hash.h"

#include <stdlib.h>

// More places of one object than this are its whole content; lists that are shorter are searched without an
// index.
enum { MOST_PLACES_OF_OBJECT = 64, SHORT_LIST = 16 };

// An access whose place is still to be found.
struct wanted_accesses {
    struct points_to *pt;
    struct access_list *list;
    uint32_t code;
    struct points_to_access access;
    int64_t offset;
    enum abstract_kind only; // places of that kind only; ABSTRACT_KIND_COUNT: all
    bool whole;              // the whole object
    struct index index;      // of the list, where it is not short
};

static uint64_t hash_access(const struct points_to_access *a)
{
    uint64_t place =
        hash_combine((uint64_t)a->place.object << 32 | a->place.stride, (uint64_t)a->place.offset);
    return hash_combine(place, a->size << 3 | (uint64_t)a->kind << 1 | a->atomic);
}

static bool same_access(const struct points_to_access *a, const struct points_to_access *b)
{
    return b->place.object == a->place.object && b->place.offset == a->place.offset &&
           b->place.stride == a->place.stride && b->size == a->size && b->kind == a->kind &&
           b->atomic == a->atomic;
}

// The access of the list that equals `a`; NULL: there is none.
static struct points_to_access *find_same_access(struct wanted_accesses *w, const struct points_to_access *a)
{
    struct points_to_access *data = w->list->data;
    if (w->list->size < SHORT_LIST) {
        for (uint32_t k = 0; k < w->list->size; k++)
            if (same_access(&data[k], a))
                return &data[k];
        return NULL;
    }
    uint64_t hash = hash_access(a);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&w->index, hash, &at)) != INDEX_NONE;)
        if (same_access(&data[n], a))
            return &data[n];
    return NULL;
}

static void add_wanted_access(struct wanted_accesses *w, struct points_to_access a)
{
    struct points_to_access *known = find_same_access(w, &a);
    if (known) {
        known->read |= a.read;
        known->write |= a.write;
        return;
    }
    vector_push(w->list, a);
    for (uint32_t k = w->list->size == SHORT_LIST ? 0 : w->list->size - 1;
         w->list->size >= SHORT_LIST && k < w->list->size; k++)
        index_add(&w->index, hash_access(&w->list->data[k]), k);
}

static void push_access_at(struct wanted_accesses *w, struct place place)
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
    add_wanted_access(w, a);
}

static void push_each(struct wanted_accesses *w, const struct bits *places)
{
    struct bits_iterator i = bits_begin(places);
    uint32_t place;
    while (bits_next(&i, &place))
        if (place != PLACE_INPUT) {
            uint32_t moved = objects_move(&w->pt->objects, place, (struct transform){w->offset, 0});
            push_access_at(w, objects_place_at(&w->pt->objects, moved));
        }
}

// Of very many places, those that many instructions access, together; *rest: the others. False: there are no
// such.
static bool push_common(struct wanted_accesses *w, const struct bits *places, struct bits *rest)
{
    uint32_t core, slot = w->list->common[0] ? 1 : 0;
    if (w->whole || w->only != ABSTRACT_KIND_COUNT || w->list->common[slot])
        return false;
    const struct bits *objects = common_core(w->pt, places, &core);
    if (!objects)
        return false;
    const struct access_list *list = common_list(w->pt, core, w->access);
    if (list->size && (!slot || w->list->common[0] != list))
        w->list->common[slot] = list;
    bits_subtract(rest, places, objects);
    return true;
}

static void push_places(struct wanted_accesses *w, const struct bits *places)
{
    struct bits rest = {0};
    push_each(w, push_common(w, places, &rest) ? &rest : places);
    bits_free(&rest);
}

static void push_node(struct wanted_accesses *w, uint32_t node)
{
    if (node != NO_NODE)
        push_places(w, solver_points(&w->pt->solver, node));
}

static uint32_t first_instance(const struct wanted_accesses *w)
{
    return w->pt->first_instance[program_function_at(w->pt->program, w->code)];
}

typedef uint32_t find_node(struct points_to *pt, uint32_t instance, uint32_t code, uint32_t number);

// What a register or operand points to in any instance of the function.
static void push_instances(struct wanted_accesses *w, find_node *find, uint32_t number)
{
    struct bits all = {0};
    uint32_t first = first_instance(w);
    if (first != NO_CODE && w->pt->instances.data[first].next == NO_CODE) {
        push_node(w, find(w->pt, first, w->code, number));
        return;
    }
    for (uint32_t k = first; k != NO_CODE; k = w->pt->instances.data[k].next) {
        uint32_t node = find(w->pt, k, w->code, number);
        if (node != NO_NODE)
            bits_union(&all, NULL, solver_points(&w->pt->solver, node));
    }
    push_places(w, &all);
    bits_free(&all);
}

static void push_register(struct wanted_accesses *w, uint32_t register_number)
{
    w->list->by_address = true;
    push_instances(w, instances_read, register_number);
}

static void push_operand(struct wanted_accesses *w, uint32_t operand)
{
    w->list->by_address |= w->only == ABSTRACT_KIND_COUNT; // not where a thread or key is meant
    push_instances(w, instances_operand, operand);
}

// ---- many places

static int compare_groups(const struct points_to_access *a, const struct points_to_access *b)
{
#define COMPARE(field)                                                                                       \
    if (a->field != b->field)                                                                                \
    return a->field < b->field ? -1 : 1
    COMPARE(place.object);
    COMPARE(kind);
    COMPARE(atomic);
    COMPARE(read);
    COMPARE(write);
    return 0;
}

static int by_group(const void *left, const void *right)
{
    const struct points_to_access *a = left, *b = right;
    int order = compare_groups(a, b);
    if (order)
        return order;
    COMPARE(place.offset);
    COMPARE(place.stride);
    COMPARE(size);
#undef COMPARE
    return 0;
}

// Where an object is accessed anywhere, its other places say nothing more; neither do very many of them.
static void simplify(struct access_list *list)
{
    uint32_t kept = 0;
    if (list->size < SHORT_LIST)
        return;
    qsort(list->data, list->size, sizeof *list->data, by_group);
    for (uint32_t k = 0, end; k < list->size; k = end) {
        struct points_to_access whole = list->data[k];
        bool anywhere = false;
        for (end = k; end < list->size && !compare_groups(&list->data[k], &list->data[end]); end++) {
            anywhere |= list->data[end].place.stride == ANY_OFFSET_STRIDE;
            if (list->data[end].size > whole.size) // UNKNOWN_SIZE is the largest
                whole.size = list->data[end].size;
        }
        if (end - k > MOST_PLACES_OF_OBJECT || (anywhere && end - k > 1)) {
            whole.place = (struct place){whole.place.object, ANY_OFFSET_STRIDE, 0};
            list->data[kept++] = whole;
            continue;
        }
        for (uint32_t n = k; n < end; n++)
            list->data[kept++] = list->data[n];
    }
    list->size = kept;
}

// ---- objects that end

static void release_object(struct wanted_accesses *w, uint32_t object)
{
    w->access = (struct points_to_access){.write = true, .kind = ACCESS_FREE};
    w->whole = true;
    push_access_at(w, (struct place){object, 0, 0});
}

// A scope ends or begins anew: what was in it is gone.
static void release_scope(struct wanted_accesses *w, uint32_t register_number)
{
    w->access = (struct points_to_access){.write = true, .kind = ACCESS_FREE};
    w->whole = true;
    push_register(w, register_number);
}

static void release_kind(struct wanted_accesses *w, enum abstract_kind kind)
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
static void release_frame(struct wanted_accesses *w, uint32_t function, bool restore)
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

static void native_access(struct wanted_accesses *w, const uint32_t *list, const struct native_access *e)
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

static void unmodelled_access(struct wanted_accesses *w)
{
    w->access =
        (struct points_to_access){.size = UNKNOWN_SIZE, .read = true, .write = true, .kind = ACCESS_ESCAPE};
    push_access_at(w, objects_place_at(&w->pt->objects, PLACE_UNKNOWN));
}

static void native_accesses(struct wanted_accesses *w, const uint32_t *list, uint32_t native)
{
    const struct native_effect *e = natives_effect(native);
    if (e->flow == FLOW_WORST)
        unmodelled_access(w);
    for (uint32_t k = 0; k < 4 && e->accesses[k].size != EFFECT_END; k++)
        native_access(w, list, &e->accesses[k]);
    // Whose time is over moves the clock (machine/clock.h); what it waits until is an argument.
    if (natives_is_timed(native) && w->pt->time_object != NO_CODE) {
        w->access = (struct points_to_access){
            .size = 8, .read = true, .write = true, .atomic = true, .kind = ACCESS_MEMORY};
        push_access_at(w, (struct place){w->pt->time_object, 0, 0});
    }
    if (native_facts(native) & FACT_ERRNO && w->pt->errno_object != NO_CODE) {
        w->access = (struct points_to_access){.size = 4, .write = true, .kind = ACCESS_MEMORY};
        push_access_at(w, (struct place){w->pt->errno_object, 0, 0});
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

static void byval_accesses(struct wanted_accesses *w, const uint32_t *list)
{
    const uint32_t *pairs = list + 2 + list[0];
    for (uint32_t k = 0; k < list[1]; k++)
        if (pairs[2 * k + 1] & OPERAND_BYVAL) {
            w->access = (struct points_to_access){
                .size = OPERAND_SIZE(pairs[2 * k + 1]), .read = true, .kind = ACCESS_MEMORY};
            push_operand(w, pairs[2 * k]);
        }
}

static void call_accesses(struct wanted_accesses *w, const struct instruction *i)
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

static void memory_access(struct wanted_accesses *w, const struct instruction *i, bool read, bool write)
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

static void va_list_access(struct wanted_accesses *w, uint32_t register_number, bool write)
{
    w->access = (struct points_to_access){
        .size = w->pt->objects.word == 8 ? 24 : 4, .read = !write, .write = write, .kind = ACCESS_MEMORY};
    push_register(w, register_number);
}

struct access_list *accesses_find(struct points_to *pt, uint32_t code)
{
    struct access_list *list = memory_zalloc(1, sizeof *list);
    struct wanted_accesses w = {.pt = pt, .list = list, .code = code, .only = ABSTRACT_KIND_COUNT};
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
    index_free(&w.index);
    simplify(list);
    return list;
}
