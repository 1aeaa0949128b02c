#include "machine/pace.h"

#include "machine/await.h"
#include "machine/faint.h"
#include "machine/journal.h"
#include "machine/moment.h"
#include "machine/overwrite.h"
#include "machine/step.h"

#ifndef HEDDLE_WATCH_FIRST
#define HEDDLE_WATCH_FIRST (1u << 16) // instructions before the first moment; test builds make it small
#endif

enum {
    WATCH_SHARE = 64, // of the instructions so far
    LOOKS_BETWEEN_PAUSES = 16,
};

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

void pace_begin(const struct machine *m, struct pace *pace)
{
    pace->interrupt = m->next_interrupt - m->statistics.instructions;
    pace->watch = HEDDLE_WATCH_FIRST;
    pace->limit = await_traces(m) ? 1 : least(pace->interrupt, pace->watch);
    pace->phase = PACE_RUN;
    pace->tried = pace->faint = false;
    pace->sought = pace->counted = 0;
}

static void count_up_to(struct machine *m, struct pace *pace, uint64_t count)
{
    m->statistics.instructions += count - pace->counted;
    pace->counted = count;
}

void pace_end(struct machine *m, struct pace *pace, uint64_t count)
{
    count_up_to(m, pace, count);
    m->next_interrupt = m->statistics.instructions + (pace->interrupt > count ? pace->interrupt - count : 0);
}

// ---- loops that never end

static void remember_moment(struct machine *m, struct pace *pace, const struct instruction *i)
{
    step_save(m, i);
    pace->moment = moment_now(m);
    pace->permitted = m->state.permitted;
    pace->keys = m->state.keys;
    pace->inputs = m->current->state.inputs;
    pace->hidden = m->state.hidden;
    pace->effects = await_effects(m);
    pace->accesses = m->accesses.size;
    pace->conditions = m->path.condition.size;
    pace->overwrites = overwrite_count(m);
    pace->code = m->current->state.code;
    pace->depth = m->current->state.depth;
}

static bool leaves_out_faint(const struct machine *m, const struct pace *pace)
{
    return pace->faint || m->faint->used;
}

// Where faint values choose how often a thread goes round, it gets on while all else stays as it is.
static bool may_watch(struct machine *m, const struct pace *pace, const struct instruction *i)
{
    if (!leaves_out_faint(m, pace))
        return true;
    step_save(m, i);
    return !faint_passes_time(m, m->current);
}

static void watch(struct machine *m, struct pace *pace, const struct instruction *i, uint64_t count)
{
    if (!may_watch(m, pace, i)) {
        pace->sought = pace->sought ? pace->sought : count;
        bool seeks = count - pace->sought <= count / WATCH_SHARE;
        pace->watch = seeks ? count + 1 : 2 * count;
        pace->sought = seeks ? pace->sought : 0;
        return;
    }
    pace->sought = 0;
    pace->phase = PACE_WATCH;
    pace->watch_end = count + count / WATCH_SHARE;
    pace->watch = 2 * count;
    remember_moment(m, pace, i);
}

static bool stands_at(const struct machine *m, const struct instruction *i, uint32_t code, uint32_t depth)
{
    return (uint32_t)(i - m->code) == code && m->current->state.depth == depth;
}

static bool same_thread_and_memory(struct machine *m, const struct pace *pace)
{
    bool used = m->faint->used;
    m->faint->used |= pace->faint;
    bool same = moment_same_thread(m, m->current, &pace->moment) && moment_same_memory(m, &pace->moment);
    m->faint->used = used;
    return same;
}

// Hidden operations (relevance.h) may find something else another time; so may a replay, which decides on the
// values of inputs without leaving a condition behind.
static bool same_paced_state(struct machine *m, const struct pace *pace)
{
    return await_effects(m) == pace->effects && m->accesses.size == pace->accesses &&
           m->state.hidden == pace->hidden && m->path.condition.size == pace->conditions &&
           overwrite_count(m) == pace->overwrites && m->state.keys == pace->keys &&
           m->current->state.inputs == pace->inputs && m->state.permitted == pace->permitted &&
           same_thread_and_memory(m, pace);
}

static void note_loop(const struct machine *m, struct pace *pace, uint32_t code)
{
    if (endless_asked(m))
        loop_seen_add(m, &pace->seen, code, m->current->state.depth);
}

static void begin_measuring(struct machine *m, struct pace *pace)
{
    if (journal_wanted(m) && !m->speculating)
        moment_journal(m, m->current, &pace->moment, false);
    pace->phase = PACE_MEASURE;
    pace->first_code = pace->code;
    pace->first_depth = pace->depth;
    pace->seen = (struct loop_seen){.depth = 0};
    note_loop(m, pace, pace->code);
}

static const struct instruction *end_endless(struct machine *m, const struct pace *pace,
                                             const struct instruction *i)
{
    step_save(m, i);
    thread_change(m, m->current)->loop = pace->seen.loop;
    return step_end(m, THREAD_ENDLESS);
}

// The loop ends, or its rounds are longer; or it changes something each time, which may be faint. A thread
// that pauses longer with each look may have come back to what it looks at: that is for all to know. True: it
// has been learnt.
static bool leave_out_faint(struct machine *m, struct pace *pace, uint64_t count)
{
    if (pace->tried || !faint_is_time_alone(m, count))
        return false;
    pace->tried = true;
    pace->faint = faint_begin(m);
    return m->current->state.looks >= LOOKS_BETWEEN_PAUSES && faint_learn(m);
}

// What the thread is best said to be in: 2, an instruction with a line that people can be shown; 0, one that
// only some rounds execute, as faint values have it.
static unsigned code_rank(const struct machine *m, const struct pace *pace, uint32_t code)
{
    if (leaves_out_faint(m, pace) && faint_may_choose(m, code))
        return 0;
    return code < m->program->code_count && m->program->locations[m->program->location_of[code]].line ? 2 : 1;
}

static void measure(const struct machine *m, struct pace *pace, const struct instruction *i)
{
    uint32_t depth = m->current->state.depth, code = (uint32_t)(i - m->code);
    unsigned own = code_rank(m, pace, code), first = code_rank(m, pace, pace->first_code);
    note_loop(m, pace, code);
    bool before = depth < pace->first_depth || (depth == pace->first_depth && code < pace->first_code);
    if (own > first || (own == first && before)) {
        pace->first_depth = depth;
        pace->first_code = code;
    }
}

static const struct instruction *watched(struct machine *m, struct pace *pace, const struct instruction *i,
                                         uint64_t count)
{
    bool back = stands_at(m, i, pace->code, pace->depth);
    if (back) {
        step_save(m, i); // which registers can still be read depends on where the thread stands
        back = same_paced_state(m, pace);
    }
    if (pace->phase == PACE_WATCH && back)
        begin_measuring(m, pace);
    else if (pace->phase == PACE_WATCH && m->current->state.depth < pace->depth)
        remember_moment(m, pace, i); // the call was part of the loop: its variables are others the next time
    else if (pace->phase == PACE_WATCH && count >= pace->watch_end)
        pace->phase = PACE_RUN;
    else if (pace->phase == PACE_MEASURE && back)
        pace->phase = PACE_LEAVE;
    else if (pace->phase == PACE_MEASURE)
        measure(m, pace, i);
    bool first = pace->phase == PACE_LEAVE && stands_at(m, i, pace->first_code, pace->first_depth);
    return first ? end_endless(m, pace, i) : i;
}

// ---- interruptions

const struct instruction *pace_pause(struct machine *m, struct pace *pace, const struct instruction *i,
                                     uint64_t count)
{
    pace->limit = count + 1;
    if (await_traces(m))
        await_trace(m, (uint32_t)(i - m->code));
    if (pace->phase == PACE_WATCH && count < pace->interrupt && count < pace->watch_end &&
        (uint32_t)(i - m->code) != pace->code && m->current->state.depth >= pace->depth)
        return i; // nothing to see: most instructions that are watched
    if (count >= pace->interrupt) {
        pace->interrupt += STEP_INTERRUPT_INTERVAL;
        count_up_to(m, pace, count); // who asks may measure work, and this run may have no end
        step_save(m, i);             // who asks may look where the thread stands
        if (m->hooks.interrupt && m->hooks.interrupt(m->hooks.context))
            return step_stop(m, STEP_INTERRUPTED);
    }
    if (pace->phase != PACE_RUN)
        i = watched(m, pace, i, count);
    else if (leave_out_faint(m, pace, count))
        return NULL;
    else if (count >= pace->watch)
        watch(m, pace, i, count);
    bool each = pace->phase != PACE_RUN || await_traces(m);
    pace->limit = each ? count + 1 : least(pace->interrupt, pace->watch);
    return i;
}
