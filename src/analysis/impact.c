#include "analysis/impact.h"

#include "analysis/analyses.h"

struct finding {
    const struct difference *difference;
    struct impact *impact;
};

static const struct program *program_of(const struct finding *f, enum version version)
{
    return matching_program(f->difference->matching, version);
}

// ---- the changes

// A thread that comes to the instruction, or not: calls and returns ask for that.
static void add_reached_code(const struct finding *f, enum version version, uint32_t code)
{
    const struct dependence *d = f->impact->dependences[version];
    slice_add_node(f->impact->affected[version], dependence_reached(d, code), NO_NODE, DEPENDENCE_CONTROL);
}

static void add_changed_code(const struct finding *f, enum version version, uint32_t code)
{
    enum change change = f->difference->codes[version][code];
    if (bit_array_has(f->difference->displaced[version], code)) {
        slice_add(f->impact->affected[version], code, SLICE_WHOLE);
        add_reached_code(f, version, code);
    }
    if (change == CHANGE_NONE)
        return;
    slice_add(f->impact->affected[version], code, SLICE_WHOLE);
    if (change != CHANGE_REDEFINED)
        slice_add(f->impact->affecting[version], code, SLICE_WHOLE);
}

// Who reads a global that begins with another content, or ends elsewhere.
static void add_readers(const struct finding *f, enum version version)
{
    const struct program *p = program_of(f, version);
    struct points_to *pt = analyses_points_to(p);
    for (uint32_t code = 0; code < p->code_count; code = code_next(p, code)) {
        struct access_cursor c = {.list = points_to_accesses(pt, code)};
        for (const struct points_to_access *a; (a = access_next(&c));) {
            const struct abstract_object *o = points_to_object(pt, a->place.object);
            bool global = o->kind == ABSTRACT_GLOBAL || o->kind == ABSTRACT_THREAD_LOCAL;
            if (o->kind == ABSTRACT_UNKNOWN || (global && f->difference->globals[version][o->index]))
                slice_add(f->impact->affected[version], code, SLICE_WHOLE);
        }
    }
}

static void add_version_changes(const struct finding *f, enum version version)
{
    const struct program *p = program_of(f, version);
    const struct calls *calls = analyses_calls(p);
    bool globals = false;
    for (uint32_t code = 0; code < p->code_count; code = code_next(p, code))
        if (calls->flows[calls->function_of[code]])
            add_changed_code(f, version, code);
    for (uint32_t g = 0; g < p->globals_count; g++)
        globals |= f->difference->globals[version][g] != CHANGE_NONE;
    if (globals)
        add_readers(f, version);
}

// ---- closures

// Accesses depend on a call that releases heap memory (DEPENDENCE_RELEASE), which slices follow by themselves
// only where a property asks: that the frames of functions end is no news to anybody.
static void add_users(const struct finding *f, enum version version, uint32_t code, uint64_t *seen)
{
    const struct dependence *d = f->impact->dependences[version];
    VECTOR(uint32_t) open = {0};
    vector_push(&open, code);
    while (open.size) {
        uint32_t node = vector_pop(&open);
        if (!bit_array_add(seen, node))
            continue;
        for (uint32_t k = d->serves.starts[node]; k < d->serves.starts[node + 1]; k++) {
            struct dependence_edge e = d->serves.edges[k];
            if (e.kind != DEPENDENCE_RELEASE)
                continue;
            slice_add_node(f->impact->affected[version], e.node, node, DEPENDENCE_RELEASE);
            if (e.node >= d->program->code_count)
                vector_push(&open, e.node);
        }
    }
    vector_free(&open);
}

static void close_forward(const struct finding *f, enum version version)
{
    const struct calls *calls = analyses_calls(program_of(f, version));
    struct slice *slice = f->impact->affected[version];
    uint64_t *seen = bit_array_new(f->impact->dependences[version]->nodes.count);
    for (uint32_t before = NO_NODE; before != slice->order.size;) {
        before = slice->order.size;
        slice_close(slice, SLICE_FORWARD);
        for (uint32_t k = 0; k < calls->site_count; k++)
            if (calls->sites[k].facts & FACT_FREES && slice_contains(slice, calls->sites[k].code))
                add_users(f, version, calls->sites[k].code, seen);
    }
    memory_free(seen);
}

// The first members of one version's slice have counterparts in the other one's.
static void carry_members(const struct finding *f, struct slice *const slices[VERSION_COUNT],
                          enum version from, uint32_t count)
{
    const struct matching *m = f->difference->matching;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t node = slices[from]->order.data[k];
        uint32_t other = node < program_of(f, from)->code_count ? m->codes[from][node] : NO_CODE;
        if (other != NO_CODE)
            slice_add_node(slices[!from], other, NO_NODE, DEPENDENCE_DATA);
    }
}

// What one version's changes reach there goes on in the other one, once: from there on it would be the other
// version's changes that reach it.
static void close_both_slices(const struct finding *f, struct slice *const slices[VERSION_COUNT],
                              void (*close)(const struct finding *f, enum version version))
{
    close(f, VERSION_OLD);
    close(f, VERSION_NEW);
    uint32_t own = slices[VERSION_NEW]->order.size;
    carry_members(f, slices, VERSION_OLD, slices[VERSION_OLD]->order.size);
    carry_members(f, slices, VERSION_NEW, own);
    close(f, VERSION_OLD);
    close(f, VERSION_NEW);
}

static void close_affecting(const struct finding *f, enum version version)
{
    slice_close(f->impact->affecting[version], SLICE_BACKWARD);
}

struct impact *impact_compute(const struct difference *difference)
{
    struct impact *impact = memory_zalloc(1, sizeof *impact);
    struct finding f = {difference, impact};
    for (uint32_t v = 0; v < VERSION_COUNT; v++) {
        impact->dependences[v] = dependence_compute_ordered(analyses_threads(program_of(&f, v)));
        impact->affected[v] = slice_new(impact->dependences[v]);
        impact->affecting[v] = slice_new(impact->dependences[v]);
        slice_follow(impact->affected[v], DEPENDENCE_ORDERED);
        slice_follow(impact->affecting[v], DEPENDENCE_ORDERED);
        add_version_changes(&f, v);
    }
    close_both_slices(&f, impact->affected, close_forward);
    close_both_slices(&f, impact->affecting, close_affecting);
    return impact;
}

void impact_free(struct impact *impact)
{
    if (!impact)
        return;
    for (uint32_t v = 0; v < VERSION_COUNT; v++) {
        slice_free(impact->affected[v]);
        slice_free(impact->affecting[v]);
        dependence_free(impact->dependences[v]);
    }
    memory_free(impact);
}
