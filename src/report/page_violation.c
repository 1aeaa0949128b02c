// A violation as the page's data has it: its steps with what they touched, locks, arrows, and the source.
#include "base/memory.h"
#include "machine/describe.h"
#include "report/inputs_text.h"
#include "report/json_text.h"
#include "report/locks_held.h"
#include "report/page.h"
#include "report/page_arrows.h"

#include <string.h>

enum {
    LINES_MAXIMUM = 20000 // of a file; longer ones are cut
};

struct page_builder {
    struct page *page;
    struct heddle_check *check;
    const struct exploration_violation *violation;
    const struct timeline *timeline;
    struct violation_path path;
    lock_states locks;
    json_t *steps;
};

// ---- source

// The number of a file in the page, which is added with its lines.
static json_t *file_json(struct page_builder *b, const char *name)
{
    struct page *page = b->page;
    for (uint32_t i = 0; i < page->file_names.size; i++)
        if (strcmp(page->file_names.data[i], name) == 0)
            return json_integer(i);
    json_t *file = json_object(), *lines = json_array();
    for (uint32_t line = 1; line <= LINES_MAXIMUM; line++) {
        const char *text = sources_whole_line(&b->check->result.sources, name, line);
        if (!text)
            break;
        json_add(lines, json_text(text));
    }
    json_put(file, "name", json_text(name));
    json_put(file, "lines", lines);
    json_add(page->files, file);
    text_list_add(&page->file_names, name);
    return json_integer(page->file_names.size - 1);
}

static void put_place(struct page_builder *b, json_t *object, struct source_place place)
{
    bool known = place.file[0] && place.line && !place.runtime;
    json_put(object, "file", known ? file_json(b, place.file) : json_null());
    json_put(object, "line", json_integer(known ? place.line : 0));
    json_put(object, "function", json_text(place.function));
}

// ---- steps

// What a row is about, for its colour.
static const char *class_of_operation(enum operation_kind kind)
{
    switch (kind) {
    case OPERATION_READ: return "read";
    case OPERATION_WRITE:
    case OPERATION_UPDATE:
    case OPERATION_FREE: return "write";
    default: return "sync";
    }
}

static json_t *timeline_event_json(struct page_builder *b, const struct timeline_event *event)
{
    json_t *object = json_object();
    json_put(object, "step", json_integer(event->step + 1));
    json_put(object, "thread", json_integer(event->thread));
    put_place(b, object, place_of(b->check->program, event->code));
    if (event->choice) {
        char *text = memory_format("choice %u", event->alternative);
        json_put(object, "kind", json_text(text));
        json_put(object, "class", json_string("choice"));
        memory_free(text);
        return object;
    }
    json_put(object, "kind", json_string(operation_name(event->kind)));
    json_put(object, "class", json_string(class_of_operation(event->kind)));
    json_put(object, "object", json_text(event->object));
    json_put(object, "value", json_text(event->value));
    return object;
}

// The index of the latest event of an access of a data race; -1: it is no event of its own.
static int64_t event_of_access(const struct page_builder *b, const struct violation_access *access)
{
    for (int64_t i = (int64_t)b->timeline->events.size - 1; i >= 0; i--) {
        const struct timeline_event *event = &b->timeline->events.data[i];
        if (event->thread == access->thread && event->code == access->place && !event->choice)
            return i;
    }
    return -1;
}

static void add_end(struct page_builder *b, uint32_t thread, struct source_place place, const char *class,
                    const char *text)
{
    json_t *object = json_object();
    json_put(object, "step", json_null());
    json_put(object, "thread", json_integer(thread));
    put_place(b, object, place);
    json_put(object, "kind", json_text(text));
    json_put(object, "class", json_string(class));
    json_add(b->steps, object);
}

static void mark_race(struct page_builder *b)
{
    for (uint32_t i = 0; i < b->violation->accesses.size; i++) {
        const struct violation_access *access = &b->violation->accesses.data[i];
        int64_t event = event_of_access(b, access);
        if (event >= 0)
            json_put(json_array_get(b->steps, (size_t)event), "race", json_true());
        else
            add_end(b, access->thread, result_access_place(&b->check->result, access), "fails",
                    result_access_kind(access));
    }
}

static void add_waiting_row(struct page_builder *b, const struct timeline_waiting *waiting)
{
    const struct operation_facts *facts = &operation_facts[waiting->kind];
    char *text = waiting->runs      ? memory_format("runs for ever")
                 : waiting->endless ? memory_format("spins for ever")
                 : waiting->library ? memory_format("waits in %s", waiting->library)
                 : facts->waiting   ? memory_format("%s%s%s", facts->waiting, waiting->object ? " " : "",
                                                  waiting->object ? waiting->object : "")
                                  : memory_format("waits to %s%s%s", facts->name, waiting->object ? " " : "",
                                                  waiting->object ? waiting->object : "");
    add_end(b, waiting->thread, place_of(b->check->program, waiting->code), "waits", text);
    memory_free(text);
}

static void add_cycle(struct page_builder *b)
{
    char *text = memory_format("goes on for ever, from step %u again", b->violation->cycle.begin + 1);
    add_end(b, b->violation->thread, result_place(&b->check->result, 0), "waits", text);
    memory_free(text);
}

static void add_violation_steps(struct page_builder *b)
{
    const struct exploration_violation *v = b->violation;
    for (uint32_t i = 0; i < b->timeline->events.size; i++)
        json_add(b->steps, timeline_event_json(b, &b->timeline->events.data[i]));
    for (uint32_t i = 0; i < b->timeline->waiting.size; i++)
        add_waiting_row(b, &b->timeline->waiting.data[i]);
    if (v->accesses.size)
        mark_race(b);
    else if (v->cycle.length)
        add_cycle(b);
    else if (!b->timeline->waiting.size)
        add_end(b, v->thread, result_place(&b->check->result, 0), "fails", "fails");
}

// ---- locks

// What people call the lock.
static const char *page_lock_name(const struct timeline *timeline, uint64_t address)
{
    for (uint32_t i = 0; i < timeline->events.size; i++) {
        const struct timeline_event *event = &timeline->events.data[i];
        if (event->address == address && event->object && !event->choice)
            return event->object;
    }
    return "a lock";
}

static json_t *locks_json(const struct page_builder *b)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < b->locks.size; i++) {
        const struct lock_state *change = &b->locks.data[i];
        json_t *object = json_object();
        json_put(object, "step", json_integer(change->step == NO_STEP ? 0 : change->step + (json_int_t)1));
        json_put(object, "lock", json_text(page_lock_name(b->timeline, change->address)));
        json_put(object, "thread", change->held ? json_integer(change->thread) : json_null());
        json_add(array, object);
    }
    return array;
}

// ---- the rest

static json_t *arrows_json(const struct page_builder *b)
{
    json_t *array = json_array();
    page_arrows arrows = page_arrows_find(b->timeline, &b->path);
    for (uint32_t i = 0; i < arrows.size; i++) {
        const struct page_arrow *arrow = &arrows.data[i];
        json_add(array,
                 json_pack("{s:o,s:i,s:s}", "from", arrow->from < 0 ? json_null() : json_integer(arrow->from),
                           "to", (int)arrow->to, "kind", arrow->kind));
    }
    vector_free(&arrows);
    return array;
}

static json_t *inputs_json(const struct exploration_violation *v)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < v->inputs.size; i++) {
        const struct schedule_input *input = &v->inputs.data[i];
        char *value = inputs_value_text(input);
        json_t *object = json_object();
        json_put(object, "name", json_text(input->name ? input->name : "input"));
        json_put(object, "value", json_text(value));
        json_put(object, "immaterial", json_boolean(input->immaterial));
        json_add(array, object);
        memory_free(value);
    }
    return array;
}

static json_t *threads_json(const struct page_builder *b)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < b->timeline->thread_names.size; i++) {
        json_t *object = json_object();
        const char *start = i == 0 ? "main" : NULL;
        for (uint32_t k = 0; k < b->path.steps.size; k++)
            if (b->path.steps.data[k].kind == PATH_CREATE && b->path.steps.data[k].other == i)
                start = b->path.steps.data[k].name;
        json_put(object, "name", json_text(b->timeline->thread_names.data[i]));
        json_put(object, "start", json_text(start));
        json_add(array, object);
    }
    return array;
}

static json_t *page_access_json(struct page_builder *b, const struct violation_access *access)
{
    json_t *object = json_object(), *locks = json_array();
    json_put(object, "thread", json_integer(access->thread));
    json_put(object, "kind", json_string(result_access_kind(access)));
    put_place(b, object, result_access_place(&b->check->result, access));
    for (uint32_t i = 0; i < access->locks.size; i++)
        json_add(locks, json_text(access->locks.data[i]));
    json_put(object, "locks", locks);
    return object;
}

static json_t *page_violation_json(struct page_builder *b)
{
    json_t *object = json_object(), *accesses = json_array();
    json_put(object, "kind", json_string(property_name(b->violation->property)));
    json_put(object, "message", json_text(b->violation->message));
    json_put(object, "witness", json_text(b->check->result.replayed));
    put_place(b, object, result_place(&b->check->result, 0));
    json_put(object, "threads", threads_json(b));
    json_put(object, "inputs", inputs_json(b->violation));
    for (uint32_t i = 0; i < b->violation->accesses.size; i++)
        json_add(accesses, page_access_json(b, &b->violation->accesses.data[i]));
    json_put(object, "accesses", accesses);
    add_violation_steps(b);
    json_put(object, "steps", b->steps);
    json_put(object, "arrows", arrows_json(b));
    json_put(object, "locks", locks_json(b));
    char *output = result_output(&b->check->result);
    json_put(object, "output", json_text(output));
    memory_free(output);
    return object;
}

void page_add(struct page *page, struct heddle_check *check)
{
    struct replay_analysis *analysis = &check->result.analysis;
    const struct exploration_violation *violation = &check->result.exploration->violations.data[0];
    struct page_builder b = {
        .page = page,
        .check = check,
        .violation = violation,
        .timeline = result_timeline(&check->result, 0),
        .path = violation_path(check->program, &check->machine, violation, analysis),
        .locks = locks_held(check->program, &check->machine, violation, analysis),
        .steps = json_array(),
    };
    json_add(page->violations, page_violation_json(&b));
    violation_path_free(&b.path);
    vector_free(&b.locks);
}
