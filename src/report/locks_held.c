#include "report/locks_held.h"

#include "machine/questions.h"

struct known_lock {
    uint64_t address;
    bool spin;
    uint32_t holder; // LOCK_FREE: nobody
};

struct locks_builder {
    lock_states changes;
    VECTOR(struct known_lock) known;
};

static bool is_lock(enum operation_kind kind, bool *spin)
{
    *spin = kind == OPERATION_SPIN_LOCK || kind == OPERATION_SPIN_TRYLOCK || kind == OPERATION_SPIN_UNLOCK;
    return *spin || kind == OPERATION_MUTEX_LOCK || kind == OPERATION_MUTEX_TRYLOCK ||
           kind == OPERATION_MUTEX_UNLOCK;
}

static void locks_on_shown(void *context, const struct machine *machine,
                           const struct machine_access_shown *shown)
{
    struct locks_builder *b = context;
    struct known_lock lock = {.address = shown->address, .holder = LOCK_FREE};
    (void)machine;
    if (!is_lock(shown->kind, &lock.spin))
        return;
    for (uint32_t i = 0; i < b->known.size; i++)
        if (b->known.data[i].address == lock.address)
            return;
    vector_push(&b->known, lock);
}

static void locks_on_stepped(void *context, uint32_t step, struct machine *machine)
{
    struct locks_builder *b = context;
    for (uint32_t i = 0; i < b->known.size; i++) {
        struct known_lock *lock = &b->known.data[i];
        uint32_t holder = machine_lock_held_by(machine, lock->address, lock->spin);
        if (holder == LOCK_UNKNOWN)
            holder = LOCK_FREE;
        if (holder == lock->holder)
            continue;
        lock->holder = holder;
        vector_push(&b->changes, (struct lock_state){step, lock->address, holder != LOCK_FREE, holder});
    }
}

lock_states locks_held(const struct program *program, const struct machine_options *options,
                       const struct exploration_violation *violation, struct replay_analysis *analysis)
{
    struct locks_builder builder = {0};
    struct replay_hooks hooks = {
        .context = &builder, .analysis = analysis, .shown = locks_on_shown, .stepped = locks_on_stepped};
    replay_run(program, options, violation, &hooks, NULL);
    vector_free(&builder.known);
    return builder.changes;
}
