#include "machine/naming.h"

#include "machine/clock.h"
#include "machine/memory.h"
#include "machine/native.h"
#include "machine/pages.h"
#include "program/layout.h"

#include <stdio.h>

void naming_place(const struct machine *m, uint32_t code, char *text, size_t size)
{
    if (code >= m->program->code_count) {
        snprintf(text, size, "an unknown place");
        return;
    }
    const struct location *l = &m->program->locations[m->program->location_of[code]];
    snprintf(text, size, "%s:%u", program_string(m->program, l->file), l->line);
}

// What the compiler named for people who never did.
static void name_global(const struct program *p, const struct global *g, char *text, size_t size)
{
    const char *name = program_string(p, g->name);
    if (strncmp(name, ".str", 4) == 0 && !(g->flags & GLOBAL_ZERO)) {
        int length = g->size > 24 ? 24 : (int)strnlen((const char *)p->data + g->data, g->size);
        snprintf(text, size, "the string literal \"%.*s%s", length, (const char *)p->data + g->data,
                 g->size > 25 ? "...\"" : "\"");
    } else if (strncmp(name, ".compoundliteral", 16) == 0) {
        snprintf(text, size, "a compound literal");
    } else {
        snprintf(text, size, "%s", name);
    }
}

static const char *name_of_site(const struct program *p, uint32_t site)
{
    const char *name = program_string(p, p->sites[site].name);
    if (strcmp(name, "vla") == 0) // names by clang, which no variable of the program can have but this one
        return "a variable-length array";
    if (!*name || strpbrk(name, ".-"))
        return strstr(name, "compoundliteral") ? "a compound literal" : "a temporary";
    return name;
}

void naming_object(const struct machine *m, const struct object *o, char *text, size_t size)
{
    const struct program *p = m->program;
    char place[200];
    switch ((enum object_kind)o->kind) {
    case OBJECT_GLOBAL:
        if (clock_is(m, o->base))
            snprintf(text, size, "the time");
        else
            name_global(p, &p->globals[o->number], text, size);
        break;
    case OBJECT_THREAD_LOCAL: snprintf(text, size, "%s", program_string(p, p->globals[o->site].name)); break;
    case OBJECT_STACK: snprintf(text, size, "%s", name_of_site(p, o->site)); break;
    case OBJECT_HEAP:
        naming_place(m, o->code, place, sizeof place);
        snprintf(text, size, "block of %llu byte%s allocated at %s", (unsigned long long)o->size,
                 o->size == 1 ? "" : "s", place);
        break;
    case OBJECT_VARIADIC: snprintf(text, size, "variable arguments"); break;
    case OBJECT_ARGUMENTS: snprintf(text, size, "arguments of main"); break;
    case OBJECT_SHADOW: snprintf(text, size, "thread %s", m->threads[o->owner]->name); break;
    }
}

// The function that an instruction calls; "block": another instruction.
static const char *name_of_called(const struct program *p, uint32_t code)
{
    const struct instruction *i = code < p->code_count ? &p->code[code] : NULL;
    if (i && i->op == OP_CALL && i->a < p->functions_count)
        return program_string(p, p->functions[i->a].name);
    if (i && i->op == OP_CALL_NATIVE && i->a < NATIVE_COUNT)
        return native_name(i->a);
    return "block";
}

void naming_block(const struct machine *m, const struct object *o, char *text, size_t size)
{
    char place[200];
    uint32_t before = 0;
    for (uint32_t k = 1; k < m->memory.objects.size && &m->memory.objects.data[k] != o; k++) {
        const struct object *other = &m->memory.objects.data[k];
        before += other->kind == OBJECT_HEAP && other->code == o->code && !pages_is_part(other);
    }
    naming_place(m, o->code, place, sizeof place);
    int used = snprintf(text, size, "%s at %s", name_of_called(m->program, o->code), place);
    if (before && used > 0 && (size_t)used < size)
        snprintf(text + used, size - (size_t)used, " #%u", before + 1);
}

uint32_t naming_type(const struct machine *m, const struct object *o)
{
    const struct program *p = m->program;
    switch ((enum object_kind)o->kind) {
    case OBJECT_GLOBAL: return clock_is(m, o->base) ? 0 : p->globals[o->number].type;
    case OBJECT_THREAD_LOCAL: return p->globals[o->site].type;
    case OBJECT_STACK: return p->sites[o->site].type;
    case OBJECT_HEAP: return type_of_block(p, o->code);
    case OBJECT_VARIADIC:
    case OBJECT_ARGUMENTS:
    case OBJECT_SHADOW: break;
    }
    return 0;
}

bool naming_word(const struct object *o, uint64_t offset, unsigned size, uint64_t *word)
{
    if (!memory_has_content(o) || offset + size > o->size)
        return false;
    for (uint64_t i = offset; i < offset + size; i++)
        if (o->lines[i / LINE_BYTES].overlay ||
            o->lines[i / LINE_BYTES].uninitialised >> (i % LINE_BYTES) & 1)
            return false;
    *word = 0;
    memcpy(word, o->data + offset, size);
    return true;
}

const struct object *naming_nearest(const struct machine *m, uint64_t address)
{
    for (uint64_t back = 0; back <= 4096 && back <= address; back += LAYOUT_GRANULE) {
        const struct object *o = memory_find(m, address - back);
        if (o)
            return o;
    }
    return NULL;
}

// Whether it is a structure whose last member is an array of any number of elements.
static bool ends_open(const struct program *p, const struct source_type *t)
{
    const struct type_member *last =
        t->kind == TYPE_STRUCT && t->count ? &p->type_members[t->first + t->count - 1] : NULL;
    return last && type_at(p, last->type)->kind == TYPE_ARRAY && type_at(p, last->type)->size == 0;
}

struct type_path naming_block_part(const struct machine *m, const struct object *o, uint64_t offset,
                                   uint64_t bytes, char *text, size_t size)
{
    const struct program *p = m->program;
    uint32_t type = naming_type(m, o);
    const struct source_type *t = type_at(p, type);
    struct type_path unknown = {.rest = offset};
    char part[300] = "";
    if (!type || t->size == 0 || offset >= o->size)
        return unknown;
    bool open = ends_open(p, t), array = !open && o->size > t->size;
    if (array ? o->size % t->size != 0 : o->size < t->size)
        return unknown;
    struct type_path path = type_path(p, type, array ? offset % t->size : offset, bytes, part, sizeof part);
    if (array)
        snprintf(text, size, "[%llu]%s", (unsigned long long)(offset / t->size), part);
    else if (part[0] == '.')
        snprintf(text, size, "->%s", part + 1);
    else
        snprintf(text, size, "%s", part);
    return path;
}

void naming_in_variable(const struct machine *m, const struct object *o, uint64_t address, uint64_t bytes,
                        char *text, size_t size)
{
    uint32_t type = naming_type(m, o);
    uint64_t offset = address - o->base;
    naming_object(m, o, text, size);
    if (address < o->base) {
        size_t used = strlen(text);
        snprintf(text + used, size - used, "-%llu", (unsigned long long)(o->base - address));
        return;
    }
    if (type && offset < o->size)
        offset = type_path(m->program, type, offset, bytes, text, size).rest;
    size_t used = strlen(text);
    if (offset && used < size)
        used += (size_t)snprintf(text + used, size - used, "+%llu", (unsigned long long)offset);
    if (address - o->base >= o->size && used < size)
        snprintf(text + used, size - used, " (%llu bytes)", (unsigned long long)o->size);
}
