#include "analysis/race_proof.h"

#include "analysis/analyses.h"
#include "analysis/race_accesses.h"
#include "base/bit_array.h"
#include "base/rules.h"
#include "program/type_path.h"

#include <stdio.h>

// Pairs of accesses that are looked at, at most: a program with more is explored.
enum { MOST_PAIRS = 2000000 };

struct proving {
    struct threads *threads;
    struct points_to *points_to;
    const struct held_locks *held;
    struct race_accesses accesses;
    uint64_t pairs;
    struct race_proof *proof;
    uint64_t common[LOCK_WORDS]; // of the object at hand: locks that all pairs have in common
    bool guarded, beside;        // by some lock; some pair only by locks that lie beside what it accesses
};

// ---- for people

static const char *object_variable(const struct program *program, const struct abstract_object *o,
                                   uint32_t *type)
{
    switch (o->kind) {
    case ABSTRACT_GLOBAL:
    case ABSTRACT_THREAD_LOCAL:
        *type = program->globals[o->index].type;
        return program_string(program, program->globals[o->index].name);
    case ABSTRACT_STACK:
        *type = program->sites[o->index].type;
        return program_string(program, program->sites[o->index].name);
    default: *type = 0; return "";
    }
}

static char *name_of_object(const struct program *program, const struct abstract_object *o)
{
    uint32_t type;
    const char *name = object_variable(program, o, &type);
    if (name[0])
        return memory_copy_string(name);
    if (o->kind == ABSTRACT_UNKNOWN)
        return memory_copy_string("memory at an address that may be any");
    if (o->kind != ABSTRACT_HEAP)
        return memory_copy_string("a variable");
    char *place = program_place_text(program, o->index);
    char *text = memory_format("memory allocated at %s", place);
    memory_free(place);
    return text;
}

static char *describe_race(const struct proving *p, const struct race_access *a, const struct race_access *b)
{
    char *first = program_place_text(p->threads->program, a->code);
    char *second = program_place_text(p->threads->program, b->code);
    char *name = name_of_object(p->threads->program, points_to_object(p->points_to, a->what.place.object));
    char *text =
        memory_format("nothing in the text orders two accesses to %s, at %s and at %s", name, first, second);
    memory_free(name);
    memory_free(first);
    memory_free(second);
    return text;
}

// ---- pairs

// Whether that thread may make the access: the end of variables is that of its own functions.
static bool may_make_access(const struct proving *p, uint32_t thread, const struct race_access *a)
{
    const struct abstract_object *o = points_to_object(p->points_to, a->what.place.object);
    if (!threads_runs(p->threads, thread, a->code))
        return false;
    if (!a->ends_frame || o->kind != ABSTRACT_STACK)
        return true;
    return bit_array_has(p->threads->threads[thread].functions,
                         p->threads->program->sites[o->index].function);
}

static bool may_be_parallel(const struct proving *p, const struct race_access *a, const struct race_access *b)
{
    struct threads *t = p->threads;
    for (uint32_t i = 0; i < t->count; i++) {
        for (uint32_t j = 0; may_make_access(p, i, a) && j < t->count; j++) {
            bool one_thread = i == j && !t->threads[i].many;
            if (one_thread || !may_make_access(p, j, b))
                continue;
            if (!threads_ordered(t, i, a->code, j, b->code) && !threads_ordered(t, j, b->code, i, a->code))
                return true;
        }
    }
    return false;
}

static bool is_atomic_access(const struct points_to_access *a)
{
    return a->atomic || a->kind == ACCESS_SYNC;
}

static bool may_conflict(const struct race_access *a, const struct race_access *b)
{
    const struct points_to_access *x = &a->what, *y = &b->what;
    bool writes = x->write || y->write;
    // Each thread ends its own variables: never the same.
    bool apart = a->ends_frame && b->ends_frame;
    bool atomic = is_atomic_access(x) && is_atomic_access(y);
    if (!rule_holds(RULE_PROOF_ATOMIC))
        atomic = is_atomic_access(x) || is_atomic_access(y);
    return writes && !apart && !atomic && places_overlap(&x->place, x->size, &y->place, y->size);
}

// Notes the locks of a pair that may be one race but for them. False: there is none.
static bool pair_is_guarded(struct proving *p, const struct race_access *a, const struct race_access *b)
{
    uint64_t common[LOCK_WORDS] = {0};
    const struct relative_lock_list *relative = p->accesses.relative.data;
    bool named = lock_sets_exclude(&a->locks, &b->locks, common);
    if (!named && !relative_locks_exclude(&relative[a->relative], &a->what.place, a->what.size,
                                          &relative[b->relative], &b->what.place, b->what.size))
        return false;
    p->beside |= !named;
    for (unsigned k = 0; k < LOCK_WORDS; k++)
        p->common[k] = p->guarded ? p->common[k] & common[k] : common[k];
    p->guarded = true;
    return true;
}

static bool pair_is_safe(struct proving *p, const struct race_access *a, const struct race_access *b)
{
    if (!may_conflict(a, b))
        return true;
    if (p->pairs++ > MOST_PAIRS) {
        p->proof->why_not = memory_copy_string("there are too many pairs of accesses");
        return false;
    }
    if (pair_is_guarded(p, a, b) || !may_be_parallel(p, a, b))
        return true;
    p->proof->why_not = describe_race(p, a, b);
    p->proof->code = a->code;
    return false;
}

// Whether none of the one object's accesses races with one of the other's.
static bool objects_are_safe(struct proving *p, uint32_t first, uint32_t second)
{
    const struct race_access *all = p->accesses.all.data;
    const uint32_t *starts = p->accesses.starts;
    for (uint32_t i = starts[first]; i < starts[first + 1]; i++)
        for (uint32_t j = first == second ? i : starts[second]; j < starts[second + 1]; j++)
            if (!pair_is_safe(p, &all[i], &all[j]))
                return false;
    return true;
}

// ---- what is protected

static char *name_of_lock(const struct proving *p, uint32_t lock)
{
    static const char *const families[] = {[LOCK_MUTEX] = "mutex",
                                           [LOCK_READ_WRITE] = "rwlock",
                                           [LOCK_SPIN] = "spin lock",
                                           [LOCK_SEMAPHORE] = "semaphore"};
    const struct held_lock *l = held_locks_lock(p->held, lock);
    const struct program *program = p->threads->program;
    const struct abstract_object *o = points_to_object(p->points_to, l->object);
    char path[256] = "";
    uint32_t type;
    if (l->family == LOCK_SECTION)
        return memory_copy_string("atomic sections");
    if (object_variable(program, o, &type)[0] && type)
        type_path(program, type, (uint64_t)l->offset, l->size, path, sizeof path);
    else if (l->offset)
        snprintf(path, sizeof path, "+%lld", (long long)l->offset);
    char *name = name_of_object(program, o);
    char *text = memory_format("%s %s%s", families[l->family], name, path);
    memory_free(name);
    return text;
}

static bool is_of_runtime(const struct program *program, const struct abstract_object *o)
{
    return o->flags & ABSTRACT_RUNTIME ||
           (o->kind == ABSTRACT_GLOBAL && program->globals[o->index].flags & GLOBAL_RUNTIME);
}

static void note_protected(struct proving *p, uint32_t object)
{
    const struct abstract_object *o = points_to_object(p->points_to, object);
    const struct program *program = p->threads->program;
    if (!p->guarded || object == 0 || is_of_runtime(program, o))
        return;
    struct protected_object entry = {.name = name_of_object(program, o), .beside = p->beside};
    for (uint32_t k = 0; k < held_locks_count(p->held); k++)
        if (bit_array_has(p->common, k))
            vector_push(&entry.locks, name_of_lock(p, k));
    vector_push(&p->proof->objects, entry);
}

// ---- the proof

static bool prove(struct proving *p)
{
    uint32_t count = points_to_object_count(p->points_to);
    for (uint32_t o = 0; o < count; o++) {
        p->guarded = p->beside = false;
        // Object 0 is what is not known, and may be any.
        if (!objects_are_safe(p, o, o) || (o && !objects_are_safe(p, o, 0)))
            return false;
        note_protected(p, o);
    }
    return true;
}

static void free_objects(struct race_proof *proof)
{
    for (uint32_t k = 0; k < proof->objects.size; k++) {
        struct protected_object *o = &proof->objects.data[k];
        memory_free(o->name);
        for (uint32_t i = 0; i < o->locks.size; i++)
            memory_free(o->locks.data[i]);
        vector_free(&o->locks);
    }
    vector_free(&proof->objects);
}

struct race_proof *race_proof_try(const struct program *program)
{
    struct race_proof *proof = memory_zalloc(1, sizeof *proof);
    struct threads *threads = analyses_threads(program);
    struct proving p = {.threads = threads, .points_to = threads->calls->points_to, .proof = proof};
    proof->why_not = race_obstacle_find(threads, &proof->code);
    if (proof->why_not)
        return proof;
    struct held_locks *held = held_locks_compute(threads);
    p.held = held;
    struct forms *forms = forms_new(threads->calls);
    struct relative_locks *relative = relative_locks_compute(threads, forms, held);
    race_accesses_collect(threads, held, relative, &p.accesses);
    proof->proven = prove(&p);
    if (!proof->proven)
        free_objects(proof);
    race_accesses_free(&p.accesses);
    relative_locks_free(relative);
    forms_free(forms);
    held_locks_free(held);
    return proof;
}

void race_proof_free(struct race_proof *proof)
{
    if (!proof)
        return;
    free_objects(proof);
    memory_free(proof->why_not);
    memory_free(proof);
}
