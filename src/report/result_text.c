// The result for people: what failed and where, the inputs, the schedule, a summary.
#include "base/memory.h"
#include "machine/describe.h"
#include "report/inputs_text.h"
#include "report/origins_text.h"
#include "report/result.h"
#include "report/schedule_text.h"
#include "report/story.h"
#include "report/style.h"
#include "report/value_text.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

enum { REMARKS_SHOWN = 10, FRAMES_SHOWN = 12, OUTPUT_SHOWN = 16384 };

struct writer {
    struct result *result;
    struct buffer out;
    struct style style;
    unsigned columns;
};

static void print_place(struct writer *w, struct source_place place)
{
    if (place.file[0] && place.line)
        buffer_print(&w->out, "%s:%u", place.file, place.line);
    else if (place.function[0])
        buffer_print(&w->out, "%s", place.function);
    else
        buffer_print(&w->out, "unknown place");
}

static void print_title(struct writer *w, const char *title)
{
    buffer_print(&w->out, "\n%s%s%s\n", w->style.strong, title, w->style.end);
}

// The line where it failed with two before it.
static void print_quote(struct writer *w, struct source_place place)
{
    uint32_t first = place.line > 2 ? place.line - 2 : 1;
    if (!sources_whole_line(&w->result->sources, place.file, place.line))
        return;
    buffer_print(&w->out, "\n");
    for (uint32_t line = first; line <= place.line; line++) {
        const char *text = sources_whole_line(&w->result->sources, place.file, line);
        bool here = line == place.line;
        buffer_print(&w->out, "%s%s %5u |%s%s%s\n", here ? w->style.strong : "", here ? "  >" : "   ", line,
                     text[0] ? " " : "", text, here ? w->style.end : "");
    }
}

static void print_frames(struct writer *w, const uint32_t *stack, uint32_t depth)
{
    const struct program *program = w->result->program;
    uint32_t shown = 0;
    for (uint32_t i = 0; i < depth; i++) {
        struct source_place place = place_of(program, stack[i]);
        if (!place_shows_frame(program, stack, depth, i) || shown++ >= FRAMES_SHOWN)
            continue;
        buffer_print(&w->out, "  #%u %s", shown - 1, place.function);
        if (place.runtime)
            buffer_print(&w->out, "  (heddle's C library)\n");
        else
            buffer_print(&w->out, "  %s:%u\n", place.file, place.line);
    }
    if (shown > FRAMES_SHOWN)
        buffer_print(&w->out, "  ... %u more call%s\n", shown - FRAMES_SHOWN,
                     shown == FRAMES_SHOWN + 1 ? "" : "s");
}

// One of the accesses of a data race, or of an atomicity violation: its line, and how it came there.
static void print_access(struct writer *w, const struct exploration_violation *violation, uint32_t i)
{
    static const char *const ordinals[] = {"First", "Second", "Third"};
    const struct violation_access *access = &violation->accesses.data[i];
    const char *thread =
        access->thread < violation->thread_names.size ? violation->thread_names.data[access->thread] : "main";
    char *title =
        memory_format("%s access: %s by %s", ordinals[i < 3 ? i : 2], result_access_kind(access), thread);
    print_title(w, title);
    memory_free(title);
    print_frames(w, access->stack.data, access->stack.size);
}

static void print_stack(struct writer *w, const struct exploration_violation *violation)
{
    for (uint32_t i = 0; i < violation->accesses.size; i++)
        print_access(w, violation, i);
    if (violation->accesses.size > 0 || violation->stack.size < 2) // the place says it already
        return;
    print_title(w, "Call stack");
    print_frames(w, violation->stack.data, violation->stack.size);
}

static void print_inputs(struct writer *w, const struct exploration_violation *violation)
{
    struct buffer lines = {0};
    inputs_print(&lines, violation);
    if (lines.bytes.size) {
        print_title(w, "Inputs");
        buffer_append(&w->out, lines.bytes.data, lines.bytes.size);
    }
    buffer_free(&lines);
}

static void print_violation_schedule(struct writer *w, const struct timeline *timeline,
                                     const struct exploration_violation *violation)
{
    struct schedule_layout layout = {
        .columns = w->columns, .full = w->result->settings->full_schedule, .style = w->style};
    if (timeline->events.size == 0)
        return;
    uint32_t switches = timeline_switches(timeline);
    buffer_print(&w->out, "\n%sSchedule%s  %u step%s, %u context switch%s%s\n", w->style.strong, w->style.end,
                 timeline->steps, timeline->steps == 1 ? "" : "s", switches, switches == 1 ? "" : "es",
                 switches ? " (marked >)" : "");
    schedule_print(&w->out, timeline, w->result->program,
                   timeline->outcome == REPLAY_CONFIRMED ? violation : NULL, &w->result->sources, &layout);
}

char *result_waits_for(const struct timeline_waiting *waiting)
{
    struct buffer out = {0};
    const char *phrase = operation_facts[waiting->kind].waiting;
    if (waiting->endless)
        phrase = "goes round a loop for ever";
    if (waiting->runs)
        phrase = "runs for ever, and does not wait,";
    if (waiting->library)
        buffer_print(&out, "waits in %s", waiting->library);
    else if (phrase)
        buffer_print(&out, "%s", phrase);
    else
        buffer_print(&out, "waits to %s", operation_name(waiting->kind));
    bool shown = waiting->kind != OPERATION_JOIN_WAIT && !waiting->library && !waiting->runs;
    if (waiting->object && shown)
        buffer_print(&out, " %s", waiting->object);
    return buffer_take(&out);
}

static void print_waiting(struct writer *w, const struct timeline *timeline)
{
    const struct program *program = w->result->program;
    if (timeline->waiting.size == 0)
        return;
    print_title(w, "Threads that wait for ever");
    for (uint32_t i = 0; i < timeline->waiting.size; i++) {
        const struct timeline_waiting *waiting = &timeline->waiting.data[i];
        buffer_print(&w->out, "  %s ", timeline_thread_name(timeline, waiting->thread));
        char *what = result_waits_for(waiting);
        buffer_print(&w->out, "%s at ", what);
        memory_free(what);
        print_place(w, place_of(program, waiting->code));
        if (waiting->holder >= 0) {
            const struct timeline_event *event = &timeline->events.data[waiting->holder];
            buffer_print(&w->out, ", held by %s since step %u (",
                         event->thread == waiting->thread ? "itself"
                                                          : timeline_thread_name(timeline, event->thread),
                         event->step + 1);
            print_place(w, place_of(program, event->code));
            buffer_print(&w->out, ")");
        }
        buffer_print(&w->out, "\n");
    }
}

static void print_output(struct writer *w)
{
    if (!w->result->settings->show_output)
        return;
    char *output = result_output(w->result);
    if (output[0])
        print_title(w, w->result->exploration->violations.size > 0 ? "Program output up to the failure"
                                                                   : "Program output of the first execution");
    size_t left = OUTPUT_SHOWN;
    for (const char *line = output; *line && left > 0;) {
        size_t length = strcspn(line, "\n");
        buffer_print(&w->out, "  ");
        buffer_append(&w->out, line, length < left ? length : left);
        buffer_print(&w->out, "\n");
        left -= length < left ? length : left;
        line += length + (line[length] == '\n');
    }
    memory_free(output);
}

// What went wrong in words, a line for each sentence, wrapped.
static void print_story(struct writer *w, uint32_t i)
{
    char *story = story_text(w->result, i);
    if (!story)
        return;
    print_title(w, "What happened");
    for (char *line = story, *end; *line; line = end + 1) {
        end = line + strcspn(line, "\n");
        *end = 0;
        buffer_print(&w->out, "  ");
        for (unsigned width = w->columns - 2; *line; width = w->columns - 4) {
            size_t length = text_line(line, width, false);
            buffer_append(&w->out, line, length);
            line += length + strspn(line + length, " ");
            buffer_print(&w->out, "%s", *line ? "\n    " : "\n");
        }
    }
    memory_free(story);
}

static void print_result_violation(struct writer *w, uint32_t i)
{
    const struct exploration_violation *violation = &w->result->exploration->violations.data[i];
    struct source_place place = result_place(w->result, i);
    const struct timeline *timeline = result_timeline(w->result, i);
    buffer_print(&w->out, "%sviolation (%s):%s %s\n  at ", w->style.bad, property_name(violation->property),
                 w->style.end, violation->message);
    print_place(w, place);
    if (place.function[0] && place.file[0])
        buffer_print(&w->out, " in %s", place.function);
    if (violation->blocked.size == 0)
        buffer_print(&w->out, ", thread %s", result_thread(w->result, i, 0));
    buffer_print(&w->out, "\n");
    print_quote(w, place);
    print_story(w, i);
    print_stack(w, violation);
    print_inputs(w, violation);
    print_violation_schedule(w, timeline, violation);
    print_waiting(w, timeline);
    if (result_witness(w->result, i))
        buffer_print(&w->out, "\nTo see it again: heddle replay %s\n", result_witness(w->result, i));
}

static void print_remark_place(struct writer *w, struct source_place place)
{
    if (!place.file[0] && !place.function[0])
        return;
    buffer_print(&w->out, ", at ");
    print_place(w, place);
}

static void print_remarks(struct writer *w)
{
    const struct exploration *exploration = w->result->exploration;
    uint32_t reasons = result_reason_count(w->result);
    if (reasons > 0)
        print_title(w, exploration->verdict == VERDICT_VIOLATION ? "Not everything was covered"
                                                                 : "Why inconclusive");
    for (uint32_t i = 0; i < reasons && i < REMARKS_SHOWN; i++) {
        struct result_reason reason = result_reason(w->result, i);
        buffer_print(&w->out, "  %s", reason.message);
        print_remark_place(w, reason.place);
        if (reason.times > 1)
            buffer_print(&w->out, " (%" PRIu64 " times)", reason.times);
        if (reason.hint)
            buffer_print(&w->out, "\n    lifted by %s", reason.hint);
        buffer_print(&w->out, "\n");
    }
    if (reasons > REMARKS_SHOWN)
        buffer_print(&w->out, "  ... %u more with --format=json\n", reasons - REMARKS_SHOWN);
    if (exploration->warnings.size > 0)
        print_title(w, "Warnings");
    for (uint32_t i = 0; i < exploration->warnings.size && i < REMARKS_SHOWN; i++) {
        const struct exploration_remark *warning = &exploration->warnings.data[i];
        buffer_print(&w->out, "  %s", warning->message);
        print_remark_place(w, place_of(w->result->program, warning->code));
        if (warning->times > 1)
            buffer_print(&w->out, " (%" PRIu64 " times)", (uint64_t)warning->times);
        buffer_print(&w->out, "\n");
    }
    if (exploration->warnings.size > REMARKS_SHOWN)
        buffer_print(&w->out, "  ... %u more with --format=json\n",
                     exploration->warnings.size - REMARKS_SHOWN);
}

// "12 executions (10 complete, 2 blocked), 345 events, 6789 instructions, 0.02 s"
static void print_summary(struct writer *w)
{
    const struct exploration_counters *counters = &w->result->exploration->counters;
    const struct {
        const char *name;
        uint64_t count;
    } outcomes[] = {{"complete", counters->complete}, {"partial", counters->partial},
                    {"blocked", counters->blocked},   {"infeasible", counters->infeasible},
                    {"bounded", counters->bounded},   {"sleep-blocked", counters->sleep_blocked}};
    uint64_t all = 0;
    for (uint32_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++)
        all += outcomes[i].count;
    buffer_print(&w->out, "\n%" PRIu64 " execution%s", all, all == 1 ? "" : "s");
    const char *separator = " (";
    for (uint32_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++) {
        if (outcomes[i].count == 0)
            continue;
        buffer_print(&w->out, "%s%" PRIu64 " %s", separator, outcomes[i].count, outcomes[i].name);
        separator = ", ";
    }
    buffer_print(&w->out, "%s", all ? ")" : "");
    if (w->result->exploration->states)
        buffer_print(&w->out, ", %" PRIu64 " states", w->result->exploration->states);
    buffer_print(&w->out, ", %" PRIu64 " events, %" PRIu64 " instructions, %.2f s (%.2f s compiling)%s\n",
                 counters->events, w->result->exploration->machine.instructions, w->result->total_seconds,
                 w->result->frontend_seconds, w->result->exploration->interrupted ? ", interrupted" : "");
}

// Why one process has explored although more were asked for.
static void print_jobs(struct writer *w)
{
    const char *why = w->result->exploration->not_parallel;
    if (why)
        buffer_print(&w->out, "one process has explored (--jobs): %s\n", why);
}

// "pruning: 1234 states looked up, 363 covered, 12 in part, 693 summaries (largest 23 parts), 0.01 s"
static void print_pruning(struct writer *w)
{
    const struct summary_statistics *n = &w->result->exploration->summaries;
    const char *not_pruned = w->result->exploration->not_pruned;
    if (not_pruned && w->result->settings->prune == PRUNE_ON)
        buffer_print(&w->out, "pruning was off: %s\n", not_pruned);
    if (n->tried == 0)
        return;
    buffer_print(&w->out, "pruning: %" PRIu64 " state%s looked up, %" PRIu64 " covered", n->tried,
                 n->tried == 1 ? "" : "s", n->hits);
    if (n->partly > 0)
        buffer_print(&w->out, ", %" PRIu64 " in part", n->partly);
    buffer_print(&w->out, ", %" PRIu64 " summar%s", n->entries, n->entries == 1 ? "y" : "ies");
    if (n->entries > 0)
        buffer_print(&w->out, " (largest %" PRIu64 " part%s)", n->largest, n->largest == 1 ? "" : "s");
    if (n->dropped > 0)
        buffer_print(&w->out, ", %" PRIu64 " dropped", n->dropped);
    buffer_print(&w->out, ", %.2f s%s\n", n->seconds,
                 w->result->settings->verify_cuts ? "; what they cover was explored all the same" : "");
}

static void print_origins(struct writer *w)
{
    if (!w->result->settings->explain)
        return;
    print_title(w, "Where executions come from");
    if (w->result->exploration->origins.size == 0)
        buffer_print(&w->out, "  nothing was counted: orders are with --por=source and optimal\n");
    origins_print(&w->out, w->result->program, w->result->exploration);
    origins_print_told_apart(&w->out, w->result->program);
}

// "2026-11-23", UTC.
static void print_day(char *text, size_t size, int64_t when)
{
    time_t moment = (time_t)when;
    struct tm parts;
    if (!gmtime_r(&moment, &parts) || !strftime(text, size, "%Y-%m-%d", &parts))
        text[0] = 0;
}

// Of the check that ended early and those before it.
static void print_resumed(struct writer *w)
{
    const struct exploration *e = w->result->exploration;
    uint64_t before = counters_executions(&e->before);
    if (e->seconds_before > 0)
        buffer_print(&w->out,
                     "earlier checks: one that ended early had explored %" PRIu64
                     " execution%s in %.2f s, which were not repeated\n",
                     before, before == 1 ? "" : "s", e->seconds_before);
    if (w->result->kept && e->bounded)
        buffer_print(&w->out, "what was explored is kept: the next check with --store goes on from there\n");
}

static void print_reuse(struct writer *w)
{
    const struct earlier_reuse *reuse = &w->result->reuse;
    char day[32];
    if (w->result->store_problem)
        buffer_print(&w->out, "%swarning:%s %s: %s\n", w->style.doubt, w->style.end,
                     reuse->kind == REUSE_NOTHING ? "the store was not used"
                                                  : "the result was not kept in the store",
                     w->result->store_problem);
    print_resumed(w);
    if (!w->result->settings->store || reuse->kind == REUSE_NOTHING) {
        if (reuse->why)
            buffer_print(&w->out, "earlier checks: none could be used: %s\n", reuse->why);
        return;
    }
    print_day(day, sizeof day, reuse->when);
    char *title = text_clean(reuse->title, false);
    buffer_print(&w->out, "earlier checks: %s %s on %s, after %" PRIu64 " execution%s in %.2f s; ", title,
                 reuse->kind == REUSE_VIOLATIONS ? "failed" : "was safe", day, reuse->executions,
                 reuse->executions == 1 ? "" : "s", reuse->seconds);
    memory_free(title);
    if (reuse->kind == REUSE_VIOLATIONS)
        buffer_print(&w->out, "it has not changed, and fails again\n");
    else if (reuse->kind == REUSE_VERDICT)
        buffer_print(&w->out, "nothing that runs has changed\n");
    else
        buffer_print(&w->out, "the change can affect %" PRIu32 " of %" PRIu32 " places\n",
                     reuse->places.count, reuse->places.all);
    const char *none = result_no_summaries(w->result);
    if (none)
        buffer_print(&w->out, "  summaries of its states are not carried over: %s\n", none);
    const struct summary_statistics *s = &w->result->exploration->summaries;
    if (s->carried + s->not_carried > 0)
        buffer_print(&w->out,
                     "  of %" PRIu64 " summaries of states, %" PRIu64 " still hold; they have cut %" PRIu64
                     " execution%s\n",
                     s->carried + s->not_carried, s->carried, s->carried_hits,
                     s->carried_hits == 1 ? "" : "s");
}

static void print_properties(struct writer *w, uint32_t properties)
{
    const char *separator = "";
    for (uint32_t i = 0; i < PROPERTY_COUNT; i++) {
        if (!(properties >> i & 1))
            continue;
        buffer_print(&w->out, "%s%s", separator, property_name((enum property)i));
        separator = ", ";
    }
}

// What nobody has named, neither to look for it nor by naming something else. Atomicity hangs on what is
// meant.
static void print_not_asked(struct writer *w)
{
    const uint32_t all = (1u << PROPERTY_COUNT) - 1;
    if (result_properties(w->result) != PROPERTIES_BY_DEFAULT)
        return;
    buffer_print(&w->out, "  (not looked for: ");
    print_properties(w, all & ~(PROPERTIES_BY_DEFAULT | 1u << PROPERTY_ATOMICITY));
    buffer_print(&w->out, "; --property=...)\n");
}

// Whether the program waits for a condition, or on a futex (by syscall, which the runtime library does for
// it).
static bool waits_for_signals(const struct program *p)
{
    for (uint32_t k = 0; k < p->code_count; k++)
        if (p->code[k].op == OP_CALL_NATIVE)
            switch (p->code[k].a) {
            case NATIVE_pthread_cond_wait:
            case NATIVE_pthread_cond_timedwait:
            case NATIVE_pthread_cond_clockwait:
            case NATIVE_cnd_wait:
            case NATIVE_cnd_timedwait:
                if (!place_of(p, k).runtime)
                    return true;
                break;
            case NATIVE___heddle_futex_wait: return true;
            default: break;
            }
    return false;
}

static void print_spurious(struct writer *w)
{
    if (!w->result->settings->spurious && waits_for_signals(w->result->program))
        buffer_print(&w->out, "  (no wait ended without a signal; --spurious)\n");
}

static void print_protected(struct writer *w, const struct protected_object *object)
{
    buffer_print(&w->out, "    %s: ", object->name);
    for (uint32_t k = 0; k < object->locks.size; k++)
        buffer_print(&w->out, "%s%s", k ? ", " : "", object->locks.data[k]);
    const char *otherwise = object->beside ? "locks that lie beside it" : "several locks, in turn";
    buffer_print(&w->out, "%s\n", object->locks.size ? "" : otherwise);
}

// Which locks protect what, where the program's text alone shows that there is no data race.
static void print_race_proof(struct writer *w)
{
    const struct race_proof *proof = w->result->race_proof;
    uint32_t shown = proof && proof->proven ? proof->objects.size : 0;
    if (!proof || !proof->proven)
        return;
    buffer_print(&w->out,
                 "  (data-race: a static proof, without executions, up to errors of other kinds%s)\n",
                 shown ? "; protected are" : "");
    for (uint32_t k = 0; k < shown && k < REMARKS_SHOWN; k++)
        print_protected(w, &proof->objects.data[k]);
    if (shown > REMARKS_SHOWN)
        buffer_print(&w->out, "    ... and %u more\n", shown - REMARKS_SHOWN);
}

static void print_check(struct writer *w)
{
    const struct exploration *exploration = w->result->exploration;
    switch (exploration->verdict) {
    case VERDICT_SAFE:
        if (exploration->vacuous) {
            buffer_print(
                &w->out,
                "%ssafe, but only up to assumptions:%s every execution comes to one that does not hold\n",
                w->style.doubt, w->style.end);
            break;
        }
        buffer_print(&w->out, "%ssafe:%s no schedule and no input violates ", w->style.good, w->style.end);
        print_properties(w, result_properties(w->result));
        buffer_print(&w->out, "%s\n",
                     exploration->stopped ? ",\n  up to errors that were not asked for" : "");
        if (exploration->nothing_to_check && w->result->reuse.kind == REUSE_NOTHING)
            buffer_print(&w->out, "  (no statement of the program can: there was nothing to check)\n");
        if (exploration->alone && w->result->reuse.kind == REUSE_NOTHING)
            buffer_print(&w->out, "  (no thread was created: there is one schedule)\n");
        print_not_asked(w);
        print_spurious(w);
        break;
    case VERDICT_INCONCLUSIVE:
        buffer_print(&w->out, "%sinconclusive:%s no violation in what was covered, but not everything was\n",
                     w->style.doubt, w->style.end);
        break;
    case VERDICT_VIOLATION: break;
    }
    print_race_proof(w);
    for (uint32_t i = 0; i < exploration->violations.size; i++) {
        if (i > 0)
            buffer_print(&w->out, "\n");
        print_result_violation(w, i);
    }
    print_output(w);
    print_remarks(w);
    print_summary(w);
    print_jobs(w);
    print_pruning(w);
    print_origins(w);
    print_reuse(w);
}

static void print_replay_result(struct writer *w)
{
    const struct timeline *timeline = result_timeline(w->result, 0);
    const struct style *style = &w->style;
    print_result_violation(w, 0);
    print_output(w);
    buffer_print(&w->out, "\n");
    switch (timeline->outcome) {
    case REPLAY_CONFIRMED:
        buffer_print(&w->out, "%sconfirmed:%s the violation happened again after %u steps\n", style->bad,
                     style->end, timeline->steps);
        break;
    case REPLAY_NOT_CONFIRMED:
        buffer_print(&w->out, "%snot confirmed:%s the execution ended without the violation%s%s\n",
                     style->good, style->end, timeline->why ? ": " : "", timeline->why ? timeline->why : "");
        break;
    case REPLAY_UNDECIDED:
        buffer_print(&w->out, "%sundecided:%s %s\n", style->doubt, style->end,
                     timeline->why ? timeline->why : "");
        break;
    case REPLAY_DIVERGED:
        buffer_print(&w->out, "%sdiverged:%s the execution took another way%s%s\n", style->doubt, style->end,
                     timeline->why ? ": " : "", timeline->why ? timeline->why : "");
        break;
    }
}

static char *take_text(struct writer *w)
{
    char *text = buffer_take(&w->out), *clean = text_clean(text, true);
    memory_free(text);
    return clean;
}

char *result_violation_text(struct result *result, uint32_t violation, unsigned columns)
{
    struct writer writer = {.result = result, .style = style_new(false), .columns = columns};
    print_result_violation(&writer, violation);
    return take_text(&writer);
}

char *result_text(struct result *result, unsigned columns, bool colour)
{
    struct writer writer = {.result = result, .style = style_new(colour), .columns = columns};
    if (!result->program && !result->ended_early)
        return memory_copy_string("");
    if (result->replayed)
        print_replay_result(&writer);
    else
        print_check(&writer);
    return take_text(&writer);
}
