// What points to what, for tests that compare text.
#include "points_to_text.h"
#include "analysis/pointers.h"

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
