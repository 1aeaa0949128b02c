#include "machine/describe.h"

#include "base/hash.h"
#include "machine/call.h"
#include "machine/clock.h"
#include "machine/native.h"
#include "machine/step.h"
#include "program/layout.h"

#include <stdio.h>

const char *property_name(enum property property)
{
    static const char *const names[] = {
#define PROPERTY(name, text, by_default) text,
        PROPERTY_KINDS(PROPERTY)
#undef PROPERTY
    };
    return names[property];
}

uint32_t machine_stack(const struct machine *m, uint32_t thread, uint32_t *code, uint32_t limit)
{
    const struct thread *t = m->threads[thread];
    uint32_t count = 0;
    for (uint32_t depth = t->state.depth; depth && count < limit; depth--) {
        const struct frame *above = depth < t->state.depth ? &t->frames.data[depth] : NULL;
        uint32_t at = !above ? t->state.code : above->to_native ? above->return_code : above->return_code - 1;
        code[count++] = memory_program_code(m, at);
    }
    return count;
}

uint32_t machine_creation(const struct machine *m, uint32_t thread)
{
    uint32_t shadow = thread && thread < m->thread_limit ? m->threads[thread]->shadow : NO_OBJECT;
    return shadow == NO_OBJECT ? NO_CODE : m->memory.objects.data[shadow].code;
}

void machine_count_loops(struct machine *m)
{
    m->counts_loops = true;
}

uint64_t machine_loop_rounds(const struct machine *m, uint32_t thread, uint32_t frame, uint32_t code)
{
    const struct thread *t = m->threads[thread];
    if (frame >= t->state.depth || m->code[code].op != OP_LOOP)
        return 0;
    uint32_t number = t->frames.data[t->state.depth - 1 - frame].base + m->code[code].a;
    return number < t->registers.size ? t->registers.data[number].bits : 0;
}

const char *machine_thread_name(const struct machine *m, uint32_t thread)
{
    return m->threads[thread]->name;
}

static void describe_place(const struct machine *m, uint32_t code, char *text, size_t size)
{
    if (code >= m->program->code_count) {
        snprintf(text, size, "an unknown place");
        return;
    }
    const struct location *l = &m->program->locations[m->program->location_of[code]];
    snprintf(text, size, "%s:%u", program_string(m->program, l->file), l->line);
}

// What the compiler named for people who never did.
static void describe_global(const struct program *p, const struct global *g, char *text, size_t size)
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

static void describe_object(const struct machine *m, const struct object *o, char *text, size_t size)
{
    const struct program *p = m->program;
    char place[200];
    switch ((enum object_kind)o->kind) {
    case OBJECT_GLOBAL:
        if (clock_is(m, o->base))
            snprintf(text, size, "the time");
        else
            describe_global(p, &p->globals[o->number], text, size);
        break;
    case OBJECT_THREAD_LOCAL: snprintf(text, size, "%s", program_string(p, p->globals[o->site].name)); break;
    case OBJECT_STACK: {
        const char *name = program_string(p, p->sites[o->site].name);
        if (strcmp(name, "vla") ==
            0) // names by clang, which no variable of the program can have but this one
            name = "a variable-length array";
        else if (!*name || strpbrk(name, ".-"))
            name = strstr(name, "compoundliteral") ? "a compound literal" : "a temporary";
        snprintf(text, size, "%s", name);
        break;
    }
    case OBJECT_HEAP:
        describe_place(m, o->code, place, sizeof place);
        snprintf(text, size, "block of %llu byte%s allocated at %s", (unsigned long long)o->size,
                 o->size == 1 ? "" : "s", place);
        break;
    case OBJECT_VARIADIC: snprintf(text, size, "variable arguments"); break;
    case OBJECT_ARGUMENTS: snprintf(text, size, "arguments of main"); break;
    case OBJECT_SHADOW: snprintf(text, size, "thread %s", m->threads[o->owner]->name); break;
    }
}

// The object of an address: the nearest one below it within reach of a red zone, or the one that begins right
// behind it.
static const struct object *nearest(const struct machine *m, uint64_t address)
{
    for (uint64_t back = 0; back <= 4096 && back <= address; back += LAYOUT_GRANULE) {
        const struct object *o = memory_find(m, address - back);
        if (o)
            return o;
    }
    return NULL;
}

bool machine_is_library_memory(const struct machine *m, uint64_t address)
{
    const struct object *o = memory_find(m, address);
    return o && o->kind == OBJECT_GLOBAL && m->program->globals[o->number].flags & GLOBAL_RUNTIME;
}

void machine_describe_address(const struct machine *m, uint64_t address, char *text, size_t size)
{
    uint32_t function = step_function_at(m, address);
    if (function != NO_FUNCTION) {
        snprintf(text, size, "%s()", program_string(m->program, m->program->functions[function].name));
        return;
    }
    const struct object *o = nearest(m, address);
    if (!o) {
        snprintf(text, size, "address 0x%llx", (unsigned long long)address);
        return;
    }
    uint64_t offset = address - o->base;
    bool before = address < o->base,
         heap = o->kind == OBJECT_HEAP; // of a block, "a.c:10+4" would be another line
    size_t used = 0;
    if (heap && before)
        used = (size_t)snprintf(text, size, "%llu byte%s before ", (unsigned long long)(o->base - address),
                                o->base - address == 1 ? "" : "s");
    else if (heap && offset)
        used = (size_t)snprintf(text, size, "byte %llu of ", (unsigned long long)offset);
    describe_object(m, o, text + used, size - used);
    used = strlen(text);
    if (before && !heap)
        used += (size_t)snprintf(text + used, size - used, "-%llu", (unsigned long long)(o->base - address));
    else if (offset && !heap)
        used += (size_t)snprintf(text + used, size - used, "+%llu", (unsigned long long)offset);
    if (offset >= o->size && o->kind != OBJECT_HEAP && used < size)
        used += (size_t)snprintf(text + used, size - used, " (%llu bytes)", (unsigned long long)o->size);
    if (o->state == OBJECT_FREED && used < size) {
        char place[200];
        describe_place(m, o->freed_code, place, sizeof place);
        snprintf(text + used, size - used, ", freed at %s", place);
    }
}

// ---- final states

static uint64_t hash_object(const struct machine *m, const struct object *o)
{
    uint64_t h = hash_combine(o->base, o->state);
    for (uint64_t line = 0; line < (o->size + LINE_BYTES - 1) / LINE_BYTES; line++) {
        const struct line *l = &o->lines[line];
        for (unsigned i = 0; i < LINE_BYTES && line * LINE_BYTES + i < o->size; i++) {
            uint64_t at = line * LINE_BYTES + i;
            term t = l->overlay ? m->memory.overlays.data[l->overlay].t[i] : TERM_NONE;
            if (t)
                h = hash_combine(h, (uint64_t)t << 8 | m->memory.overlays.data[l->overlay].index[i]);
            else if (l->uninitialised >> i & 1)
                h = hash_combine(h, 0x100);
            else
                h = hash_combine(h, o->data[at]);
        }
    }
    return h;
}

uint64_t machine_state_hash(const struct machine *m)
{
    uint64_t sum = 0; // a sum, so that the order in which objects were made does not matter
    for (uint32_t k = 1; k < m->memory.objects.size; k++) {
        const struct object *o = &m->memory.objects.data[k];
        bool counts = o->reach != REACH_CONSTANT && (o->kind == OBJECT_GLOBAL || o->kind == OBJECT_HEAP);
        if (counts && o->state == OBJECT_LIVE)
            sum += hash_object(m, o);
    }
    for (uint32_t k = 0; k < m->thread_limit; k++)
        if (m->threads[k]->state.status != THREAD_ABSENT)
            sum += hash_combine(k, (uint64_t)m->threads[k]->state.status);
    return sum;
}
