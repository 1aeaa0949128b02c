#include "explore/part_result.h"

#include "explore/budget.h"
#include "explore/parallel_state.h"
#include "explore/part_above.h"
#include "explore/part_path.h"
#include "machine/describe.h"
#include "machine/questions.h"

// ---- epochs

static void add_result_threads(const struct search *s, byte_vector *to)
{
    uint32_t count = machine_thread_limit(s->machine);
    bytes_add_number(to, count);
    for (uint32_t t = 0; t < count; t++)
        bytes_add_text(to, machine_thread_name(s->machine, t));
}

static void add_result_facts(const struct search *s, byte_vector *to)
{
    uint32_t count;
    const struct learnt_fact *facts = machine_facts(s->machine, &count);
    wire_add_facts(to, facts, count);
}

// Threads of others. *alike: all that both know have the same numbers.
static void join_threads(struct search *s, struct byte_reader *from, bool *alike)
{
    *alike = true;
    for (uint32_t t = 0, count = bytes_count(from, 1); t < count && !from->damaged; t++) {
        char *name = bytes_text(from);
        from->damaged |= !machine_intern_thread(s->machine, name);
        *alike = *alike && !from->damaged && strcmp(machine_thread_name(s->machine, t), name) == 0;
        memory_free(name);
    }
}

static void add_all_facts(struct search *s, const learnt_vector *facts)
{
    for (uint32_t k = 0; k < facts->size; k++)
        machine_add_fact(s->machine, facts->data[k]);
}

void part_write_epoch(const struct search *s, byte_vector *to)
{
    add_result_threads(s, to);
    add_result_facts(s, to);
    machine_share_seen(s->machine, to);
}

bool part_begin_epoch(struct search *s, struct byte_reader *from)
{
    bool alike;
    learnt_vector facts = {0};
    join_threads(s, from, &alike);
    wire_read_facts(from, s->program, &facts);
    if (!from->damaged)
        add_all_facts(s, &facts);
    vector_free(&facts);
    if (!from->damaged)
        machine_merge_seen(s->machine, from);
    if (from->damaged || !alike)
        return false;
    search_restart(s); // with all that
    return true;
}

// ---- results

static void add_result_numbers(const struct search *s, byte_vector *to)
{
    const struct exploration *e = s->result;
    const struct part_totals totals = {*machine_statistics(s->machine), *smt_statistics(s->smt)};
#define WRITE(name) bytes_add_number(to, e->name);
    COUNTERS(WRITE)
#undef WRITE
#define WRITE(name) bytes_add_number(to, totals.name);
    WHOLE_STATISTICS(WRITE)
#undef WRITE
    bytes_add_number(to, e->counters.max_depth);
    bytes_add_number(to, totals.machine.peak_objects);
    bytes_add_number(to, (uint64_t)(totals.solver.seconds * 1e6));
    bytes_add_number(to, s->went_round);
    bytes_add_number(to, s->failed_assumption);
    bytes_add_number(to, (uint64_t)e->stopped << 3 | (uint64_t)e->bounded << 2 |
                             (uint64_t)e->out_of_budget << 1 | e->interrupted);
}

static void add_part_wishes(const struct part_search *part, byte_vector *to)
{
    const struct search *s = part->s;
    named_threads threads = {0};
    bytes_add_number(to, s->part->points.size);
    for (uint32_t k = 0; k < s->part->points.size; k++) {
        part_name_threads(s, &s->points.data[k].enabled, &threads);
        struct thread_set places = part_places(&threads, &s->part->points.data[k].asked);
        thread_set_write(&places, to);
    }
    part_path path = {0};
    for (uint32_t k = part->rest.size; k-- > 0;)
        vector_push(&path, part->rest.data[k].last);
    part_add_path(to, &path);
    for (uint32_t k = part->rest.size; k-- > 0;)
        thread_set_write(&part->rest.data[k].threads, to);
    vector_free(&path);
    vector_free(&threads);
}

void part_write_result(const struct part_search *part, byte_vector *to)
{
    const struct search *s = part->s;
    const struct exploration *e = s->result;
    bytes_add_number(to, part->end);
    bytes_add_text(to, e->internal_error ? e->internal_error : "");
    add_result_numbers(s, to);
    wire_add_remarks(to, &e->reasons, NULL, 0);
    wire_add_remarks(to, &e->warnings, NULL, 0);
    bytes_add_number(to, e->violations.size);
    for (uint32_t k = 0; k < e->violations.size; k++)
        wire_add_violation(to, &e->violations.data[k]);
    if (part->end == PART_EXPLORED)
        add_part_wishes(part, to);
    if (part->end == PART_EXPLORED || part->end == PART_LEARNT)
        part_write_epoch(s, to);
}

// ---- reading

// A result as it was read, before anything of it is believed.
struct read_result {
    enum part_end end;
    char *error;
    struct exploration_counters counters;
    struct part_totals totals;
    uint64_t went_round;
    uint32_t failed_assumption;
    bool thread_stopped, bounded, out_of_budget, interrupted;
    remark_vector reasons, warnings;
    VECTOR(struct exploration_violation) violations;
};

static uint32_t read_result_code(struct byte_reader *from, const struct program *program)
{
    uint32_t code = (uint32_t)bytes_number_below(from, (uint64_t)NO_CODE + 1);
    from->damaged |= code != NO_CODE && code >= program->code_count;
    return code;
}

static void read_result_numbers(struct byte_reader *from, const struct program *program,
                                struct read_result *r)
{
#define READ(name) r->name = bytes_number(from);
    COUNTERS(READ)
#undef READ
#define READ(name) r->totals.name = bytes_number(from);
    WHOLE_STATISTICS(READ)
#undef READ
    r->counters.max_depth = bytes_number(from);
    r->totals.machine.peak_objects = bytes_number(from);
    r->totals.solver.seconds = (double)bytes_number(from) / 1e6;
    r->went_round = bytes_number(from);
    r->failed_assumption = read_result_code(from, program);
    uint64_t flags = bytes_number_below(from, 16);
    r->thread_stopped = flags >> 3 & 1;
    r->bounded = flags >> 2 & 1;
    r->out_of_budget = flags >> 1 & 1;
    r->interrupted = flags & 1;
}

static void check_remarks(struct byte_reader *from, const struct program *program,
                          const remark_vector *remarks)
{
    for (uint32_t k = 0; k < remarks->size; k++)
        from->damaged |= remarks->data[k].code != NO_CODE && remarks->data[k].code >= program->code_count;
}

static void read_whole_result(struct byte_reader *from, const struct program *program, struct read_result *r)
{
    r->end = (enum part_end)bytes_number_below(from, PART_END_COUNT);
    r->error = bytes_text(from);
    read_result_numbers(from, program, r);
    wire_read_remarks(from, &r->reasons);
    wire_read_remarks(from, &r->warnings);
    check_remarks(from, program, &r->reasons);
    check_remarks(from, program, &r->warnings);
    for (uint32_t k = 0, count = bytes_count(from, 16); k < count && !from->damaged; k++)
        vector_push(&r->violations, wire_read_violation(from, program));
}

// That only places of threads that there are are in it.
static void check_set(struct byte_reader *from, const struct thread_set *set, uint32_t count)
{
    from->damaged |= thread_set_next(set, count) != MACHINE_MAX_THREADS;
}

static void read_wishes(struct byte_reader *from, struct part_wishes *wishes)
{
    part_path path = {0};
    for (uint32_t k = 0, count = bytes_count(from, 1); k < count && !from->damaged; k++)
        vector_push(&wishes->asked, thread_set_read(from));
    part_read_path(from, &path);
    for (uint32_t k = 0; k < path.size && !from->damaged; k++) {
        struct part_rest rest = {.last = path.data[k], .threads = thread_set_read(from)};
        check_set(from, &rest.threads, rest.last.within_step ? 0 : rest.last.count);
        vector_push(&wishes->rest, rest);
    }
    vector_free(&path);
}

void part_free_wishes(struct part_wishes *wishes)
{
    vector_free(&wishes->rest);
    vector_free(&wishes->asked);
}

static void free_result_remarks(remark_vector *remarks)
{
    for (uint32_t k = 0; k < remarks->size; k++)
        memory_free(remarks->data[k].message);
    vector_free(remarks);
}

static void free_read(struct read_result *r)
{
    memory_free(r->error);
    free_result_remarks(&r->reasons);
    free_result_remarks(&r->warnings);
    for (uint32_t k = 0; k < r->violations.size; k++)
        exploration_free_violation(&r->violations.data[k]);
    vector_free(&r->violations);
}

// ---- taking

static void take_remarks(const remark_vector *remarks, remark_vector *to)
{
    byte_vector bytes = {0};
    wire_add_remarks(&bytes, remarks, NULL, 0);
    struct byte_reader from = bytes_reader(&bytes);
    wire_read_remarks(&from, to);
    vector_free(&bytes);
}

static void take_result_violations(struct search *s, struct read_result *r)
{
    for (uint32_t k = 0; k < r->violations.size; k++)
        search_take_violation(s, &r->violations.data[k]);
    r->violations.size = 0;
}

static void take_numbers(struct search *s, struct part_totals *totals, const struct read_result *r)
{
    struct exploration *e = s->result;
#define ADD(name) e->name += r->name;
    COUNTERS(ADD)
#undef ADD
#define ADD(name) totals->name += r->totals.name;
    WHOLE_STATISTICS(ADD)
#undef ADD
    totals->solver.seconds += r->totals.solver.seconds;
    if (r->totals.machine.peak_objects > totals->machine.peak_objects)
        totals->machine.peak_objects = r->totals.machine.peak_objects;
    if (r->counters.max_depth > e->counters.max_depth)
        e->counters.max_depth = r->counters.max_depth;
    s->went_round += r->went_round;
    if (s->failed_assumption == NO_CODE)
        s->failed_assumption = r->failed_assumption;
    e->stopped |= r->thread_stopped;
    e->bounded |= r->bounded;
    e->out_of_budget |= r->out_of_budget;
    e->interrupted |= r->interrupted;
    take_remarks(&r->reasons, &e->reasons);
    take_remarks(&r->warnings, &e->warnings);
}

static void take_error(struct search *s, struct read_result *r)
{
    if (!*r->error || s->result->internal_error)
        return;
    s->result->internal_error = r->error;
    r->error = NULL;
    s->stop = s->result->bounded = true;
}

// A part that nobody explores to its end: the verdict is never `safe`.
static enum part_news take_stop(struct search *s, const struct read_result *r)
{
    bool violation = s->result->violations.size && !s->options->all;
    if (!violation && !s->result->bounded)
        search_add_reason(s, NO_CODE,
                          r->end == PART_UNFIT
                              ? "a part of the exploration does not begin as it did when it was made"
                              : "a part of the exploration was not explored to its end");
    s->result->bounded |= !violation;
    s->stop = true;
    return PART_NEWS_STOP;
}

// False: a new epoch begins.
static bool take_seen(struct search *s, enum part_end end, struct byte_reader *from)
{
    bool alike;
    learnt_vector facts = {0};
    join_threads(s, from, &alike);
    wire_read_facts(from, s->program, &facts);
    if (alike && !from->damaged && end == PART_LEARNT)
        add_all_facts(s, &facts);
    if (alike && !from->damaged)
        machine_merge_seen(s->machine, from);
    vector_free(&facts);
    return alike && end != PART_LEARNT && !machine_must_restart(s->machine);
}

static enum part_news take_read_result(struct search *s, struct part_totals *totals, struct read_result *r,
                                       struct byte_reader *from)
{
    if (r->end == PART_STOPPED || r->end == PART_UNFIT) {
        take_error(s, r);
        take_result_violations(s, r);
        take_numbers(s, totals, r);
        return take_stop(s, r);
    }
    bool goes_on = take_seen(s, r->end, from);
    if (from->damaged || from->at != from->end)
        return PART_NEWS_DAMAGED;
    if (!goes_on)
        return PART_NEWS_EPOCH;
    take_result_violations(s, r);
    take_numbers(s, totals, r);
    return s->stop ? PART_NEWS_STOP : PART_NEWS_DONE;
}

enum part_news part_read_result(struct search *s, struct part_totals *totals, struct byte_reader *from,
                                struct part_wishes *wishes)
{
    struct read_result r = {.failed_assumption = NO_CODE};
    read_whole_result(from, s->program, &r);
    if (!from->damaged && r.end == PART_EXPLORED)
        read_wishes(from, wishes);
    enum part_news news = from->damaged ? PART_NEWS_DAMAGED : take_read_result(s, totals, &r, from);
    free_read(&r);
    return news;
}
