// Dependence through memory: whoever reads a range depends on whoever may have written an overlapping one
// before. Where few read and few write, each pair is an edge, unless the write can only come after the read
// (creation, joins, the order of the code); where there are many, they meet in nodes for the ranges, and
// where even these are many, in one for the object: the graph is linear in the number of accesses.
#include "analysis/dependence_build.h"

#include <stdlib.h>

enum {
    PAIRS_OF_CELLS = 256,   // more readers times writers than that meet in nodes
    CELLS_OF_OBJECT = 1000, // more ranges of one object than that are not looked at one by one
    LINKS_OF_ACCESS = 64,   // what an object's accesses may cost, each
};

struct dependence_access {
    struct place place;
    uint64_t size;
    uint32_t code; // or the node of all instructions that have a list of accesses in common
    uint8_t kind;  // enum points_to_access_kind
    bool write;
};

// Accesses [first, end) to one range, all of one kind, all reading or all writing.
struct dependence_cell {
    uint32_t first, end;
    uint32_t node; // NO_NODE: none made yet
};

// The nodes of a list of accesses that instructions have in common; 0: none made yet.
struct dependence_common {
    uint32_t reads, writes;
};

struct dependence_memory {
    struct dependence_build *b;
    VECTOR(struct dependence_common) commons; // by the list's number
    VECTOR(struct dependence_access) accesses;
    VECTOR(struct dependence_cell) reads, writes; // ascending by object
    uint32_t *read_starts, *write_starts;         // by object
};

// ---- what an access is

static enum dependence_kind dependence_kind_of(const struct dependence_access *read,
                                               const struct dependence_access *write)
{
    if (read->kind == ACCESS_FREE || write->kind == ACCESS_FREE)
        return DEPENDENCE_RELEASE;
    if (read->kind == ACCESS_SYNC || write->kind == ACCESS_SYNC)
        return DEPENDENCE_SYNCHRONISATION;
    return DEPENDENCE_MEMORY;
}

static enum dependence_kind kind_of_access(uint8_t kind)
{
    const struct dependence_access access = {.kind = kind};
    return dependence_kind_of(&access, &access);
}

static bool is_code(const struct dependence_memory *m, uint32_t code)
{
    return code < m->b->d->program->code_count;
}

// The node of a write: what a function returns does not matter where its stack is released.
static uint32_t node_of_write(const struct dependence_memory *m, uint32_t code)
{
    const struct dependence *d = m->b->d;
    return is_code(m, code) && d->program->code[code].op == OP_RETURN ? dependence_reached(d, code) : code;
}

// ---- collecting

static int compare_memory_accesses(const void *left, const void *right)
{
    const struct dependence_access *a = left, *b = right;
#define COMPARE(field)                                                                                       \
    if (a->field != b->field)                                                                                \
    return a->field < b->field ? -1 : 1
    COMPARE(place.object);
    COMPARE(write);
    COMPARE(kind);
    COMPARE(place.offset);
    COMPARE(place.stride);
    COMPARE(size);
    COMPARE(code);
#undef COMPARE
    return 0;
}

static bool same_cell(const struct dependence_access *a, const struct dependence_access *b)
{
    return a->place.object == b->place.object && a->write == b->write && a->kind == b->kind &&
           a->place.offset == b->place.offset && a->place.stride == b->place.stride && a->size == b->size;
}

static void add_memory_access(struct dependence_memory *m, uint32_t code, const struct points_to_access *a,
                              bool write)
{
    vector_push(&m->accesses, (struct dependence_access){a->place, a->size, code, a->kind, write});
}

static void add_access_list(struct dependence_memory *m, const struct access_list *list, uint32_t reader,
                            uint32_t writer)
{
    const struct points_to *pt = m->b->d->calls->points_to;
    for (uint32_t k = 0; k < list->size; k++) {
        const struct points_to_access *a = &list->data[k];
        // Unmodelled code ends the thread that reaches it, and the check is inconclusive.
        if (a->kind == ACCESS_ESCAPE || points_to_object(pt, a->place.object)->flags & ABSTRACT_CONSTANT)
            continue;
        if (a->read)
            add_memory_access(m, reader, a, false);
        if (a->write)
            add_memory_access(m, writer, a, true);
    }
}

// The instruction is one of those that have the list in common, whose accesses are all alike.
static void add_common_access(struct dependence_memory *m, const struct access_list *list, uint32_t code)
{
    while (m->commons.size <= list->number)
        vector_push(&m->commons, (struct dependence_common){0});
    struct dependence_common *c = &m->commons.data[list->number];
    const struct points_to_access *a = &list->data[0];
    enum dependence_kind kind = kind_of_access(a->kind);
    if (!c->reads) {
        c->reads = dependence_new_node(m->b);
        c->writes = dependence_new_node(m->b);
        add_access_list(m, list, c->reads, c->writes);
    }
    if (a->read)
        dependence_add(m->b, code, c->reads, kind);
    if (a->write)
        dependence_add(m->b, c->writes, node_of_write(m, code), kind);
}

static void collect_memory_accesses(struct dependence_memory *m)
{
    const struct dependence *d = m->b->d;
    struct points_to *pt = d->calls->points_to;
    for (uint32_t code = 0; code < d->program->code_count; code = code_next(d->program, code)) {
        const struct access_list *list = points_to_accesses(pt, code);
        add_access_list(m, list, code, code);
        for (unsigned k = 0; k < 2 && list->common[k]; k++)
            add_common_access(m, list->common[k], code);
    }
    if (m->accesses.size)
        qsort(m->accesses.data, m->accesses.size, sizeof *m->accesses.data, compare_memory_accesses);
}

static void make_cells(struct dependence_memory *m)
{
    uint32_t objects = points_to_object_count(m->b->d->calls->points_to);
    m->read_starts = memory_zalloc((size_t)objects + 2, sizeof *m->read_starts);
    m->write_starts = memory_zalloc((size_t)objects + 2, sizeof *m->write_starts);
    for (uint32_t k = 0, end; k < m->accesses.size; k = end) {
        const struct dependence_access *a = &m->accesses.data[k];
        for (end = k + 1; end < m->accesses.size && same_cell(a, &m->accesses.data[end]);)
            end++;
        struct dependence_cell cell = {k, end, NO_NODE};
        if (a->write)
            vector_push(&m->writes, cell);
        else
            vector_push(&m->reads, cell);
        (a->write ? m->write_starts : m->read_starts)[a->place.object + 1]++;
    }
    for (uint32_t o = 0; o < objects; o++) {
        m->read_starts[o + 1] += m->read_starts[o];
        m->write_starts[o + 1] += m->write_starts[o];
    }
}

// ---- edges

// The kind is told by the edges from here on to the cell of writes.
static uint32_t cell_read_node(struct dependence_memory *m, struct dependence_cell *cell,
                               enum dependence_kind kind)
{
    if (cell->node != NO_NODE)
        return cell->node;
    cell->node = dependence_new_node(m->b);
    for (uint32_t k = cell->first; k < cell->end; k++)
        dependence_add(m->b, m->accesses.data[k].code, cell->node, kind);
    return cell->node;
}

static uint32_t cell_write_node(struct dependence_memory *m, struct dependence_cell *cell,
                                enum dependence_kind kind)
{
    if (cell->node != NO_NODE)
        return cell->node;
    cell->node = dependence_new_node(m->b);
    for (uint32_t k = cell->first; k < cell->end; k++)
        dependence_add(m->b, cell->node, node_of_write(m, m->accesses.data[k].code), kind);
    return cell->node;
}

static void link_accesses(struct dependence_memory *m, const struct dependence_access *read,
                          const struct dependence_access *write, bool alone, enum dependence_kind kind)
{
    struct threads *threads = m->b->d->threads;
    if (!is_code(m, write->code) || !is_code(m, read->code)) { // nothing is known of their order
        dependence_add(m->b, read->code, node_of_write(m, write->code), kind);
        return;
    }
    bool same = threads_may_precede_in_thread(threads, write->code, read->code);
    if (!same && kind == DEPENDENCE_MEMORY)
        kind = DEPENDENCE_ACROSS;
    if (same || (!alone && threads_may_precede(threads, write->code, read->code)))
        dependence_add(m->b, read->code, node_of_write(m, write->code), kind);
}

static void link_nodes(struct dependence_memory *m, struct dependence_cell *read,
                       struct dependence_cell *write)
{
    const struct dependence_access *reads = m->accesses.data + read->first,
                                   *writes = m->accesses.data + write->first;
    dependence_add(m->b, cell_read_node(m, read, kind_of_access(reads->kind)),
                   cell_write_node(m, write, kind_of_access(writes->kind)),
                   dependence_kind_of(reads, writes));
}

static uint64_t pairs_of(const struct dependence_cell *read, const struct dependence_cell *write)
{
    return (uint64_t)(read->end - read->first) * (write->end - write->first);
}

static void link_cells(struct dependence_memory *m, struct dependence_cell *read,
                       struct dependence_cell *write, bool alone)
{
    const struct dependence_access *reads = m->accesses.data + read->first,
                                   *writes = m->accesses.data + write->first;
    if (pairs_of(read, write) > PAIRS_OF_CELLS) {
        link_nodes(m, read, write);
        return;
    }
    for (uint32_t r = 0; r < read->end - read->first; r++)
        for (uint32_t w = 0; w < write->end - write->first; w++)
            link_accesses(m, &reads[r], &writes[w], alone, dependence_kind_of(reads, writes));
}

static bool dependence_cells_overlap(const struct dependence_memory *m, const struct dependence_cell *a,
                                     const struct dependence_cell *b)
{
    const struct dependence_access *x = &m->accesses.data[a->first], *y = &m->accesses.data[b->first];
    return places_overlap(&x->place, x->size, &y->place, y->size);
}

// The cells of an object that read or write.
struct dependence_cells {
    struct dependence_cell *cells;
    uint32_t count;
    uint64_t accesses;
};

static struct dependence_cells cells_of(struct dependence_cell *all, const uint32_t *starts, uint32_t object)
{
    struct dependence_cells c = {all + starts[object], starts[object + 1] - starts[object], 0};
    if (c.count)
        c.accesses = c.cells[c.count - 1].end - c.cells[0].first; // less those of the other sort between them
    return c;
}

// How an object's reads and writes are linked, from the most exact way to the one that is linear in their
// number.
enum dependence_links { LINK_ACCESSES, LINK_CELLS, LINK_OBJECTS };

static enum dependence_links choose_links(const struct dependence_memory *m,
                                          const struct dependence_cells *reads,
                                          const struct dependence_cells *writes)
{
    uint64_t most = LINKS_OF_ACCESS * (reads->accesses + writes->accesses + LINKS_OF_ACCESS), cells = 0,
             links = 0;
    if ((uint64_t)reads->count * writes->count > (uint64_t)CELLS_OF_OBJECT * CELLS_OF_OBJECT)
        return LINK_OBJECTS;
    for (uint32_t r = 0; r < reads->count && cells <= most; r++)
        for (uint32_t w = 0; w < writes->count; w++)
            if (dependence_cells_overlap(m, &reads->cells[r], &writes->cells[w])) {
                uint64_t pairs = pairs_of(&reads->cells[r], &writes->cells[w]);
                links += pairs > PAIRS_OF_CELLS ? 1 : pairs;
                cells++;
            }
    return links <= most ? LINK_ACCESSES : cells <= most ? LINK_CELLS : LINK_OBJECTS;
}

// All reads of a kind meet in a node, all writes of a kind in another.
static void link_all(struct dependence_memory *m, const struct dependence_cells *reads,
                     const struct dependence_cells *writes)
{
    uint32_t nodes[ACCESS_KIND_COUNT];
    struct dependence_access sample[2] = {0};
    for (uint32_t kind = 0; kind < ACCESS_KIND_COUNT; kind++)
        nodes[kind] = NO_NODE;
    for (uint32_t w = 0; w < writes->count; w++) {
        const struct dependence_access *write = &m->accesses.data[writes->cells[w].first];
        if (nodes[write->kind] == NO_NODE)
            nodes[write->kind] = dependence_new_node(m->b);
        dependence_add(m->b, nodes[write->kind],
                       cell_write_node(m, &writes->cells[w], kind_of_access(write->kind)),
                       kind_of_access(write->kind));
    }
    for (uint32_t read_kind = 0; read_kind < ACCESS_KIND_COUNT; read_kind++) {
        uint32_t node = NO_NODE;
        sample[0].kind = (uint8_t)read_kind;
        for (uint32_t r = 0; r < reads->count; r++) {
            if (m->accesses.data[reads->cells[r].first].kind != read_kind)
                continue;
            node = node == NO_NODE ? dependence_new_node(m->b) : node;
            dependence_add(m->b, cell_read_node(m, &reads->cells[r], kind_of_access(sample[0].kind)), node,
                           kind_of_access(sample[0].kind));
        }
        for (uint32_t kind = 0; node != NO_NODE && kind < ACCESS_KIND_COUNT; kind++) {
            sample[1].kind = (uint8_t)kind;
            dependence_add(m->b, node, nodes[kind], dependence_kind_of(&sample[0], &sample[1]));
        }
    }
}

// All reads of one object against all writes of another (or the same).
static void link_objects(struct dependence_memory *m, uint32_t read_object, uint32_t write_object)
{
    if (!m->reads.data || !m->writes.data)
        return;
    struct dependence_cells reads = cells_of(m->reads.data, m->read_starts, read_object);
    struct dependence_cells writes = cells_of(m->writes.data, m->write_starts, write_object);
    if (!reads.count || !writes.count)
        return;
    bool alone = read_object == write_object && threads_confined(m->b->d->threads, read_object);
    enum dependence_links links = choose_links(m, &reads, &writes);
    if (links == LINK_OBJECTS) {
        link_all(m, &reads, &writes);
        return;
    }
    for (uint32_t r = 0; r < reads.count; r++)
        for (uint32_t w = 0; w < writes.count; w++) {
            if (!dependence_cells_overlap(m, &reads.cells[r], &writes.cells[w]))
                continue;
            if (links == LINK_CELLS)
                link_nodes(m, &reads.cells[r], &writes.cells[w]);
            else
                link_cells(m, &reads.cells[r], &writes.cells[w], alone);
        }
}

void dependence_build_memory(struct dependence_build *b)
{
    struct dependence_memory m = {.b = b};
    uint32_t objects = points_to_object_count(b->d->calls->points_to);
    collect_memory_accesses(&m);
    make_cells(&m);
    for (uint32_t o = 0; o < objects; o++) {
        link_objects(&m, o, o);
        if (o) { // object 0 stands for every other one
            link_objects(&m, 0, o);
            link_objects(&m, o, 0);
        }
    }
    vector_free(&m.commons);
    vector_free(&m.accesses);
    vector_free(&m.reads);
    vector_free(&m.writes);
    memory_free(m.read_starts);
    memory_free(m.write_starts);
}
