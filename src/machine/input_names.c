#include "machine/input_names.h"

#include "base/hash.h"
#include "machine/describe.h"
#include "machine/state.h"

uint64_t input_maker_of_object(const struct object *o)
{
    uint64_t owner = o->kind == OBJECT_GLOBAL ? MACHINE_MAX_THREADS : o->owner;
    return INPUT_MEMORY | owner << 32 | o->number;
}

// ---- texts

static struct input_record *find_input_record(const struct input_names *names, uint64_t maker,
                                              uint64_t number)
{
    uint64_t hash = hash_combine(maker, number);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&names->index, hash, &at)) != INDEX_NONE;) {
        struct input_record *r = &names->records.data[n];
        if (r->maker == maker && r->number == number)
            return r;
    }
    return NULL;
}

void input_names_add(struct input_names *names, uint64_t maker, uint64_t number, const char *text,
                     struct input_form form)
{
    struct input_record *known = find_input_record(names, maker, number);
    if (!known) {
        struct input_record record = {maker, number, memory_copy_string(text), form};
        vector_push(&names->records, record);
        index_add(&names->index, hash_combine(maker, number), names->records.size - 1);
        return;
    }
    known->form = form;
    if (strcmp(known->text, text) != 0) {
        char *copy = memory_copy_string(text);
        memory_free(known->text);
        known->text = copy;
    }
}

const char *input_names_find(const struct input_names *names, uint64_t maker, uint64_t number)
{
    const struct input_record *known = find_input_record(names, maker, number);
    return known ? known->text : NULL;
}

void input_names_free(struct input_names *names)
{
    for (uint32_t k = 0; k < names->records.size; k++)
        memory_free(names->records.data[k].text);
    vector_free(&names->records);
    index_free(&names->index);
}

struct input_form machine_input_form(const struct machine *m, uint64_t maker, uint64_t number)
{
    const struct input_record *known = find_input_record(&m->input_names, maker, number);
    return known ? known->form : (struct input_form){0};
}

char *machine_input_name(const struct machine *m, uint64_t maker, uint64_t number)
{
    const char *text = input_names_find(&m->input_names, maker, number);
    if (text)
        return memory_copy_string(text);
    text = maker & INPUT_MEMORY ? input_names_find(&m->input_names, maker, INPUT_EVERY) : NULL;
    if (!text)
        return memory_copy_string("input");
    uint64_t offset = number & (((uint64_t)1 << INPUT_SCOPE_SHIFT) - 1);
    if (!offset)
        return memory_copy_string(text);
    // Blocks end in the place where they were allocated.
    return memory_format(strstr(text, "allocated at") ? "%s, byte %llu" : "%s+%llu", text,
                         (unsigned long long)offset);
}
