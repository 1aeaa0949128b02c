// What points to what, for people and for tests that compare text.
#include "analysis/pointers.h"
#include "points_to_text.h"

#include <inttypes.h>
#include <stdarg.h>

static void at_code(const struct points_to *pt, const char *what, uint32_t code, char *text, size_t size)
{
    const struct program *p = pt->program;
    if (code >= p->code_count) {
        snprintf(text, size, "%s", what);
        return;
    }
    const struct location *l = &p->locations[p->location_of[code]];
    snprintf(text, size, "%s at %s:%u (@%u)", what, program_string(p, l->file), l->line, code);
}

static void describe_object(const struct points_to *pt, const struct abstract_object *o, char *text,
                            size_t size)
{
    const struct program *p = pt->program;
    char place[200];
    switch ((enum abstract_kind)o->kind) {
    case ABSTRACT_GLOBAL:
    case ABSTRACT_THREAD_LOCAL:
        snprintf(text, size, "%s", program_string(p, p->globals[o->index].name));
        break;
    case ABSTRACT_STACK: {
        const struct site *s = &p->sites[o->index];
        snprintf(text, size, "%s.%s", program_string(p, p->functions[s->function].name),
                 s->name ? program_string(p, s->name) : "temporary");
        break;
    }
    case ABSTRACT_HEAP:
        at_code(pt, "heap block", o->index, place, sizeof place);
        snprintf(text, size, "%s", place);
        if (o->context != NO_CODE)
            snprintf(text, size, "%s called at @%u", place, o->context);
        break;
    case ABSTRACT_FUNCTION:
        snprintf(text, size, "%s()", program_string(p, p->functions[o->index].name));
        break;
    case ABSTRACT_ARGUMENTS: snprintf(text, size, "arguments"); break;
    case ABSTRACT_VARARGS:
        snprintf(text, size, "variable arguments of %s", program_string(p, p->functions[o->index].name));
        break;
    case ABSTRACT_THREAD:
        at_code(pt, o->index == NO_CODE ? "main thread" : "thread", o->index, text, size);
        break;
    case ABSTRACT_KEY: at_code(pt, "key", o->index, text, size); break;
    default: snprintf(text, size, "unknown"); break;
    }
}

void points_to_describe(const struct points_to *pt, const struct place *place, char *text, size_t size)
{
    const struct abstract_object *o = &pt->objects.list.data[place->object];
    char name[300], offset[64] = "";
    describe_object(pt, o, name, sizeof name);
    if (place->stride == ANY_OFFSET_STRIDE)
        snprintf(offset, sizeof offset, objects_is_flat(o->kind) ? "" : "+?");
    else if (place->stride)
        snprintf(offset, sizeof offset, "+%" PRId64 "+%un", place->offset, place->stride);
    else if (place->offset)
        snprintf(offset, sizeof offset, "+%" PRId64, place->offset);
    snprintf(text, size, "%s%s", name, offset);
}

static void print_set(const struct points_to *pt, const struct place_set *set, FILE *out)
{
    for (uint32_t k = 0; k < set->size; k++) {
        char text[400];
        points_to_describe(pt, &set->data[k], text, sizeof text);
        fprintf(out, "%s%s", k ? ", " : " ", text);
    }
    fputc('\n', out);
}

static void print_access(const struct points_to *pt, const struct points_to_access *a, FILE *out)
{
    static const char *const kinds[] = {"", " synchronises", " ends", " escaped"};
    char text[400];
    points_to_describe(pt, &a->place, text, sizeof text);
    fprintf(out, "    %s%s%s%s", a->read ? "reads " : "", a->write ? "writes " : "",
            a->atomic ? "atomic " : "", text);
    if (a->size != UNKNOWN_SIZE)
        fprintf(out, " size %" PRIu64, a->size);
    fprintf(out, "%s\n", kinds[a->kind]);
}

static void print_code(struct points_to *pt, uint32_t code, FILE *out)
{
    const struct program *p = pt->program;
    const struct access_list *list = points_to_accesses(pt, code);
    uint32_t count;
    const uint32_t *callees = points_to_callees(pt, code, &count);
    if (!list->size && !count)
        return;
    fprintf(out, "  @%u %s line %u", code, opcode_name(p->code[code].op),
            p->locations[p->location_of[code]].line);
    for (uint32_t k = 0; k < count; k++)
        fprintf(out, "%s%s", k ? ", " : " calls ", program_string(p, p->functions[callees[k]].name));
    fputc('\n', out);
    for (uint32_t k = 0; k < list->size; k++)
        print_access(pt, &list->data[k], out);
}

void points_to_print(struct points_to *pt, FILE *out)
{
    const struct program *p = pt->program;
    for (uint32_t k = 0; k < pt->objects.list.size; k++) {
        const struct abstract_object *o = &pt->objects.list.data[k];
        char text[400];
        if (k == OBJECT_INPUT)
            continue;
        describe_object(pt, o, text, sizeof text);
        fprintf(out, "object %u: %s", k, text);
        if (o->size != UNKNOWN_SIZE)
            fprintf(out, " size %" PRIu64, o->size);
        fprintf(out, "%s ->", o->flags & ABSTRACT_ESCAPED ? " escaped" : "");
        print_set(pt, points_to_content(pt, k), out);
    }
    for (uint32_t f = 0; f < p->functions_count; f++) {
        if (!points_to_reachable(pt, f))
            continue;
        fprintf(out, "function %s\n", program_string(p, p->functions[f].name));
        for (uint32_t r = 0; r < p->functions[f].register_count; r++) {
            const struct place_set *set = points_to_register(pt, f, r);
            if (!set->size)
                continue;
            fprintf(out, "  r%u ->", r);
            print_set(pt, set, out);
        }
        for (uint32_t c = p->functions[f].first; c < p->functions[f].end; c++)
            print_code(pt, c, out);
    }
}
