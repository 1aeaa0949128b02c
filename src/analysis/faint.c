#include "analysis/faint.h"

#include "analysis/analyses.h"
#include "analysis/slice.h"
#include "program/registers.h"

#include <stdlib.h>

enum { LINE = 64 };

// What an instruction decides by its operands, whatever becomes of its result.
enum decides {
    BY_ALL,     // each of them, or what it reads from memory
    BY_NONE,    // none: it always computes something, and nothing else
    BY_ADDRESS, // the register in `a`: a load, store or update
    BY_AMOUNT,  // the register in `b`: a shift
    BY_DIVISOR, // none if the constant in `b` is neither 0 nor -1, else all
    BY_WIDTH,   // none in widths that terms can express, else all
};
static const uint8_t decides[OP_COUNT] = {
    [OP_CONST] = BY_NONE,      [OP_MOVE] = BY_NONE,      [OP_UNDEF] = BY_NONE,     [OP_ADD] = BY_NONE,
    [OP_ADD_I] = BY_NONE,      [OP_SUB] = BY_NONE,       [OP_SUB_I] = BY_NONE,     [OP_MUL] = BY_NONE,
    [OP_MUL_I] = BY_NONE,      [OP_AND] = BY_NONE,       [OP_AND_I] = BY_NONE,     [OP_OR] = BY_NONE,
    [OP_OR_I] = BY_NONE,       [OP_XOR] = BY_NONE,       [OP_XOR_I] = BY_NONE,     [OP_EQ] = BY_NONE,
    [OP_EQ_I] = BY_NONE,       [OP_NE] = BY_NONE,        [OP_NE_I] = BY_NONE,      [OP_ULT] = BY_NONE,
    [OP_ULT_I] = BY_NONE,      [OP_ULE] = BY_NONE,       [OP_ULE_I] = BY_NONE,     [OP_UGT] = BY_NONE,
    [OP_UGT_I] = BY_NONE,      [OP_UGE] = BY_NONE,       [OP_UGE_I] = BY_NONE,     [OP_SLT] = BY_NONE,
    [OP_SLT_I] = BY_NONE,      [OP_SLE] = BY_NONE,       [OP_SLE_I] = BY_NONE,     [OP_SGT] = BY_NONE,
    [OP_SGT_I] = BY_NONE,      [OP_SGE] = BY_NONE,       [OP_SGE_I] = BY_NONE,     [OP_SELECT] = BY_NONE,
    [OP_TRUNC] = BY_NONE,      [OP_ZEXT] = BY_NONE,      [OP_SEXT] = BY_NONE,      [OP_INDEX] = BY_NONE,
    [OP_CTPOP] = BY_NONE,      [OP_CTLZ] = BY_NONE,      [OP_CTTZ] = BY_NONE,      [OP_BSWAP] = BY_NONE,
    [OP_BITREVERSE] = BY_NONE, [OP_OVERFLOW] = BY_NONE,  [OP_LOOP] = BY_NONE,      [OP_LOAD_G] = BY_NONE,
    [OP_STORE_G] = BY_NONE,    [OP_LOAD] = BY_ADDRESS,   [OP_STORE] = BY_ADDRESS,  [OP_STORE_I] = BY_ADDRESS,
    [OP_RMW] = BY_ADDRESS,     [OP_SHL] = BY_AMOUNT,     [OP_LSHR] = BY_AMOUNT,    [OP_ASHR] = BY_AMOUNT,
    [OP_SHL_I] = BY_NONE,      [OP_LSHR_I] = BY_NONE,    [OP_ASHR_I] = BY_NONE,    [OP_UDIV_I] = BY_DIVISOR,
    [OP_SDIV_I] = BY_DIVISOR,  [OP_UREM_I] = BY_DIVISOR, [OP_SREM_I] = BY_DIVISOR, [OP_FADD] = BY_WIDTH,
    [OP_FSUB] = BY_WIDTH,      [OP_FMUL] = BY_WIDTH,     [OP_FDIV] = BY_WIDTH,     [OP_SINT_TO_F] = BY_WIDTH,
    [OP_UINT_TO_F] = BY_WIDTH,
};

static enum decides decides_by(const struct instruction *i)
{
    enum decides by = decides[i->op];
    if (by == BY_DIVISOR) {
        uint64_t all = ~(uint64_t)0 >> (64 - i->width), divisor = (uint64_t)(int64_t)(int32_t)i->b & all;
        return divisor && divisor != all ? BY_NONE : BY_ALL;
    }
    if (by == BY_WIDTH)
        return i->width <= 64 ? BY_NONE : BY_ALL;
    return by;
}

// Bytes of objects of one kind and index that something may read which decides. Size 0: there are such
// objects.
struct read_range {
    uint32_t kind, index, stride;
    int64_t offset;
    uint64_t size;
};

struct faint_values {
    const struct program *program;
    uint64_t *deciding; // instructions that use what they read to decide, or for something that does
    VECTOR(struct read_range) reads; // ascending by kind and index
};

// ---- what decides

struct deciding_read {
    struct place place;
    uint64_t size;
    uint32_t next; // of the same abstract object, + 1; 0: none
};

struct faint_search {
    struct points_to *points_to;
    struct slice *slice; // of the instructions that decide something
    VECTOR(struct deciding_read) reads;
    uint32_t *newest;   // read + 1, by abstract object
    uint32_t looked_at; // members of the slice whose reads have been collected
    bool reads_all;     // something that decides may read any memory
};

static bool is_reachable(const struct faint_search *s, uint32_t code)
{
    return points_to_reachable(s->points_to, program_function_at(s->slice->dependence->program, code));
}

// Calls of functions with code pass on what they are given.
static void add_call(struct slice *slice, uint32_t code)
{
    const struct program *p = slice->dependence->program;
    const struct instruction *i = &p->code[code];
    slice_add(slice, code, SLICE_WHOLE);
    if (i->op != OP_CALL || p->functions[i->a].kind != FUNCTION_DEFINED)
        slice_add(slice, code, SLICE_ADDRESS);
}

static void add_criteria(struct faint_search *s)
{
    const struct program *p = s->slice->dependence->program;
    for (uint32_t code = 0; code < p->code_count; code = code_next(p, code)) {
        const struct instruction *i = &p->code[code];
        if (!is_reachable(s, code) || i->op == OP_RETURN)
            continue;
        if (opcode_is_call(i->op)) {
            add_call(s->slice, code);
            continue;
        }
        switch (decides_by(i)) {
        case BY_ALL: slice_add(s->slice, code, SLICE_WHOLE); break;
        case BY_ADDRESS: slice_add_register(s->slice, code, i->a); break;
        case BY_AMOUNT: slice_add_register(s->slice, code, i->b); break;
        default: break;
        }
    }
}

static bool same_place(const struct place *a, const struct place *b)
{
    return a->object == b->object && a->stride == b->stride && a->offset == b->offset;
}

static void add_read(struct faint_search *s, const struct points_to_access *a)
{
    uint32_t *newest = &s->newest[a->place.object];
    for (uint32_t r = *newest; r; r = vector_at(&s->reads, r - 1).next)
        if (vector_at(&s->reads, r - 1).size == a->size &&
            same_place(&vector_at(&s->reads, r - 1).place, &a->place))
            return;
    s->reads_all |= points_to_object(s->points_to, a->place.object)->kind == ABSTRACT_UNKNOWN;
    vector_push(&s->reads, (struct deciding_read){a->place, a->size, *newest});
    *newest = s->reads.size;
}

// What a member of the slice reads.
static void collect_reads(struct faint_search *s, uint32_t code)
{
    const struct program *p = s->slice->dependence->program;
    const struct access_list *list = points_to_accesses(s->points_to, code);
    for (uint32_t k = 0; k < list->size; k++) {
        const struct points_to_access *a = &list->data[k];
        bool stops = a->kind == ACCESS_ESCAPE && p->code[code].op != OP_CALL_NATIVE; // it has no model
        if (!stops && (a->read || a->kind == ACCESS_SYNC))
            add_read(s, a);
    }
}

static bool may_be_read(const struct faint_search *s, uint32_t code)
{
    const struct access_list *list = points_to_accesses(s->points_to, code);
    for (uint32_t k = 0; k < list->size; k++) {
        const struct points_to_access *a = &list->data[k];
        if (!a->write)
            continue;
        if (points_to_object(s->points_to, a->place.object)->kind == ABSTRACT_UNKNOWN && s->reads.size)
            return true;
        for (uint32_t r = s->newest[a->place.object]; r; r = vector_at(&s->reads, r - 1).next)
            if (places_overlap(&a->place, a->size, &vector_at(&s->reads, r - 1).place,
                               vector_at(&s->reads, r - 1).size))
                return true;
    }
    return false;
}

// Closes the slice, and collects what its members read.
static void close_slice(struct faint_search *s)
{
    slice_close(s->slice, SLICE_BACKWARD);
    for (; s->looked_at < s->slice->order.size; s->looked_at++)
        if (s->slice->order.data[s->looked_at] < s->slice->dependence->program->code_count)
            collect_reads(s, s->slice->order.data[s->looked_at]);
}

// The slice knows which writes cannot come before a read; but memory is to be faint or not whatever the order
// of accesses is. Whether anything is left to be faint.
static bool close_by_place(struct faint_search *s)
{
    const struct program *p = s->slice->dependence->program;
    uint32_t size;
    bool left;
    close_slice(s);
    do {
        size = s->slice->order.size;
        left = false;
        for (uint32_t code = 0; code < p->code_count && !s->reads_all; code = code_next(p, code)) {
            if (slice_contains(s->slice, code) || decides_by(&p->code[code]) == BY_ALL ||
                !is_reachable(s, code))
                continue;
            if (may_be_read(s, code))
                slice_add(s->slice, code, SLICE_WHOLE);
            else
                left = true;
        }
        close_slice(s);
    } while (s->slice->order.size > size);
    return left && !s->reads_all;
}

// ---- what is kept of it

static int compare_ranges(const void *left, const void *right)
{
    const struct read_range *a = left, *b = right;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

static void keep(struct faint_values *v, const struct faint_search *s)
{
    uint32_t objects = points_to_object_count(s->points_to);
    for (uint32_t k = 0; k < objects; k++) {
        const struct abstract_object *o = points_to_object(s->points_to, k);
        vector_push(&v->reads, (struct read_range){o->kind, o->index, 0, 0, 0});
    }
    for (uint32_t k = 0; k < s->reads.size; k++) {
        const struct deciding_read *r = &s->reads.data[k];
        const struct abstract_object *o = points_to_object(s->points_to, r->place.object);
        vector_push(&v->reads,
                    (struct read_range){o->kind, o->index, r->place.stride, r->place.offset, r->size});
    }
    if (v->reads.size)
        qsort(v->reads.data, v->reads.size, sizeof *v->reads.data, compare_ranges);
    for (uint32_t code = 0; code < v->program->code_count; code++)
        if (slice_contains(s->slice, code))
            bit_array_add(v->deciding, code);
}

struct faint_values *faint_values_compute(const struct program *program)
{
    struct faint_search s = {.points_to = analyses_points_to(program),
                             .slice = slice_new(analyses_dependence(program))};
    struct faint_values *v = NULL;
    s.newest = memory_zalloc((size_t)points_to_object_count(s.points_to) + 1, sizeof *s.newest);
    slice_follow(s.slice, DEPENDENCE_PLAIN | 1u << DEPENDENCE_RELEASE);
    add_criteria(&s);
    if (close_by_place(&s)) {
        v = memory_zalloc(1, sizeof *v);
        v->program = program;
        v->deciding = bit_array_new(program->code_count);
        keep(v, &s);
    }
    vector_free(&s.reads);
    memory_free(s.newest);
    slice_free(s.slice);
    return v;
}

void faint_values_free(struct faint_values *v)
{
    if (!v)
        return;
    memory_free(v->deciding);
    vector_free(&v->reads);
    memory_free(v);
}

// ---- questions

bool faint_operand(const struct faint_values *v, uint32_t code, const uint32_t *slot)
{
    const struct instruction *i = &v->program->code[code];
    if (bit_array_has(v->deciding, code))
        return false;
    switch (decides_by(i)) {
    case BY_NONE: return true;
    case BY_ADDRESS: return slot != &i->a;
    case BY_AMOUNT: return slot != &i->b;
    default: return false;
    }
}

static uint32_t first_range(const struct faint_values *v, const struct read_range *key)
{
    uint32_t low = 0, high = v->reads.size;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_ranges(&v->reads.data[middle], key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint64_t faint_line(const struct faint_values *v, enum abstract_kind kind, uint32_t index, uint64_t line)
{
    const struct read_range key = {.kind = kind, .index = index};
    uint64_t read = 0;
    bool known = false;
    for (uint32_t k = first_range(v, &key); k < v->reads.size && !compare_ranges(&v->reads.data[k], &key);
         k++) {
        const struct read_range *r = &v->reads.data[k];
        const struct place from = {1, r->stride, r->offset};
        known = true;
        for (unsigned byte = 0; byte < LINE && r->size; byte++) {
            const struct place at = {1, 0, (int64_t)(line * LINE + byte)};
            if (places_overlap(&at, 1, &from, r->size))
                read |= (uint64_t)1 << byte;
        }
    }
    return known ? ~read : 0;
}
