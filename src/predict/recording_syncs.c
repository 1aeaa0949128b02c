#include "predict/recording_syncs.h"

// Posts and rounds of a life that have variables of their own; there may be no more.
enum { STAGES_MOST = 1 << 20 };

enum sync_kind { SYNC_NEW, SYNC_SEMAPHORE, SYNC_BARRIER };

struct sync_object {
    uint64_t key;   // address + 1
    uint32_t life;  // 0: it was not set up
    uint32_t count; // with which it was set up
    enum sync_kind kind;
    uint32_t posts, waits; // of a semaphore so far; posts: arrivals at a barrier
};

struct sync_round {
    uint64_t key;
    uint32_t left, serial; // how many have left it, and as its serial thread
};

struct sync_arrival {
    uint64_t key;
    uint32_t round; // + 1; 0: the thread has left
};

struct sync_bad {
    uint64_t key; // the life
};

static void spoil(struct recording_syncs *syncs, const struct sync_object *o)
{
    if (!syncs->judged && o->life)
        keyed_add(&syncs->bad, sizeof(struct sync_bad), o->life);
}

// It is an object of that kind, and has been from the beginning of its life.
static bool is_of_kind(struct sync_object *o, enum sync_kind kind)
{
    if (o->kind == SYNC_NEW)
        o->kind = kind;
    return o->kind == kind;
}

static struct recording_stage stage_of_object(const struct sync_object *o, uint32_t number)
{
    return (struct recording_stage){o->life, number};
}

// ---- semaphores

static bool post_semaphore(struct sync_object *o, struct recording_moment *moment)
{
    moment->writes = true;
    moment->stage = stage_of_object(o, o->posts++);
    return is_of_kind(o, SYNC_SEMAPHORE) && o->posts <= STAGES_MOST;
}

static bool wait_on_semaphore(struct sync_object *o, struct recording_moment *moment)
{
    uint32_t number = o->waits++;
    moment->reads = number >= o->count;
    moment->stage = stage_of_object(o, moment->reads ? number - o->count : 0);
    return is_of_kind(o, SYNC_SEMAPHORE) && (!moment->reads || moment->stage.number < o->posts);
}

// ---- barriers

static struct sync_arrival *arrival_of(struct recording_syncs *syncs, const struct sync_object *o,
                                       uint32_t thread)
{
    return keyed_add(&syncs->arrived, sizeof(struct sync_arrival), (uint64_t)o->life << 32 | thread);
}

static bool arrive_at_barrier(struct recording_syncs *syncs, struct sync_object *o, uint32_t thread,
                              struct recording_moment *moment)
{
    if (!is_of_kind(o, SYNC_BARRIER) || !o->count || o->posts == STAGES_MOST)
        return false;
    uint32_t number = o->posts++, round = number / o->count;
    struct sync_arrival *own = arrival_of(syncs, o, thread);
    bool left = !own->round;
    own->round = round + 1;
    moment->reads = moment->writes = true;
    moment->stage = stage_of_object(o, round);
    return left;
}

static bool leave_barrier(struct recording_syncs *syncs, struct sync_object *o, uint32_t thread, bool serial,
                          struct recording_moment *moment)
{
    if (!is_of_kind(o, SYNC_BARRIER) || !o->count)
        return false;
    struct sync_arrival *own = arrival_of(syncs, o, thread);
    if (!own->round)
        return false;
    uint32_t number = own->round - 1;
    own->round = 0;
    moment->reads = true;
    moment->stage = stage_of_object(o, number);
    struct sync_round *round =
        keyed_add(&syncs->rounds, sizeof(struct sync_round), recording_stage_key(moment->stage));
    round->left++;
    round->serial += serial;
    return o->posts / o->count > number && round->serial <= 1 &&
           (round->left < o->count || round->serial == 1);
}

// ---- all

static void begin_life(struct recording_syncs *syncs, struct sync_object *o, uint32_t count)
{
    *o = (struct sync_object){.key = o->key, .life = ++syncs->lives, .count = count};
}

static bool take_act(struct recording_syncs *syncs, struct sync_object *o,
                     const struct recording_event *event, uint32_t thread, struct recording_moment *moment)
{
    if (event->flags & RECORDED_TRIES)
        return false;
    switch ((enum recorded_act)event->size) {
    case ACT_POST: return post_semaphore(o, moment);
    case ACT_WAIT: return wait_on_semaphore(o, moment);
    case ACT_ARRIVE: return arrive_at_barrier(syncs, o, thread, moment);
    case ACT_LEAVE: return leave_barrier(syncs, o, thread, event->flags & RECORDED_SERIAL, moment);
    case ACT_OTHER:
    case ACT_DONE:
    case ACT_PASS:
    case ACT_REFUSED:
    case ACT_KINDS: break;
    }
    return false;
}

struct recording_moment recording_syncs_next(struct recording_syncs *syncs,
                                             const struct recording_event *event, uint32_t thread)
{
    struct sync_object *o = keyed_add(&syncs->objects, sizeof *o, event->address + 1);
    struct recording_moment moment = {0};
    if (event->kind == RECORDED_SET_UP) {
        begin_life(syncs, o, event->size);
        return moment;
    }
    if (event->kind == RECORDED_SYNCHRONISE && (event->size == ACT_DONE || event->size == ACT_PASS)) {
        moment.writes_state = event->size == ACT_DONE;
        moment.known = true;
        spoil(syncs, o);
        return moment;
    }
    bool good = event->kind == RECORDED_SYNCHRONISE && take_act(syncs, o, event, thread, &moment);
    if (!good)
        spoil(syncs, o);
    moment.known = good && o->life && !keyed_find(&syncs->bad, sizeof(struct sync_bad), o->life);
    return moment;
}

static void forget_objects(struct recording_syncs *syncs)
{
    keyed_free(&syncs->objects);
    keyed_free(&syncs->rounds);
    keyed_free(&syncs->arrived);
    syncs->lives = 0;
}

void recording_syncs_find(struct recording_syncs *syncs, const struct recording_file *file,
                          const struct recording_scan *scan, const struct recording_locks *locks)
{
    *syncs = (struct recording_syncs){0};
    for (uint32_t n = 0; n < scan->limit; n++) {
        const struct recording_event *event = scan->order.data[n];
        bool lock = event->kind == RECORDED_ACQUIRE || event->kind == RECORDED_RELEASE;
        if ((event->kind == RECORDED_SYNCHRONISE && !recording_is_refusal(event)) ||
            event->kind == RECORDED_SET_UP || (lock && !recording_is_lock(locks, event->address)))
            (void)recording_syncs_next(syncs, event, recording_thread_of(file, event));
    }
    forget_objects(syncs);
    syncs->judged = true;
}

void recording_syncs_free(struct recording_syncs *syncs)
{
    forget_objects(syncs);
    keyed_free(&syncs->bad);
}
