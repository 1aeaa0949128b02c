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

static uint32_t *find_slot(const struct input_names *names, uint64_t maker, uint64_t number)
{
    uint32_t mask = names->slot_count - 1;
    uint32_t at = (uint32_t)hash_combine(maker, number) & mask;
    for (; names->slots[at]; at = (at + 1) & mask) {
        const struct input_record *r = &names->records.data[names->slots[at] - 1];
        if (r->maker == maker && r->number == number)
            break;
    }
    return &names->slots[at];
}

static void grow(struct input_names *names)
{
    uint32_t count = names->slot_count ? names->slot_count * 2 : 64;
    uint32_t *slots = memory_zalloc(count, sizeof *slots);
    memory_free(names->slots);
    names->slots = slots;
    names->slot_count = count;
    for (uint32_t k = 0; k < names->records.size; k++)
        *find_slot(names, names->records.data[k].maker, names->records.data[k].number) = k + 1;
}

void input_names_add(struct input_names *names, uint64_t maker, uint64_t number, const char *text)
{
    if (names->records.size >= names->slot_count / 2)
        grow(names);
    uint32_t *slot = find_slot(names, maker, number);
    if (*slot)
        return;
    vector_push(&names->records, (struct input_record){maker, number, memory_copy_string(text)});
    *slot = names->records.size;
}

const char *input_names_find(const struct input_names *names, uint64_t maker, uint64_t number)
{
    uint32_t slot = names->slot_count ? *find_slot(names, maker, number) : 0;
    return slot ? names->records.data[slot - 1].text : NULL;
}

void input_names_free(struct input_names *names)
{
    for (uint32_t k = 0; k < names->records.size; k++)
        memory_free(names->records.data[k].text);
    vector_free(&names->records);
    memory_free(names->slots);
    *names = (struct input_names){.slot_count = 0};
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
