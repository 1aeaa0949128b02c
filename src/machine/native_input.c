// Inputs in every vocabulary: values that nobody knows, and memory that holds such values.
#include "machine/call.h"
#include "machine/naming.h"
#include "machine/native.h"
#include "machine/pages.h"
#include "machine/step.h"

#include <stdio.h>
#include <string.h>

// ---- memory

// Memory that becomes inputs, `size` bytes: `count` times a type one after the other, or, if that is not
// known (0), pieces of `unit` bytes.
struct symbolic_range {
    const struct program *program;
    const char *name;
    uint64_t size, count, unit;
    uint32_t type;
    bool unit_is_float;
};

static bool is_word_size(uint64_t size)
{
    return size == 1 || size == 2 || size == 4 || size == 8;
}

// The type of the range that begins at an offset of an object.
static void find_type(const struct machine *m, const struct object *o, uint64_t offset,
                      struct symbolic_range *r)
{
    const struct program *p = m->program;
    char path[300] = "";
    uint32_t type = naming_type(m, o);
    uint64_t each = type_at(p, type)->size;
    if (!type || !each)
        return;
    if (o->kind == OBJECT_HEAP && offset % each == 0 && r->size % each == 0) {
        r->type = type;
        r->count = r->size / each;
        return;
    }
    bool whole = offset == 0 && each == r->size;
    uint32_t part = whole ? type : type_path(p, type, offset, r->size, path, sizeof path).type;
    if (part && type_at(p, part)->size == r->size) {
        r->type = part;
        r->count = 1;
        return;
    }
    // A part of an array.
    part = type_path(p, type, offset, TYPE_PATH_INNERMOST, path, sizeof path).type;
    uint64_t innermost = type_at(p, part)->size;
    if (is_word_size(innermost) && innermost < r->unit && r->size % innermost == 0)
        r->unit = innermost;
    r->unit_is_float = r->unit == innermost && type_at(p, part)->kind == TYPE_FLOAT;
}

// The range's element that an offset is in, where it has several.
static void print_element(const struct symbolic_range *r, uint64_t at, char *way, size_t room)
{
    way[0] = 0;
    if (r->count > 1)
        snprintf(way, room, "[%llu]", (unsigned long long)(at / type_at(r->program, r->type)->size));
}

// Size of the scalar that begins at an offset of the range, the way there as in C, and whether it is a
// floating-point number. 0: none does.
static uint64_t scalar_at(const struct symbolic_range *r, uint64_t at, char *way, size_t room, bool *is_float)
{
    uint64_t each = type_at(r->program, r->type)->size;
    print_element(r, at, way, room);
    struct type_path path = type_path(r->program, r->type, at % each, TYPE_PATH_INNERMOST, way, room);
    uint64_t size = type_at(r->program, path.type)->size;
    *is_float = type_at(r->program, path.type)->kind == TYPE_FLOAT;
    return path.type && path.rest == 0 && is_word_size(size) && at + size <= r->size ? size : 0;
}

// Bytes of what begins at an offset of the range and is no scalar (padding, bit-fields, members of unions):
// as much as one input can be, up to the next scalar; and the way there.
static uint64_t gap_at(const struct symbolic_range *r, uint64_t at, char *way, size_t room)
{
    char other[200];
    bool is_float;
    uint64_t size = 8, each = type_at(r->program, r->type)->size, free = 1;
    while (free < size && !scalar_at(r, at + free, other, sizeof other, &is_float))
        free++;
    while (at % size || at + size > r->size || size > free)
        size /= 2;
    print_element(r, at, way, room);
    size_t used = strlen(way);
    struct type_path path = type_path(r->program, r->type, at % each, size, way, room);
    if (path.rest || !way[used]) // the source has no name for it
        snprintf(way + used, room - used, "+%llu", (unsigned long long)(at % each));
    return size;
}

// Bytes of the next piece of the range, its name, and whether it is a floating-point number.
static uint64_t next_piece(const struct symbolic_range *r, uint64_t at, char *label, size_t room,
                           bool *is_float)
{
    char way[200] = "";
    *is_float = r->unit_is_float;
    uint64_t size = r->unit;
    if (!r->type && r->unit < r->size)
        snprintf(way, sizeof way, "[%llu]", (unsigned long long)(at / r->unit));
    if (r->type && (size = scalar_at(r, at, way, sizeof way, is_float)) == 0) {
        size = gap_at(r, at, way, sizeof way);
        *is_float = false;
    }
    snprintf(label, room, "%s%s", r->name, way);
    return size;
}

// Memory becomes inputs: one for each scalar by the type of what is there, so that they are shown as in the
// source; where that is not known one for a scalar's size, words where the size allows, else bytes.
static enum native_result make_symbolic(struct machine *m, struct call *c, enum input_kind kind,
                                        const char *unnamed)
{
    struct call_range range = {.argument = 0, .write = true};
    uint64_t size;
    char name[200] = "";
    if (!call_ranges(m, c, 1, &range, 1, &size))
        return NATIVE_STOPPED;
    if (call_count(c) > 2)
        call_text(m, call_argument(m, c, 2), name, sizeof name);
    struct operation op = operation_on(OPERATION_WRITE, range.address, size, true);
    op.access[0].atomic = false;
    if (size == 0)
        return call_return_void(m, c);
    if (!operation_begin(m, &op))
        return NATIVE_STOPPED;
    struct symbolic_range r = {.program = m->program,
                               .name = *name ? name : unnamed,
                               .size = size,
                               .unit = is_word_size(size) ? size
                                       : size % 4 == 0    ? 4
                                                          : 1};
    const struct object *o = memory_at(m, range.address, size);
    if (o)
        find_type(m, pages_whole(m, o), range.address - pages_whole(m, o)->base, &r);
    for (uint64_t at = 0, piece; at < size; at += piece) {
        char label[420];
        bool is_float;
        piece = next_piece(&r, at, label, sizeof label, &is_float);
        struct value v = symbolic_asked_input(m, (unsigned)(8 * piece), kind, label, is_float, at);
        if (!native_store_value(m, range.address + at, (unsigned)piece, v))
            return NATIVE_STOPPED;
    }
    return call_return_void(m, c);
}

enum native_result native_heddle_symbolic(struct machine *m, struct call *c)
{
    return make_symbolic(m, c, INPUT_NAMED, "input");
}

enum native_result native_klee_make_symbolic(struct machine *m, struct call *c)
{
    return make_symbolic(m, c, INPUT_NAMED, "input");
}

enum native_result native___VERIFIER_nondet_memory(struct machine *m, struct call *c)
{
    return make_symbolic(m, c, INPUT_NAMED, "__VERIFIER_nondet_memory");
}

enum native_result native___heddle_unmodelled_input(struct machine *m, struct call *c)
{
    return make_symbolic(m, c, INPUT_UNMODELLED, "input");
}

// ---- values

enum native_result native___heddle_nondet(struct machine *m, struct call *c)
{
    const char *name = c->function ? program_string(m->program, c->function->name) : "nondet";
    unsigned width = c->function ? c->function->result_width : c->instruction->width;
    char label[240];
    snprintf(label, sizeof label, "%s()", name);
    bool is_float =
        (width == 32 && strstr(name, "nondet_float")) || (width == 64 && strstr(name, "nondet_double"));
    if (width == 0)
        return call_return_void(m, c);
    for (unsigned low = 0; low < width && c->instruction->d != NO_REGISTER; low += 64) {
        unsigned part = width - low < 64 ? width - low : 64;
        cell_set_value(m, &m->registers[c->instruction->d + low / 64],
                       symbolic_asked_input(m, part, INPUT_NONDET, label, is_float, low / 8));
    }
    return call_return_void(m, c);
}
