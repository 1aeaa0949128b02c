#include "explore/wire.h"

// ---- labels and outcomes

enum { NUMBER_ALL, NUMBER_ANY, NUMBER_NONE, NUMBER_LIST, NUMBER_FOREIGN };

static void add_label(byte_vector *to, const struct search *s, uint32_t label)
{
    uint32_t count;
    if (label == LABEL_ALL) {
        bytes_add_number(to, NUMBER_ALL);
        return;
    }
    const struct access *accesses = label_get(&s->labels, label, &count);
    bytes_add_number(to, NUMBER_LIST);
    bytes_add_number(to, count);
    bytes_add(to, accesses, count * sizeof *accesses);
}

static uint32_t read_wire_label(struct byte_reader *from, struct search *s)
{
    VECTOR(struct access) list = {0};
    if (bytes_number(from) == NUMBER_ALL)
        return LABEL_ALL;
    uint32_t count = bytes_count(from, sizeof *list.data);
    vector_reserve(&list, count);
    if (count)
        bytes_copy(from, list.data, count * sizeof *list.data);
    uint32_t label = label_intern(&s->labels, list.data, count);
    vector_free(&list);
    return label;
}

static bool is_common(const struct search *s, term common, uint32_t outcome)
{
    uint32_t count;
    if (outcome == OUTCOME_ANY || outcome == OUTCOME_NONE)
        return true;
    const struct machine_decision *decisions = outcome_get(&s->outcomes, outcome, &count);
    for (uint32_t k = 0; k < count; k++)
        if (decisions[k].condition >= common)
            return false;
    return true;
}

static void add_wire_outcome(byte_vector *to, const struct search *s, uint32_t outcome)
{
    uint32_t count;
    if (outcome == OUTCOME_ANY || outcome == OUTCOME_NONE) {
        bytes_add_number(to, outcome == OUTCOME_ANY ? NUMBER_ANY : NUMBER_NONE);
        return;
    }
    const struct machine_decision *decisions = outcome_get(&s->outcomes, outcome, &count);
    bytes_add_number(to, NUMBER_LIST);
    bytes_add_number(to, count);
    bytes_add(to, decisions, count * sizeof *decisions);
}

static uint32_t read_wire_outcome(struct byte_reader *from, struct search *s)
{
    VECTOR(struct machine_decision) list = {0};
    uint64_t what = bytes_number(from);
    if (what == NUMBER_ANY)
        return OUTCOME_ANY;
    if (what == NUMBER_NONE)
        return OUTCOME_NONE;
    if (what == NUMBER_FOREIGN)
        vector_push(&list, (struct machine_decision){.alternative = UINT32_MAX});
    uint32_t count = what == NUMBER_LIST ? bytes_count(from, sizeof *list.data) : list.size;
    vector_reserve(&list, count);
    if (what == NUMBER_LIST && count)
        bytes_copy(from, list.data, count * sizeof *list.data);
    uint32_t outcome = outcome_intern(&s->outcomes, list.data, count);
    vector_free(&list);
    return outcome;
}

// ---- sequences

bool wire_can_carry(const struct search *s, term common, const struct sequence *sequence)
{
    for (uint32_t k = 0; k < sequence->items.size; k++)
        if (!is_common(s, common, sequence->items.data[k].outcome))
            return false;
    return true;
}

void wire_add_sequence(byte_vector *to, const struct search *s, const struct sequence *sequence)
{
    bytes_add_number(to, sequence->items.size);
    bytes_add_number(to, sequence->stride);
    bytes_add_number(to, sequence->part);
    for (uint32_t k = 0; k < sequence->items.size; k++) {
        const struct sequence_item *item = &sequence->items.data[k];
        bytes_add_number(to, item->thread);
        bytes_add_number(to, item->count);
        add_wire_outcome(to, s, item->outcome);
        add_label(to, s, item->label);
        for (uint32_t t = 0; t < sequence->stride; t++)
            bytes_add_number(to, sequence_tick(sequence, k, t));
    }
}

uint32_t *wire_read_sequence(struct byte_reader *from, struct search *s, struct sequence *sequence)
{
    uint32_t count = bytes_count(from, 4), stride = bytes_count(from, 1);
    uint32_t *clocks = memory_zalloc((size_t)(count + 1) * stride + 1, sizeof *clocks);
    *sequence = (struct sequence){.stride = stride, .part = bytes_number(from)};
    for (uint32_t k = 0; k < count; k++) {
        struct sequence_item item = {.event = NO_ITEM, .clock = clocks + (size_t)k * stride};
        item.thread = (uint32_t)bytes_number(from);
        item.count = (uint32_t)bytes_number(from);
        item.outcome = read_wire_outcome(from, s);
        item.label = read_wire_label(from, s);
        for (uint32_t t = 0; t < stride; t++)
            clocks[(size_t)k * stride + t] = (uint32_t)bytes_number(from);
        vector_push(&sequence->items, item);
    }
    return clocks;
}

void wire_add_sleeper(byte_vector *to, struct search *s, term common, const struct sleeper *sleeper)
{
    bytes_add_number(to, sleeper->thread);
    bytes_add_number(to, sleeper->complete);
    bytes_add_number(to, sleeper->weak);
    if (is_common(s, common, sleeper->outcome))
        add_wire_outcome(to, s, sleeper->outcome);
    else
        bytes_add_number(to, NUMBER_FOREIGN);
    add_label(to, s, sleeper->label);
}

struct sleeper wire_read_sleeper(struct byte_reader *from, struct search *s)
{
    struct sleeper sleeper = {.thread = (uint32_t)bytes_number(from)};
    sleeper.complete = bytes_number(from);
    sleeper.weak = bytes_number(from);
    sleeper.outcome = read_wire_outcome(from, s);
    sleeper.label = read_wire_label(from, s);
    return sleeper;
}

// ---- remarks

void wire_add_remarks(byte_vector *to, const remark_vector *remarks, const uint64_t *times, uint32_t count)
{
    uint32_t reported = 0;
    for (uint32_t k = 0; k < remarks->size; k++)
        reported += k >= count || remarks->data[k].times > times[k];
    bytes_add_number(to, reported);
    for (uint32_t k = 0; k < remarks->size; k++) {
        const struct exploration_remark *r = &remarks->data[k];
        uint64_t before = k < count ? times[k] : 0;
        if (r->times <= before)
            continue;
        bytes_add_text(to, r->message);
        bytes_add_number(to, r->code);
        bytes_add_number(to, r->times - before);
        bytes_add_number(to, r->stopped);
    }
}

static bool join_remark(remark_vector *remarks, const struct exploration_remark *r)
{
    for (uint32_t k = 0; k < remarks->size; k++) {
        struct exploration_remark *known = &remarks->data[k];
        bool same = r->stopped ? known->stopped : !strcmp(known->message, r->message);
        if (same && known->code == r->code) {
            known->times += r->times;
            return true;
        }
    }
    return false;
}

void wire_read_remarks(struct byte_reader *from, remark_vector *remarks)
{
    uint32_t count = bytes_count(from, 4);
    for (uint32_t k = 0; k < count; k++) {
        struct exploration_remark r = {.message = bytes_text(from)};
        r.code = (uint32_t)bytes_number(from);
        r.times = bytes_number(from);
        r.stopped = bytes_number(from);
        if (join_remark(remarks, &r))
            memory_free(r.message);
        else
            vector_push(remarks, r);
    }
}
