#include "predict/recording_certain.h"

#include "predict/recording_pins.h"
#include "predict/recording_thin.h"

// The bytes of an access that lie in a segment. False: they are not known.
bool recording_value_in(const struct recording_memory *memory, const struct recording_event *event,
                        uint32_t segment, uint64_t *value)
{
    if (event->size > 8 || event->flags & RECORDED_NO_VALUE || recording_is_numbered(event->kind))
        return false;
    uint64_t begin = memory->starts.data[segment], bytes = memory->starts.data[segment + 1] - begin;
    *value = event->more >> 8 * (begin - event->address);
    if (bytes < 8)
        *value &= ((uint64_t)1 << 8 * bytes) - 1;
    return true;
}

// ---- while events are added

// A read has found what no recorded write left. Where no outside code was at work since the access before
// that shows what was there, none of its calls wrote it.
static void note_mismatch(struct recording_build *build, const struct recording_cell *cell, bool since)
{
    build->memory->variables.data[cell->variable].flags |=
        (uint16_t)(VARIABLE_MISMATCH | (since ? VARIABLE_ANYTIME : 0));
}

// Outside code may have written there. If it has no more been called, all reads find what the first one
// found.
static void note_found(struct recording_build *build, struct recording_cell *cell, uint64_t value,
                       bool complete, uint32_t quiet)
{
    if (!complete)
        return;
    if (cell->found_known && cell->found != value)
        note_mismatch(build, cell, quiet != RECORDING_NEVER && quiet == cell->quiet);
    if (!cell->found_known)
        cell->quiet = quiet;
    cell->found_known = true;
    cell->found = value;
}

static unsigned mark_by_value(struct recording_build *build, struct recording_cell *cell, uint64_t value,
                              bool complete, uint32_t quiet, bool since)
{
    if (cell->outside != RECORDING_NONE || (cell->written && !cell->known)) {
        note_found(build, cell, value, complete, quiet);
        return 0;
    }
    if (!cell->written && !cell->first_known && complete) {
        cell->first_known = true;
        cell->first = value;
        cell->quiet = quiet;
    }
    if (!cell->written && !cell->first_known)
        return 0;
    if (value != (cell->written ? cell->value : cell->first)) {
        if (complete)
            note_mismatch(build, cell, since);
        return 0;
    }
    return cell->written ? MARK_VALUE : MARK_FIRST;
}

unsigned recording_mark_read(struct recording_build *build, struct recording_cell *cell,
                             const struct recording_event *event, uint32_t segment,
                             struct recording_span span)
{
    uint64_t value;
    bool complete = span.to <= build->scan->horizon;
    uint32_t quiet = recording_pins_quiet(build, span);
    bool since = quiet != RECORDING_NEVER && quiet == cell->quiet; // no outside code was at work since
    unsigned mark = complete ? MARK_ORDER : 0;
    if (recording_pins_library(build, span))
        mark |= MARK_LIBRARY;
    if (!recording_value_in(build->memory, event, segment, &value))
        return mark | MARK_BLIND | (since ? (unsigned)MARK_QUIET : 0);
    bool blind =
        cell->written && !cell->known && cell->outside == RECORDING_NONE; // as to what it should find
    unsigned found = mark_by_value(build, cell, value, complete, quiet, since);
    bool certain = ((found & MARK_VALUE || blind) && since) || (found & MARK_FIRST && quiet == 0);
    return mark | found | (certain ? (unsigned)MARK_QUIET : 0);
}

// ---- when all are added

static bool is_certain(unsigned variable, unsigned mark)
{
    bool quiet = mark & MARK_QUIET && !(mark & MARK_LIBRARY);
    if (recording_outside_writes(variable)) {
        if (!(variable & VARIABLE_PINNABLE))
            return false;
        if (variable & VARIABLE_RACES)
            return quiet && (mark & MARK_VALUE || (mark & MARK_FIRST && !(variable & VARIABLE_AMBIGUOUS)));
        return !(variable & VARIABLE_ANYTIME) && mark & MARK_ORDER && (quiet || mark & MARK_PIN);
    }
    return mark & MARK_VALUE || (mark & MARK_ORDER && !(variable & VARIABLE_RACES)) ||
           (mark & MARK_FIRST && !(variable & VARIABLE_AMBIGUOUS));
}

static void settle_access(struct recorded_event *event, unsigned variable, unsigned mark)
{
    if (variable & VARIABLE_SUSPECT)
        event->flags = EVENT_UNREPORTED | EVENT_UNCERTAIN; // and no part: nothing rests on it
    else if (event->kind == EVENT_READ && !is_certain(variable, mark))
        event->flags |= EVENT_UNCERTAIN;
}

void recording_build_settle(struct recording_build *build)
{
    for (uint32_t i = 0; i < build->trace->events.size; i++) {
        struct recorded_event *event = &build->trace->events.data[i];
        if (event->kind == EVENT_READ || event->kind == EVENT_WRITE) {
            unsigned variable = recording_variable_flags(build->memory, event->operand);
            if (variable & VARIABLE_MEMORY)
                settle_access(event, variable, build->marks.data[i]);
        } else if (event->kind == EVENT_ACQUIRE && recording_lock_suspect(build->memory, event->operand))
            event->flags |= EVENT_UNCERTAIN | EVENT_UNREPORTED;
    }
    recording_thin(build);
    recording_pins_insert(build);
}
