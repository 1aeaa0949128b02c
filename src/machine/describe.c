#include "machine/describe.h"

#include "base/hash.h"
#include "machine/call.h"
#include "machine/memory.h"
#include "machine/naming.h"
#include "machine/native.h"
#include "machine/native_sync.h"
#include "machine/pages.h"
#include "machine/step.h"

#include <stdio.h>
#include <xxhash.h>

const char *property_name(enum property property)
{
    static const char *const names[] = {
#define PROPERTY(name, text, by_default) text,
        PROPERTY_KINDS(PROPERTY)
#undef PROPERTY
    };
    return names[property];
}

// In the program. A native that is the destructor of a key (free) is called where the thread's routine has
// ended.
static uint32_t program_code(const struct machine *m, const struct thread *t, uint32_t at)
{
    uint32_t code = memory_program_code(m, at);
    return code == NO_CODE && t->state.ended_at ? t->state.ended_at - 1 : code;
}

uint32_t machine_stack(const struct machine *m, uint32_t thread, uint32_t *code, uint32_t limit)
{
    const struct thread *t = m->threads[thread];
    uint32_t count = 0;
    for (uint32_t depth = t->state.depth; depth && count < limit; depth--) {
        const struct frame *above = depth < t->state.depth ? &t->frames.data[depth] : NULL;
        uint32_t at = !above ? t->state.code : above->to_native ? above->return_code : above->return_code - 1;
        code[count++] = program_code(m, t, at);
    }
    return count;
}

uint32_t machine_program_stack(const struct machine *m, uint32_t thread, uint32_t *code, uint32_t limit)
{
    uint32_t all = machine_stack(m, thread, code, limit), count = 0;
    for (uint32_t k = 0; k < all; k++)
        if (code[k] != NO_CODE)
            code[count++] = code[k];
    return count;
}

// The call out of the user's code into the library that frames up to number `depth` are in; where there is
// none, *code stays.
static const char *library_call(const struct machine *m, const struct thread *t, uint32_t depth,
                                uint32_t *code)
{
    const char *name = NULL;
    for (; depth > 1; depth--) {
        const struct frame *f = &t->frames.data[depth - 1];
        const struct function *function = &m->program->functions[f->function];
        if (!(function->flags & FUNCTION_RUNTIME))
            break;
        name = program_string(m->program, function->name);
        *code = f->to_native ? f->return_code : f->return_code - 1;
    }
    return name;
}

uint32_t machine_user_position(const struct machine *m, uint32_t thread)
{
    const struct thread *t = m->threads[thread];
    uint32_t code = t->state.depth || t->number ? t->state.code : NO_CODE; // of main, before it began: none
    library_call(m, t, t->state.depth, &code);
    return program_code(m, t, code);
}

const char *machine_library_call(const struct machine *m, uint32_t thread)
{
    uint32_t code;
    return library_call(m, m->threads[thread], m->threads[thread]->state.depth, &code);
}

const char *machine_library_call_around(const struct machine *m, uint32_t thread, uint32_t depth,
                                        uint32_t *code)
{
    const char *name = library_call(m, m->threads[thread], depth, code);
    *code = name ? memory_program_code(m, *code) : NO_CODE;
    return name;
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

bool machine_describe_handle(const struct machine *m, uint64_t bits, char *text, size_t size)
{
    const struct object *o = bits ? memory_find(m, bits) : NULL;
    if (!o || o->kind != OBJECT_SHADOW || o->base != bits)
        return false;
    for (uint32_t k = 0; k < m->thread_limit; k++) {
        if (m->threads[k]->state.status == THREAD_ABSENT || thread_shadow(m, m->threads[k]) != bits)
            continue;
        uint32_t heir = sync_peek(m, bits + SHADOW_HEIR); // identifiers.h
        snprintf(text, size, "thread %s", m->threads[heir ? heir - 1 : k]->name);
        return true;
    }
    return false;
}

bool machine_known_word(const struct machine *m, uint64_t address, unsigned size, uint64_t *word)
{
    const struct object *o = memory_find(m, address);
    return o && address >= o->base && size > 0 && size <= 8 &&
           memory_known(m, o, address - o->base, size, word);
}

bool machine_object_at(const struct machine *m, uint64_t address, uint64_t *base, uint64_t *size)
{
    const struct object *o = memory_find(m, address);
    if (!o || o->state != OBJECT_LIVE || address < o->base || address - o->base >= o->size)
        return false;
    *base = o->base;
    *size = o->size;
    return true;
}

bool machine_is_block(const struct machine *m, uint64_t address)
{
    const struct object *o = memory_find(m, address);
    return o && o->kind == OBJECT_HEAP;
}

bool machine_is_library_memory(const struct machine *m, uint64_t address)
{
    const struct object *o = memory_find(m, address);
    return o && (o->is_library ||
                 (o->kind == OBJECT_GLOBAL && m->program->globals[o->number].flags & GLOBAL_RUNTIME));
}

// "byte 8 of block of 16 bytes allocated at a.c:10"; where it is known what that is: "next of block ...".
static void describe_in_block(const struct machine *m, const struct object *o, uint64_t address,
                              uint64_t bytes, char *text, size_t size)
{
    char part[200] = "";
    uint64_t offset = address - o->base;
    size_t used = 0;
    struct type_path path = {.rest = offset};
    if (address >= o->base && (offset || bytes != TYPE_PATH_WHOLE))
        path = naming_block_part(m, o, offset, bytes, part, sizeof part);
    if (address < o->base)
        used = (size_t)snprintf(text, size, "%llu byte%s before ", (unsigned long long)(o->base - address),
                                o->base - address == 1 ? "" : "s");
    else if (part[0] && path.rest == 0)
        used = (size_t)snprintf(text, size, "%s of ", part[0] == '-' ? part + 2 : part);
    else if (offset)
        used = (size_t)snprintf(text, size, "byte %llu of ", (unsigned long long)offset);
    naming_object(m, o, text + used, size - used);
}

static void append_freed(const struct machine *m, const struct object *o, char *text, size_t size)
{
    char place[200];
    size_t used = strlen(text);
    if (o->state != OBJECT_FREED || used >= size)
        return;
    naming_place(m, o->freed_code, place, sizeof place);
    snprintf(text + used, size - used, ", %s at %s", o->mapped ? "unmapped" : "freed", place);
}

void machine_describe_access(const struct machine *m, uint64_t address, uint64_t bytes, char *text,
                             size_t size)
{
    uint32_t function = step_function_at(m, address);
    if (function != NO_FUNCTION) {
        snprintf(text, size, "%s()", program_string(m->program, m->program->functions[function].name));
        return;
    }
    const struct object *o = naming_nearest(m, address);
    if (!o) {
        snprintf(text, size, "address 0x%llx", (unsigned long long)address);
        return;
    }
    if (o->kind == OBJECT_HEAP) // "a.c:10+4" would be another line
        describe_in_block(m, pages_whole(m, o), address, bytes, text, size);
    else
        naming_in_variable(m, o, address, bytes, text, size);
    append_freed(m, o, text, size);
}

void machine_describe_address(const struct machine *m, uint64_t address, char *text, size_t size)
{
    machine_describe_access(m, address, TYPE_PATH_WHOLE, text, size);
}

// ---- expressions

// A part of a block of the heap, by its offset in all that was allocated as one: "queue.head->next", "(malloc
// at a.c:10)->next".
static uint32_t name_in_block(const struct machine *m, const struct object *o, uint64_t offset,
                              uint64_t bytes, bool paths, char *text, size_t size)
{
    char part[300] = "", block[300];
    const struct object *whole = pages_whole(m, o);
    struct type_path path;
    if (paths && pointer_path(m, whole, offset, bytes, &path, text, size) && path.rest == 0) {
        append_freed(m, o, text, size);
        return path.type;
    }
    path = naming_block_part(m, whole, offset, bytes, part, sizeof part);
    naming_block(m, whole, block, sizeof block);
    if (path.rest)
        snprintf(text, size, "byte %llu of %s", (unsigned long long)offset, block);
    else if (part[0])
        snprintf(text, size, "(%s)%s", block, part);
    else
        snprintf(text, size, "%s", block);
    append_freed(m, o, text, size);
    return path.rest ? 0 : path.type;
}

uint32_t machine_name_access(const struct machine *m, uint64_t address, uint64_t bytes, bool paths,
                             char *text, size_t size)
{
    const struct object *o = step_function_at(m, address) == NO_FUNCTION ? naming_nearest(m, address) : NULL;
    if (o && o->kind == OBJECT_HEAP && address >= o->base && address - o->base < o->size)
        return name_in_block(m, o, address - pages_whole(m, o)->base, bytes, paths, text, size);
    machine_describe_access(m, address, bytes, text, size);
    if (!o || address < o->base || address - o->base >= o->size)
        return 0;
    char part[300] = "";
    struct type_path path =
        type_path(m->program, naming_type(m, o), address - o->base, bytes, part, sizeof part);
    return path.rest ? 0 : path.type;
}

// The text at an address, in quotes, where it is known and can be printed; false: it is not.
static bool quote_text(const struct object *o, uint64_t offset, char *text, size_t size)
{
    enum { SHOWN = 40 };
    size_t used = 0;
    bool ends = false;
    text[used++] = '"';
    for (uint64_t i = offset; i < o->size && !ends && used < SHOWN && used + 8 < size; i++) {
        const struct line *line = &o->lines[i / LINE_BYTES];
        unsigned char byte = o->data[i];
        if (line->overlay || line->uninitialised >> (i % LINE_BYTES) & 1)
            return false;
        ends = byte == 0;
        if (!ends && (byte < ' ' || byte > '~'))
            return false;
        if (byte == '"' || byte == '\\')
            text[used++] = '\\';
        if (!ends)
            text[used++] = (char)byte;
    }
    snprintf(text + used, size - used, ends ? "\"" : used < SHOWN ? "" : "...\"");
    return ends || used >= SHOWN;
}

static void name_pointer_in(const struct machine *m, const struct object *o, uint64_t pointer,
                            uint32_t target, char *text, size_t size)
{
    uint64_t offset = pointer - o->base;
    char part[300] = "";
    if (o->kind == OBJECT_HEAP && offset == 0) {
        naming_block(m, o, text, size);
    } else if (o->kind == OBJECT_HEAP) {
        naming_block(m, o, part, sizeof part);
        text[0] = '&';
        machine_name_access(m, pointer, TYPE_PATH_WHOLE, false, text + 1, size - 1);
        if (strncmp(text + 1, "byte ", 5) == 0)
            snprintf(text, size, "%s+%llu", part, (unsigned long long)offset);
        return;
    } else {
        naming_object(m, o, part, sizeof part);
        uint64_t rest = type_path_to(m->program, naming_type(m, o), offset, target, part, sizeof part).rest;
        bool array =
            offset == 0 && !strpbrk(part, ".[") && type_at(m->program, naming_type(m, o))->kind == TYPE_ARRAY;
        if (rest)
            snprintf(text, size, "&%s+%llu", part, (unsigned long long)rest);
        else
            snprintf(text, size, "%s%s", array ? "" : "&", part);
    }
    append_freed(m, o, text, size);
}

void machine_name_pointer(const struct machine *m, uint64_t pointer, uint32_t type, char *text, size_t size)
{
    uint32_t function = step_function_at(m, pointer), target = type_at(m->program, type)->of;
    const struct object *o = function == NO_FUNCTION && pointer ? memory_find(m, pointer) : NULL;
    bool within = o && pointer >= o->base && pointer - o->base < o->size && o->kind <= OBJECT_THREAD_LOCAL;
    bool text_of = within && type_at(m->program, target)->kind == TYPE_CHARACTER && memory_has_content(o);
    char quoted[64];
    if (pointer == 0) {
        snprintf(text, size, "NULL");
    } else if (!within) {
        machine_describe_address(m, pointer, text, size);
    } else if (text_of && quote_text(o, pointer - o->base, quoted, sizeof quoted) &&
               o->reach == REACH_CONSTANT) {
        snprintf(text, size, "%s", quoted);
    } else {
        name_pointer_in(m, o, pointer, target, text, size);
        size_t used = strlen(text);
        if (text_of && quote_text(o, pointer - o->base, quoted, sizeof quoted) && used < size)
            snprintf(text + used, size - used, " %s", quoted);
    }
}

// ---- final states

static bool has_terms(const struct machine *m, const struct line *l)
{
    for (unsigned i = 0; l->overlay && i < LINE_BYTES; i++)
        if (m->memory.overlays.data[l->overlay].t[i])
            return true;
    return false;
}

static uint64_t hash_line_bytes(const struct machine *m, const struct line *l, const uint8_t *data,
                                unsigned size, uint64_t h)
{
    for (unsigned i = 0; i < size; i++) {
        term t = l->overlay ? m->memory.overlays.data[l->overlay].t[i] : TERM_NONE;
        if (t)
            h = hash_combine(h, (uint64_t)t << 8 | m->memory.overlays.data[l->overlay].index[i]);
        else if (l->uninitialised >> i & 1)
            h = hash_combine(h, 0x100);
        else
            h = hash_combine(h, data[i]);
    }
    return h;
}

static uint64_t hash_object(const struct machine *m, const struct object *o)
{
    uint64_t h = hash_combine(o->base, o->state);
    for (uint64_t at = 0; at < o->size; at += LINE_BYTES) {
        const struct line *l = &o->lines[at / LINE_BYTES];
        unsigned size = o->size - at < LINE_BYTES ? (unsigned)(o->size - at) : LINE_BYTES;
        h = size < LINE_BYTES || l->uninitialised || has_terms(m, l)
                ? hash_line_bytes(m, l, o->data + at, size, h)
                : hash_combine(h, XXH3_64bits(o->data + at, LINE_BYTES));
    }
    return h;
}

uint64_t machine_state_hash(const struct machine *m)
{
    uint64_t sum = 0; // a sum, so that the order in which objects were made does not matter
    for (uint32_t k = 1; k < m->memory.objects.size; k++) {
        const struct object *o = &m->memory.objects.data[k];
        bool counts = o->reach != REACH_CONSTANT && (o->kind == OBJECT_GLOBAL || o->kind == OBJECT_HEAP);
        if (counts && memory_has_content(o))
            sum += hash_object(m, o);
    }
    for (uint32_t k = 0; k < m->thread_limit; k++) {
        enum thread_status status = m->threads[k]->state.status;
        if (status != THREAD_ABSENT) // who is held waits, as who is ready
            sum += hash_combine(k, (uint64_t)(status == THREAD_HELD ? THREAD_READY : status));
    }
    return sum;
}
