#include "explore/slice_facts.h"

#include "base/bit_array.h"

struct slicing *slice_facts_begin(const struct program *program, uint32_t properties, uint64_t stack_size,
                                  bool dynamic, const struct learnt_fact *facts, uint32_t count)
{
    uint64_t *places = bit_array_new(program->code_count), *unreached = bit_array_new(program->code_count);
    bool restricted = false;
    for (uint32_t k = 0; k < count; k++) {
        restricted |= facts[k].kind == LEARNT_PLACES;
        if (facts[k].kind == LEARNT_PLACE)
            bit_array_add(places, (uint32_t)facts[k].what);
        if (facts[k].kind == LEARNT_UNREACHED)
            bit_array_add(unreached, (uint32_t)facts[k].what);
    }
    const struct slicing_known known = {places, unreached};
    struct slicing *slicing =
        slicing_new(program, properties, stack_size, dynamic, restricted ? &known : NULL);
    memory_free(places);
    memory_free(unreached);
    return slicing;
}

void slice_facts_take(struct slicing *slicing, const struct learnt_fact *facts, uint32_t count,
                      uint32_t *known)
{
    bool grown = false;
    for (; *known < count; ++*known) {
        const struct learnt_fact *fact = &facts[*known];
        if (fact->kind == LEARNT_UNFORESEEN)
            slicing_add_all(slicing);
        else if (fact->kind == LEARNT_RELEVANT || fact->kind == LEARNT_RELEVANT_VALUE)
            slicing_add(slicing, (uint32_t)fact->what, fact->kind == LEARNT_RELEVANT);
        else
            continue;
        grown = true;
    }
    if (grown)
        slicing_update(slicing);
}
