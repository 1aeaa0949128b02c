#include "machine/forgotten.h"

#include "machine/memory.h"
#include "machine/naming.h"
#include "program/layout.h"

void forgotten_add(struct machine *m, const struct object *o)
{
    struct forgotten *f = &m->memory.forgotten[m->memory.forgotten_count++ % MOST_FORGOTTEN];
    *f = (struct forgotten){o->base, o->size, o->number, o->site, o->scopes, o->owner, o->kind};
}

// Whether it is in the red zone behind an object, or so closely before one that it is behind whatever else
// was there: it is taken to be outside of that one.
static bool is_beside_object(const struct machine *m, uint64_t address)
{
    uint64_t zone = layout_red_zone(m->program->pointer_bits);
    const struct object *below = naming_nearest(m, address);
    if (below && (address < below->base || address - below->base < below->size + zone))
        return true;
    for (uint64_t ahead = 0; ahead <= zone; ahead += LAYOUT_GRANULE) {
        const struct object *above = memory_find(m, address + ahead);
        if (above && above->base - address <= zone)
            return true;
    }
    return false;
}

bool forgotten_find(const struct machine *m, uint64_t address, struct object *o)
{
    *o = (struct object){.site = NO_SITE, .kind = OBJECT_STACK, .state = OBJECT_RETURNED};
    if (!memory_was_given(m, address) || is_beside_object(m, address))
        return false;
    uint32_t count = m->memory.forgotten_count, oldest = count > MOST_FORGOTTEN ? count - MOST_FORGOTTEN : 0;
    for (uint32_t k = count; k-- > oldest;) {
        const struct forgotten *f = &m->memory.forgotten[k % MOST_FORGOTTEN];
        if (address < f->base || address - f->base >= f->size)
            continue;
        o->base = f->base;
        o->size = f->size;
        o->number = f->number;
        o->site = f->site;
        o->scopes = f->scopes;
        o->owner = f->owner;
        o->kind = f->kind;
        break;
    }
    return true;
}
