#include "explore/atomicity_replay.h"

#include "machine/questions.h"

#define STACK_LIMIT 64u

// A step at one of the three places.
struct atomicity_replay_candidate {
    uint32_t region;
    struct violation_access access;
    VECTOR(struct access) touched;
};

struct atomicity_replay {
    const struct program *program;
    const struct exploration_violation *violation;
    VECTOR(struct atomicity_replay_candidate) candidates; // in their order
    bool open;                                            // the last one is being executed
    struct violation_access found[ATOMICITY_ACCESSES];
};

struct atomicity_replay *atomicity_replay_new(const struct program *program,
                                              const struct exploration_violation *violation)
{
    struct atomicity_replay *r = memory_zalloc(1, sizeof *r);
    r->program = program;
    r->violation = violation;
    return r;
}

void atomicity_replay_free(struct atomicity_replay *r)
{
    if (!r)
        return;
    for (uint32_t k = 0; k < r->candidates.size; k++) {
        vector_free(&r->candidates.data[k].access.stack);
        vector_free(&r->candidates.data[k].touched);
    }
    vector_free(&r->candidates);
    memory_free(r);
}

// ---- steps

static bool is_at(const struct violation_access *a, const struct violation_access *wanted)
{
    return a->thread == wanted->thread && a->code == wanted->code;
}

void atomicity_replay_before(struct atomicity_replay *r, struct machine *m, uint32_t thread)
{
    const struct exploration_violation *v = r->violation;
    struct violation_access a = {.thread = thread, .code = machine_position(m, thread)};
    bool wanted = false;
    for (uint32_t k = 0; k < v->accesses.size; k++)
        wanted |= is_at(&a, &v->accesses.data[k]);
    r->open = wanted && v->accesses.size == ATOMICITY_ACCESSES;
    if (!r->open)
        return;
    uint32_t stack[STACK_LIMIT], depth = machine_program_stack(m, thread, stack, STACK_LIMIT);
    for (uint32_t k = 0; k < depth; k++)
        vector_push(&a.stack, stack[k]);
    a.place = machine_user_position(m, thread);
    a.kind = machine_next(m, thread)->kind;
    vector_push(&r->candidates,
                (struct atomicity_replay_candidate){.region = machine_region(m, thread), .access = a});
}

// Whether two steps conflict; then what they have in common, by the second one's access.
static const struct access *conflicting_access(const struct atomicity_replay_candidate *first,
                                               const struct atomicity_replay_candidate *second)
{
    for (uint32_t k = 0; k < first->touched.size; k++)
        for (uint32_t n = 0; n < second->touched.size; n++) {
            const struct access *a = &first->touched.data[k], *b = &second->touched.data[n];
            if ((a->write || b->write) && access_overlap(a, b))
                return b;
        }
    return NULL;
}

// Two earlier candidates that make an atomicity violation with the last one. NULL: there are none; else the
// memory that the last two have in common.
static const struct access *find_others(const struct atomicity_replay *r,
                                        const struct atomicity_replay_candidate **local,
                                        const struct atomicity_replay_candidate **remote)
{
    const struct violation_access *wanted = r->violation->accesses.data;
    uint32_t count = r->candidates.size - 1;
    const struct atomicity_replay_candidate *last = &r->candidates.data[count];
    if (!is_at(&last->access, &wanted[2]) || !last->region || wanted[0].thread != wanted[2].thread ||
        wanted[1].thread == wanted[2].thread)
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        *local = &r->candidates.data[i];
        if (!is_at(&(*local)->access, &wanted[0]) || (*local)->region != last->region)
            continue;
        for (uint32_t k = i + 1; k < count; k++) {
            *remote = &r->candidates.data[k];
            const struct access *common = conflicting_access(*remote, last);
            if (is_at(&(*remote)->access, &wanted[1]) && conflicting_access(*local, *remote) && common)
                return common;
        }
    }
    return NULL;
}

// ---- messages

static const char *access_verb(const struct violation_access *a)
{
    return a->kind == OPERATION_UPDATE && a->write ? "updates" : a->write ? "writes" : "reads";
}

static char *atomicity_side_text(const struct atomicity_replay *r, const struct machine *m,
                                 const struct violation_access *a, bool named)
{
    const struct program *p = r->program;
    char *place = program_place_text(p, a->place);
    char *text = memory_format("%s%s%s at %s", named ? machine_thread_name(m, a->thread) : "",
                               named ? " " : "", access_verb(a), place);
    memory_free(place);
    return text;
}

static char *message_text(const struct atomicity_replay *r, const struct machine *m,
                          const struct access *common)
{
    char object[400];
    machine_describe_access(m, common->address, common->size, object, sizeof object);
    char *first = atomicity_side_text(r, m, &r->found[0], true),
         *between = atomicity_side_text(r, m, &r->found[1], true),
         *last = atomicity_side_text(r, m, &r->found[2], false);
    char *text =
        memory_format("atomicity violation on %s: %s and %s; in between %s", object, first, last, between);
    memory_free(first);
    memory_free(between);
    memory_free(last);
    return text;
}

bool atomicity_replay_after(struct atomicity_replay *r, const struct machine *m,
                            const struct violation_access **accesses, char **message)
{
    if (!r->open)
        return false;
    r->open = false;
    struct atomicity_replay_candidate *now = &vector_last(&r->candidates);
    const struct access *touched;
    uint32_t count = machine_event_accesses(m, &touched);
    for (uint32_t k = 0; k < count; k++) {
        vector_push(&now->touched, touched[k]);
        now->access.write |= touched[k].write;
        now->access.atomic |= touched[k].atomic;
        now->access.size += touched[k].size;
    }
    const struct atomicity_replay_candidate *local, *remote;
    const struct access *common = find_others(r, &local, &remote);
    if (!common)
        return false;
    r->found[0] = local->access;
    r->found[1] = remote->access;
    r->found[2] = now->access;
    *accesses = r->found;
    *message = message_text(r, m, common);
    return true;
}

// ---- confirmation

static void complete_atomicity(void *context, const struct violation_access *accesses, uint32_t count,
                               const char *message)
{
    struct exploration_violation *v = context;
    for (uint32_t i = 0; i < count && i < v->accesses.size; i++) {
        struct violation_access *to = &v->accesses.data[i];
        vector_free(&to->stack);
        *to = accesses[i];
        to->stack.data = NULL;
        to->stack.size = to->stack.capacity = 0;
        for (uint32_t k = 0; k < accesses[i].stack.size; k++)
            vector_push(&to->stack, accesses[i].stack.data[k]);
    }
    vector_clear(&v->stack);
    for (uint32_t k = 0; k < accesses[count - 1].stack.size; k++)
        vector_push(&v->stack, accesses[count - 1].stack.data[k]);
    char *copy = memory_copy_string(message);
    memory_free(v->message);
    v->message = copy;
}

enum replay_outcome atomicity_confirm(const struct program *program, const struct machine_options *options,
                                      struct exploration_violation *v, struct replay_analysis *analysis,
                                      char **why)
{
    struct replay_hooks hooks = {.context = v, .analysis = analysis, .raced = complete_atomicity};
    return replay_run(program, options, v, &hooks, why);
}
