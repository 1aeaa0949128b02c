#include "explore/slice_facts.h"

void slice_facts_take(struct slicing *slicing, const struct learnt_fact *facts, uint32_t count,
                      uint32_t *known)
{
    bool grown = false;
    for (; *known < count; ++*known) {
        const struct learnt_fact *fact = &facts[*known];
        if (fact->kind != LEARNT_RELEVANT && fact->kind != LEARNT_RELEVANT_VALUE)
            continue;
        slicing_add(slicing, (uint32_t)fact->what, fact->kind == LEARNT_RELEVANT);
        grown = true;
    }
    if (grown)
        slicing_update(slicing);
}
