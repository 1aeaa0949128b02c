#include "program/type_path.h"

#include <stdio.h>
#include <string.h>

enum { DEEPEST = 64 }; // a stored program may say that a structure contains itself

// What is looked for, and the way there so far.
struct walk {
    const struct program *program;
    uint64_t bytes;  // TYPE_PATH_...
    uint32_t target; // 0: any type
    char *text;
    size_t size, used;
    unsigned depth;
};

// Where a walk is: at an offset in a type, which has no name of its own from `unnamed` bytes before on.
struct type_path_spot {
    uint32_t type;
    uint64_t offset, unnamed;
};

const struct source_type *type_at(const struct program *program, uint32_t type)
{
    static const struct source_type unknown = {0};
    return type < program->source_types_count ? &program->source_types[type] : &unknown;
}

uint32_t type_of_block(const struct program *program, uint32_t code)
{
    uint32_t low = 0, high = program->block_types_count;
    if (code >= program->code_count)
        return 0;
    uint32_t location = program->location_of[code];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (program->block_types[middle].location < location)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < program->block_types_count && program->block_types[low].location == location;
    return found ? program->block_types[low].type : 0;
}

static void append_path_text(struct walk *w, const char *format, const char *text, uint64_t number)
{
    if (w->used >= w->size)
        return;
    int length = text ? snprintf(w->text + w->used, w->size - w->used, format, text)
                      : snprintf(w->text + w->used, w->size - w->used, format, (unsigned long long)number);
    w->used += length > 0 ? (size_t)length : 0;
}

static bool is_library_name(const struct program *p, uint32_t name)
{
    return strncmp(program_string(p, name), "__", 2) == 0;
}

static bool has_type_parts(const struct source_type *t)
{
    return t->kind == TYPE_STRUCT || t->kind == TYPE_UNION || t->kind == TYPE_ARRAY;
}

// Whether the walk ends at the beginning of a part of that type.
static bool is_meant(const struct walk *w, uint32_t type)
{
    const struct source_type *t = type_at(w->program, type);
    if (w->target)
        return type == w->target;
    return w->bytes == TYPE_PATH_WHOLE || (t->size <= w->bytes && t->size > 0) ||
           (w->bytes == TYPE_PATH_INNERMOST && !has_type_parts(t));
}

// Whether a part can be what is looked for.
static bool is_large_enough(const struct walk *w, uint32_t type, uint64_t offset)
{
    uint64_t size = type_at(w->program, type)->size;
    return w->bytes == TYPE_PATH_WHOLE || size == 0 || offset + w->bytes <= size;
}

static bool member_covers(const struct walk *w, const struct type_member *m, uint64_t offset)
{
    uint64_t from = m->offset / 8, size = type_at(w->program, m->type)->size;
    return m->width == 0 && offset >= from && (offset - from < size || size == 0) &&
           is_large_enough(w, m->type, offset - from);
}

static struct type_path walk_on(struct walk *w, struct type_path_spot at);

// Whether the walk would end at a part of exactly the size, or the type, that is looked for.
static bool leads_there(const struct walk *w, const struct type_member *m, uint64_t offset)
{
    char nothing[1];
    struct walk trial = *w;
    trial.text = nothing;
    trial.size = 0;
    struct type_path end = walk_on(&trial, (struct type_path_spot){m->type, offset - m->offset / 8, 0});
    return end.type && (!w->target || end.type == w->target);
}

// The member that holds the part; NULL: none, or one of several of a union.
static const struct type_member *choose_member(const struct walk *w, const struct source_type *t,
                                               uint64_t offset)
{
    const struct type_member *chosen = NULL;
    for (uint32_t i = t->first; i < t->first + t->count; i++) {
        const struct type_member *m = &w->program->type_members[i];
        if (is_library_name(w->program, m->name) || !member_covers(w, m, offset))
            continue;
        if (t->kind == TYPE_STRUCT)
            chosen = m; // a later one is a flexible array
        else if (leads_there(w, m, offset) && chosen)
            return NULL;
        else if (leads_there(w, m, offset))
            chosen = m;
    }
    return chosen;
}

// The bit-fields that an access to [offset, offset + bytes) is about: ".a", ".{a, b}". False: there are none.
static bool name_bits(struct walk *w, const struct source_type *t, uint64_t offset)
{
    uint64_t begin = offset * 8, end = w->bytes <= 16 ? begin + w->bytes * 8 : begin;
    uint32_t count = 0, named = 0;
    for (unsigned pass = 0; pass < 2; pass++) {
        for (uint32_t i = t->first; i < t->first + t->count; i++) {
            const struct type_member *m = &w->program->type_members[i];
            if (m->width == 0 || m->offset >= end || m->offset + m->width <= begin)
                continue;
            const char *name = program_string(w->program, m->name);
            if (pass == 0)
                count++;
            else
                append_path_text(w, count == 1 ? ".%s" : named++ ? ", %s" : ".{%s", name, 0);
        }
        if (count == 0)
            return false;
    }
    if (count > 1)
        append_path_text(w, "%s", "}", 0);
    return true;
}

// The members of a union that the part may be, where none has parts of its own: ".{number, fraction}". False:
// there are none.
static bool name_alternatives(struct walk *w, const struct source_type *t)
{
    uint32_t named = 0;
    for (uint32_t i = t->first; i < t->first + t->count; i++) {
        const struct type_member *m = &w->program->type_members[i];
        const struct source_type *own = type_at(w->program, m->type);
        if (is_library_name(w->program, m->name) || own->size != w->bytes)
            continue;
        if (has_type_parts(own))
            return false;
        named++;
    }
    if (t->kind != TYPE_UNION || named < 2)
        return false;
    for (uint32_t i = t->first, count = 0; i < t->first + t->count; i++) {
        const struct type_member *m = &w->program->type_members[i];
        if (!is_library_name(w->program, m->name) && type_at(w->program, m->type)->size == w->bytes)
            append_path_text(w, count++ ? ", %s" : ".{%s", program_string(w->program, m->name), 0);
    }
    append_path_text(w, "%s", "}", 0);
    return true;
}

static struct type_path stop_type_path(struct type_path_spot at, bool known)
{
    return (struct type_path){.type = known && at.offset == 0 ? at.type : 0, .rest = at.unnamed + at.offset};
}

static struct type_path walk_member(struct walk *w, struct type_path_spot at, const struct source_type *t)
{
    const struct type_member *m = choose_member(w, t, at.offset);
    if (!m && t->kind == TYPE_STRUCT && name_bits(w, t, at.offset))
        return (struct type_path){0};
    if (!m && at.offset == 0 && name_alternatives(w, t))
        return (struct type_path){0};
    if (!m)
        return stop_type_path(at, t->size == w->bytes);
    const char *name = program_string(w->program, m->name);
    uint64_t from = m->offset / 8;
    if (!name[0])
        return walk_on(w, (struct type_path_spot){m->type, at.offset - from, at.unnamed + from});
    append_path_text(w, ".%s", name, 0);
    return walk_on(w, (struct type_path_spot){m->type, at.offset - from, 0});
}

static struct type_path walk_on(struct walk *w, struct type_path_spot at)
{
    const struct source_type *t = type_at(w->program, at.type);
    bool parts = has_type_parts(t),
         small = t->size == w->bytes || w->bytes == TYPE_PATH_INNERMOST || w->bytes == TYPE_PATH_WHOLE;
    // Of a structure with one member, and of an array of one element, the part is meant.
    bool inner = parts && small && !w->target && w->bytes != TYPE_PATH_WHOLE;
    if (w->depth++ >= DEEPEST || (at.offset == 0 && is_meant(w, at.type) && !inner) || !parts)
        return stop_type_path(at, small || w->target || !parts);
    if (t->kind != TYPE_ARRAY)
        return walk_member(w, at, t);
    uint64_t size = type_at(w->program, t->of)->size;
    bool all =
        w->bytes != TYPE_PATH_WHOLE && !w->target && at.offset == 0 && t->size <= w->bytes && size < w->bytes;
    if (size == 0 || (t->size && at.offset >= t->size) || all)
        return stop_type_path(at, small);
    append_path_text(w, "[%llu]", NULL, at.offset / size);
    at = (struct type_path_spot){t->of, at.offset % size, 0};
    return is_large_enough(w, t->of, at.offset) ? walk_on(w, at) : stop_type_path(at, false);
}

struct type_path type_path(const struct program *program, uint32_t type, uint64_t offset, uint64_t bytes,
                           char *text, size_t size)
{
    struct walk w = {.program = program, .bytes = bytes, .text = text, .size = size, .used = strlen(text)};
    struct type_path path = walk_on(&w, (struct type_path_spot){type, offset, 0});
    // A scalar of another size: only some of its bytes, or it with others.
    bool other = bytes != TYPE_PATH_WHOLE && bytes != TYPE_PATH_INNERMOST &&
                 type_at(program, path.type)->size != bytes;
    path.type = other ? 0 : path.type;
    return path;
}

struct type_path type_path_to(const struct program *program, uint32_t type, uint64_t offset, uint32_t target,
                              char *text, size_t size)
{
    size_t used = strlen(text);
    struct walk w = {.program = program,
                     .bytes = TYPE_PATH_WHOLE,
                     .target = target,
                     .text = text,
                     .size = size,
                     .used = used};
    struct type_path path =
        target ? walk_on(&w, (struct type_path_spot){type, offset, 0}) : (struct type_path){0};
    if (target && path.type == target && path.rest == 0)
        return path;
    text[used] = 0;
    return type_path(program, type, offset, TYPE_PATH_WHOLE, text, size);
}
