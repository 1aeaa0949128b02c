#include "predict/recording_memory.h"

#include <stdlib.h>

enum { WORD = 8 };

// Bit b: a segment begins at byte b.
struct segmented_word {
    uint64_t key; // address / WORD + 1
    uint32_t first;
    uint8_t begins;
};

void recording_memory_free(struct recording_memory *memory)
{
    keyed_free(&memory->words);
    vector_free(&memory->starts);
    vector_free(&memory->objects);
    vector_free(&memory->variables);
    vector_free(&memory->suspect_locks);
    memory_free(memory->cells);
    memory_free(memory->stamps);
}

// ---- segments

static void cut_at(struct recording_memory *memory, uint64_t address)
{
    struct segmented_word *word = keyed_add(&memory->words, sizeof *word, address / WORD + 1);
    word->begins |= (uint8_t)(1u << address % WORD);
}

void recording_memory_cut(struct recording_memory *memory, uint64_t address, uint64_t size)
{
    cut_at(memory, address);
    cut_at(memory, address + size);
}

static int compare_cut_addresses(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static void number_segments(struct recording_memory *memory)
{
    VECTOR(uint64_t) keys = {0};
    for (uint32_t i = 0; i < memory->words.capacity; i++) {
        const struct segmented_word *word = (const void *)(memory->words.records + i * sizeof *word);
        if (word->key)
            vector_push(&keys, word->key);
    }
    if (keys.size)
        qsort(keys.data, keys.size, sizeof *keys.data, compare_cut_addresses);
    for (uint32_t i = 0; i < keys.size; i++) {
        struct segmented_word *word = keyed_find(&memory->words, sizeof *word, keys.data[i]);
        word->first = memory->starts.size;
        for (uint32_t b = 0; b < WORD; b++)
            if (word->begins >> b & 1)
                vector_push(&memory->starts, (keys.data[i] - 1) * WORD + b);
    }
    vector_free(&keys);
}

void recording_memory_begin(struct recording_memory *memory)
{
    number_segments(memory);
    uint32_t segments = memory->starts.size;
    memory->cells = memory_zalloc(segments + 1u, sizeof *memory->cells);
    memory->stamps = memory_zalloc(2 * ((size_t)segments + 1), sizeof *memory->stamps);
    for (uint32_t i = 0; i < segments; i++)
        memory->cells[i].variable = memory->cells[i].previous = memory->cells[i].lock =
            memory->cells[i].outside = RECORDING_NONE;
    for (uint32_t i = 0; i < segments; i++)
        memory->cells[i].handed = memory->window != 0;
    vector_push(&memory->objects, (struct recording_object){.kind = OBJECT_STATIC, .end = segments});
}

uint32_t recording_memory_segment(const struct recording_memory *memory, uint64_t address)
{
    const struct segmented_word *word = keyed_find(&memory->words, sizeof *word, address / WORD + 1);
    unsigned before = word->begins & ((1u << address % WORD) - 1);
    return word->first + (uint32_t)__builtin_popcount(before);
}

// ---- objects

// The last one that was laid over the segment: the highest number on the way from its leaf to the root.
uint32_t recording_memory_object(const struct recording_memory *memory, uint32_t segment)
{
    uint32_t object = 0;
    if (memory->objects.size > 1)
        for (size_t at = (size_t)segment + memory->starts.size; at; at /= 2)
            object = memory->stamps[at] > object ? memory->stamps[at] : object;
    return object;
}

void recording_memory_lay(struct recording_memory *memory, enum recording_object_kind kind,
                          struct recording_span since, uint32_t begin, uint32_t end)
{
    uint32_t number = memory->objects.size;
    uint32_t previous = recording_memory_object(memory, begin);
    vector_push(&memory->objects, (struct recording_object){kind, since, begin, end, previous});
    size_t low = (size_t)begin + memory->starts.size, high = (size_t)end + memory->starts.size;
    for (; low < high; low /= 2, high /= 2) {
        if (low & 1)
            memory->stamps[low++] = number;
        if (high & 1)
            memory->stamps[--high] = number;
    }
}

// ---- cells

void recording_latest_add(struct recording_latest *latest, uint32_t thread, uint32_t to)
{
    if (latest->to[0] && latest->thread[0] == thread) {
        if (to > latest->to[0])
            latest->to[0] = to;
        return;
    }
    if (to >= latest->to[0]) {
        latest->to[1] = latest->to[0];
        latest->thread[1] = latest->thread[0];
        latest->to[0] = to;
        latest->thread[0] = thread;
    } else if (to > latest->to[1]) {
        latest->to[1] = to;
        latest->thread[1] = thread;
    }
}

static void suspect_variables(struct recording_memory *memory, uint32_t variable)
{
    while (variable != RECORDING_NONE && !(memory->variables.data[variable].flags & VARIABLE_SUSPECT)) {
        memory->variables.data[variable].flags |= VARIABLE_SUSPECT;
        variable = memory->variables.data[variable].previous;
    }
}

static void suspect(struct recording_memory *memory, struct recording_cell *cell)
{
    cell->suspect = true;
    suspect_variables(memory, cell->variable == RECORDING_NONE ? cell->previous : cell->variable);
    if (cell->lock != RECORDING_NONE)
        memory->suspect_locks.data[cell->lock] = true;
}

// Whether an access of a cell may have come after what ended its object. A release of memory by another
// thread than the one that got it next is known to come before that.
static bool may_be_later(const struct recording_memory *memory, const struct recording_cell *cell,
                         uint32_t segment, uint32_t object)
{
    const struct recording_object *end = &memory->objects.data[object];
    const struct recording_object *before = &memory->objects.data[end->previous];
    if (before->kind == OBJECT_GONE && end->previous > cell->object && before->begin <= segment &&
        segment < before->end)
        end = before;
    return recording_latest_of_others(&cell->reads, end->since.thread) > end->since.from ||
           recording_latest_of_others(&cell->writes, end->since.thread) > end->since.from;
}

static void renew_cell(struct recording_memory *memory, struct recording_cell *cell, uint32_t segment,
                       uint32_t object)
{
    bool later = may_be_later(memory, cell, segment, object);
    if (later)
        suspect(memory, cell);
    struct recording_cell fresh = {
        .object = object,
        .generation = cell->generation + 1,
        .variable = RECORDING_NONE,
        .previous = cell->variable == RECORDING_NONE ? cell->previous : cell->variable,
        .lock = RECORDING_NONE,
        .outside = RECORDING_NONE,
        .suspect = later,
        .handed = memory->objects.data[object].since.to <= memory->window,
    };
    if (later) { // it may even have come after what ends the next one
        fresh.reads = cell->reads;
        fresh.writes = cell->writes;
    }
    *cell = fresh;
}

struct recording_cell *recording_memory_cell(struct recording_memory *memory, uint32_t segment,
                                             struct recording_span span)
{
    struct recording_cell *cell = &memory->cells[segment];
    if (cell->checked != memory->objects.size) {
        uint32_t object = recording_memory_object(memory, segment);
        if (object != cell->object)
            renew_cell(memory, cell, segment, object);
        cell->checked = memory->objects.size;
    }
    const struct recording_object *object = &memory->objects.data[cell->object];
    if (cell->object && object->since.thread != span.thread && object->since.to > span.from)
        suspect(memory, cell);
    return cell;
}

void recording_memory_set_variable(struct recording_memory *memory, struct recording_cell *cell,
                                   uint32_t variable)
{
    while (memory->variables.size <= variable)
        vector_push(&memory->variables, (struct recording_variable){0, RECORDING_NONE});
    memory->variables.data[variable] =
        (struct recording_variable){(uint16_t)(VARIABLE_MEMORY | (cell->suspect ? VARIABLE_SUSPECT : 0) |
                                               (cell->handed ? VARIABLE_HANDED : 0)),
                                    cell->previous};
    cell->variable = variable;
}

void recording_memory_set_lock(struct recording_memory *memory, struct recording_cell *cell, uint32_t lock)
{
    while (memory->suspect_locks.size <= lock)
        vector_push(&memory->suspect_locks, false);
    memory->suspect_locks.data[lock] = cell->suspect;
    cell->lock = lock;
}

static void races(struct recording_memory *memory, const struct recording_cell *cell)
{
    if (cell->variable != RECORDING_NONE)
        memory->variables.data[cell->variable].flags |= VARIABLE_RACES;
}

static void note_sharing(struct recording_memory *memory, const struct recording_cell *cell, uint32_t thread)
{
    if (cell->variable != RECORDING_NONE && (recording_latest_of_others(&cell->reads, thread) ||
                                             recording_latest_of_others(&cell->writes, thread)))
        memory->variables.data[cell->variable].flags |= VARIABLE_SHARED;
}

void recording_memory_read(struct recording_memory *memory, struct recording_cell *cell,
                           struct recording_span span)
{
    note_sharing(memory, cell, span.thread);
    if (recording_latest_of_others(&cell->writes, span.thread) > span.from)
        races(memory, cell);
    recording_latest_add(&cell->reads, span.thread, span.to);
}

void recording_memory_write(struct recording_memory *memory, struct recording_cell *cell,
                            struct recording_span span)
{
    note_sharing(memory, cell, span.thread);
    if (recording_latest_of_others(&cell->writes, span.thread) > span.from ||
        recording_latest_of_others(&cell->reads, span.thread) > span.from)
        races(memory, cell);
    recording_latest_add(&cell->writes, span.thread, span.to);
}
