// The result as lines that editors and CI systems recognise, as a compiler writes them.
#include "base/memory.h"
#include "machine/describe.h"
#include "report/result.h"
#include "report/story.h"

#include <string.h>

// "FILE:LINE:COLUMN: KIND: TEXT", without control characters in it. What is not known to be anywhere is the
// tool's.
static void add_short_line(struct buffer *out, struct source_place place, const char *kind, const char *text,
                           const char *label)
{
    char *file = text_clean(place.file, false), *clean = text_clean(text, false);
    if (place.file[0] && place.line)
        buffer_print(out, "%s:%u:%u: %s: %s", file, place.line, place.column ? place.column : 1, kind, clean);
    else
        buffer_print(out, "heddle: %s: %s", kind, clean);
    if (label)
        buffer_print(out, " [%s]", label);
    buffer_print(out, "\n");
    memory_free(file);
    memory_free(clean);
}

static void add_access_lines(struct buffer *out, struct result *result, const struct exploration_violation *v)
{
    for (uint32_t i = 0; i < v->accesses.size; i++) {
        const struct violation_access *access = &v->accesses.data[i];
        const char *thread =
            access->thread < v->thread_names.size ? v->thread_names.data[access->thread] : "main";
        char *text = memory_format("%s by %s", result_access_kind(access), thread);
        add_short_line(out, result_access_place(result, access), "note", text, NULL);
        memory_free(text);
    }
}

static void add_waiting_lines(struct buffer *out, struct result *result, uint32_t violation)
{
    const struct timeline *timeline = result_timeline(result, violation);
    for (uint32_t i = 0; i < timeline->waiting.size; i++) {
        const struct timeline_waiting *waiting = &timeline->waiting.data[i];
        char *what = result_waits_for(waiting),
             *text = memory_format("%s %s", timeline_thread_name(timeline, waiting->thread), what);
        add_short_line(out, place_of(result->program, waiting->code), "note", text, NULL);
        memory_free(what);
        memory_free(text);
    }
}

static void add_story(struct buffer *out, struct result *result, uint32_t violation,
                      struct source_place place)
{
    char *story = story_text(result, violation);
    for (char *line = story, *end; line && *line; line = end + 1) {
        end = line + strcspn(line, "\n");
        *end = 0;
        add_short_line(out, place, "note", line, NULL);
    }
    memory_free(story);
}

static void add_violation_lines(struct buffer *out, struct result *result, uint32_t i)
{
    const struct exploration_violation *v = &result->exploration->violations.data[i];
    struct source_place place = result_place(result, i);
    add_short_line(out, place, "error", v->message, property_name(v->property));
    add_access_lines(out, result, v);
    add_waiting_lines(out, result, i);
    add_story(out, result, i, place);
}

char *result_short(struct result *result)
{
    struct buffer out = {0};
    const struct exploration *e = result->exploration;
    for (uint32_t i = 0; i < e->violations.size && e->verdict == VERDICT_VIOLATION; i++)
        add_violation_lines(&out, result, i);
    for (uint32_t i = 0; i < result_reason_count(result); i++) {
        struct result_reason reason = result_reason(result, i);
        add_short_line(&out, reason.place, "warning", reason.message, "inconclusive");
    }
    for (uint32_t i = 0; i < e->warnings.size; i++)
        add_short_line(&out, place_of(result->program, e->warnings.data[i].code), "warning",
                       e->warnings.data[i].message, NULL);
    return buffer_take(&out);
}
