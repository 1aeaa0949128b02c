// The YAML formats of witnesses: 2.0 of programs that create no thread, and 2.2, which has threads, of
// others.
#include "base/memory.h"
#include "report/json_text.h"
#include "report/svcomp_witness.h"

#include <string.h>

// A text as JSON has it, which YAML takes, too.
static void print_yaml_text(struct buffer *out, const char *text)
{
    json_t *value = json_text(text);
    char *printed = json_dumps(value, JSON_ENCODE_ANY);
    buffer_print(out, "%s", printed ? printed : "\"\"");
    free(printed);
    json_decref(value);
}

static bool has_threads(const struct svcomp_witness *w)
{
    for (uint32_t i = 0; i < w->path.steps.size; i++)
        if (w->path.steps.data[i].kind == PATH_CREATE)
            return true;
    return false;
}

static void print_specification(struct buffer *out, const char *text)
{
    char *one_line = memory_copy_string(text);
    for (char *p = one_line; *p; p++)
        if (*p == '\n')
            *p = ' ';
    print_yaml_text(out, one_line);
    memory_free(one_line);
}

static void print_metadata(struct buffer *out, const struct svcomp_witness *w, const char *version)
{
    buffer_print(out,
                 "  metadata:\n    format_version: \"%s\"\n    uuid: \"%s\"\n    creation_time: \"%s\"\n"
                 "    producer:\n      name: \"heddle\"\n      version: \"" HEDDLE_VERSION "\"\n"
                 "    task:\n      input_files:\n",
                 version, w->id, w->created);
    for (uint32_t i = 0; i < w->files->size; i++) {
        buffer_print(out, "        - ");
        print_yaml_text(out, w->files->data[i]);
        buffer_print(out, "\n");
    }
    buffer_print(out, "      input_file_hashes:\n");
    for (uint32_t i = 0; i < w->files->size; i++) {
        buffer_print(out, "        ");
        print_yaml_text(out, w->files->data[i]);
        buffer_print(out, ": \"%s\"\n", w->hashes.data[i]);
    }
    buffer_print(out, "      specification: ");
    print_specification(out, w->property->text);
    buffer_print(out, "\n      data_model: \"%s\"\n      language: \"C\"\n",
                 w->bits == 64 ? "LP64" : "ILP32");
}

// ---- waypoints

struct waypoints {
    struct buffer out;
    bool threads;
};

static void print_waypoint(struct waypoints *s, const char *type, uint32_t thread,
                           const struct source_place *place, const char *constraint, const char *format)
{
    buffer_print(&s->out, "      - waypoint:\n          type: \"%s\"\n          action: \"follow\"\n", type);
    if (s->threads)
        buffer_print(&s->out, "          thread_id: %u\n", thread);
    if (constraint) {
        buffer_print(&s->out, "          constraint:\n            value: ");
        print_yaml_text(&s->out, constraint);
        buffer_print(&s->out, "\n            format: \"%s\"\n", format);
    }
    buffer_print(&s->out, "          location:\n            file_name: ");
    print_yaml_text(&s->out, place->file);
    buffer_print(&s->out, "\n            line: %u\n", place->line);
    if (place->function[0]) {
        buffer_print(&s->out, "            function: ");
        print_yaml_text(&s->out, place->function);
        buffer_print(&s->out, "\n");
    }
}

static void print_segment(struct waypoints *s, const struct path_step *step)
{
    if (!step->place.line || step->place.runtime)
        return;
    if (step->kind == PATH_INPUT) {
        char *value = svcomp_constant(step);
        char *constraint = value ? memory_format("\\result == %s", value) : NULL;
        if (constraint) {
            buffer_print(&s->out, "    - segment:\n");
            print_waypoint(s, "function_return", step->thread, &step->place, constraint, "acsl_expression");
        }
        memory_free(constraint);
        memory_free(value);
    } else if (step->kind == PATH_STATEMENT && s->threads) { // the order of threads is what it says
        buffer_print(&s->out, "    - segment:\n");
        print_waypoint(s, "assumption", step->thread, &step->place, "1", "c_expression");
    }
}

static void print_violation_waypoints(struct buffer *out, const struct svcomp_witness *w)
{
    struct waypoints s = {.threads = has_threads(w)};
    print_metadata(&s.out, w, s.threads ? "2.2" : "2.0");
    buffer_print(&s.out, "  content:\n");
    for (uint32_t i = 0; i < w->path.steps.size; i++)
        print_segment(&s, &w->path.steps.data[i]);
    buffer_print(&s.out, "    - segment:\n");
    for (uint32_t i = 0; i < w->target_count; i++)
        print_waypoint(&s, "target", w->target_threads[i], &w->targets[i], NULL, NULL);
    buffer_append(out, s.out.bytes.data, s.out.bytes.size);
    buffer_free(&s.out);
}

char *svcomp_yaml(const struct svcomp_witness *w)
{
    struct buffer out = {0};
    bool found = w->verdict->answer == SVCOMP_FALSE;
    buffer_print(&out, "- entry_type: \"%s\"\n", found ? "violation_sequence" : "invariant_set");
    if (found) {
        print_violation_waypoints(&out, w);
    } else {
        print_metadata(&out, w, "2.0");
        buffer_print(&out, "  content: []\n");
    }
    return buffer_take(&out);
}
