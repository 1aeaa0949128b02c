// Breadth first from the program's variables along the pointers that have types.
#include "machine/memory.h"
#include "machine/naming.h"

#include <stdio.h>

enum {
    LONGEST = 3,       // pointers followed
    MOST_WORDS = 4000, // pointers looked at
    TEXT = 200,
};

struct station {
    const struct object *object;
    uint64_t base; // where in the object something of `type` lies
    uint32_t type;
    unsigned length;
    char text[TEXT]; // names it, with "->" or "." and a member still to come
    bool pointed;    // by a pointer: its members are named with "->"
};

struct path_search {
    const struct machine *m;
    const struct object *block; // that is looked for
    uint64_t offset, bytes;
    struct type_path part; // once it is found
    VECTOR(struct station) stations;
    VECTOR(const struct object *) seen; // blocks
    unsigned words;
    char *text;
    size_t size;
    bool found;
};

static bool object_was_seen(struct path_search *s, const struct object *o)
{
    for (uint32_t k = 0; k < s->seen.size; k++)
        if (s->seen.data[k] == o)
            return true;
    vector_push(&s->seen, o);
    return false;
}

// The name of the part of the block that is looked for, of which `name` points to `base`.
static void finish_path(struct path_search *s, const char *name, uint64_t base, uint32_t type)
{
    const struct source_type *t = type_at(s->m->program, type);
    char part[300] = "";
    if (s->offset < base || t->size == 0)
        return;
    uint64_t at = s->offset - base;
    bool array = at >= t->size;
    struct type_path path = type_path(s->m->program, type, at % t->size, s->bytes, part, sizeof part);
    if (t->kind == TYPE_STRUCT && array && s->block->size % t->size)
        return;
    if (array || (t->kind != TYPE_STRUCT && t->kind != TYPE_UNION))
        snprintf(s->text, s->size, "%s[%llu]%s", name, (unsigned long long)(at / t->size), part);
    else if (part[0] == '.')
        snprintf(s->text, s->size, "%s->%s", name, part + 1);
    else
        snprintf(s->text, s->size, "*%s", name);
    s->part = path;
    s->found = true;
}

// A pointer that is called `name` and points to something of `type`.
static void follow_pointer(struct path_search *s, const char *name, uint64_t pointer, uint32_t type,
                           unsigned length)
{
    const struct object *o = pointer ? memory_find(s->m, pointer) : NULL;
    if (!o || o->kind != OBJECT_HEAP || pointer < o->base || pointer - o->base >= o->size)
        return;
    if (o == s->block)
        finish_path(s, name, pointer - o->base, type);
    else if (length < LONGEST && !object_was_seen(s, o)) {
        struct station next = {
            .object = o, .base = pointer - o->base, .type = type, .length = length, .pointed = true};
        snprintf(next.text, sizeof next.text, "%s", name);
        if (strlen(name) + 1 < sizeof next.text)
            vector_push(&s->stations, next);
    }
}

static void look_at_part(struct path_search *s, const struct station *from, uint32_t type, uint64_t offset,
                         const char *name, unsigned depth);

static void look_at_members(struct path_search *s, const struct station *from, const struct source_type *t,
                            uint64_t offset, const char *name, unsigned depth)
{
    const struct program *p = s->m->program;
    for (uint32_t i = t->first; i < t->first + t->count && !s->found; i++) {
        const struct type_member *member = &p->type_members[i];
        const char *own = program_string(p, member->name);
        char text[TEXT];
        if (member->width || !own[0] || strncmp(own, "__", 2) == 0)
            continue;
        bool arrow = depth == 0 && from->pointed;
        int length = snprintf(text, sizeof text, "%s%s%s", name, arrow ? "->" : ".", own);
        if (length > 0 && (size_t)length < sizeof text)
            look_at_part(s, from, member->type, offset + member->offset / 8, text, depth + 1);
    }
}

// Whether there can be pointers in something of the type.
static bool may_hold_pointers(const struct source_type *t)
{
    return t->kind == TYPE_POINTER || t->kind == TYPE_STRUCT || t->kind == TYPE_ARRAY;
}

// Elements without pointers count as looked at, and are not named: a buffer may have thousands.
static void look_at_elements(struct path_search *s, const struct station *from, const struct source_type *t,
                             uint64_t offset, const char *name, unsigned depth)
{
    const struct source_type *element = type_at(s->m->program, t->of);
    uint64_t size = element->size;
    if (size && !may_hold_pointers(element)) {
        s->words +=
            (unsigned)(t->size / size < MOST_WORDS - s->words ? t->size / size : MOST_WORDS - s->words);
        return;
    }
    for (uint64_t i = 0; size && i < t->size / size && s->words < MOST_WORDS && !s->found; i++) {
        char text[TEXT];
        int length = snprintf(text, sizeof text, "%s[%llu]", name, (unsigned long long)i);
        if (length > 0 && (size_t)length < sizeof text)
            look_at_part(s, from, t->of, offset + i * size, text, depth + 1);
    }
}

// The pointers in something of `type` at an offset in the object of a station.
static void look_at_part(struct path_search *s, const struct station *from, uint32_t type, uint64_t offset,
                         const char *name, unsigned depth)
{
    const struct source_type *t = type_at(s->m->program, type);
    uint64_t word;
    if (s->found || depth > 8 || s->words++ >= MOST_WORDS)
        return;
    switch ((enum type_kind)t->kind) {
    case TYPE_POINTER:
        if (t->size <= 8 && naming_word(from->object, offset, (unsigned)t->size, &word))
            follow_pointer(s, name, word, t->of, from->length + 1);
        break;
    case TYPE_STRUCT: look_at_members(s, from, t, offset, name, depth); break;
    case TYPE_ARRAY: look_at_elements(s, from, t, offset, name, depth); break;
    default: break; // of a union nobody knows which member holds
    }
}

static void add_variables(struct path_search *s)
{
    for (uint32_t k = 1; k < s->m->memory.objects.size; k++) {
        const struct object *o = &s->m->memory.objects.data[k];
        bool variable = o->kind == OBJECT_GLOBAL || o->kind == OBJECT_STACK;
        if (!variable || o->state != OBJECT_LIVE || o->reach == REACH_CONSTANT || !naming_type(s->m, o))
            continue;
        struct station root = {.object = o, .type = naming_type(s->m, o)};
        naming_object(s->m, o, root.text, sizeof root.text);
        if (strlen(root.text) + 1 < sizeof root.text && !strchr(root.text, ' '))
            vector_push(&s->stations, root);
    }
}

bool pointer_path(const struct machine *m, const struct object *block, uint64_t offset, uint64_t bytes,
                  struct type_path *part, char *text, size_t size)
{
    struct path_search s = {
        .m = m, .block = block, .offset = offset, .bytes = bytes, .text = text, .size = size};
    add_variables(&s);
    for (uint32_t k = 0; k < s.stations.size && !s.found && s.words < MOST_WORDS; k++) {
        struct station from = s.stations.data[k]; // the list may move
        look_at_part(&s, &from, from.type, from.base, from.text, 0);
    }
    *part = s.part;
    vector_free(&s.stations);
    vector_free(&s.seen);
    return s.found;
}
