#include "summary/content.h"

#include "machine/recorded.h"

struct machine_content content_of(const struct machine *m, const struct literal_place *place)
{
    if (place->kind == PLACE_REGISTER)
        return machine_register(m, where_thread(place->where), where_number(place->where));
    return machine_memory(m, place->where, place->width / 8);
}

bool content_number(const struct machine *m, const struct literal_place *place, int64_t *number)
{
    struct machine_content c = content_of(m, place);
    *number = place_number(place, c.bits);
    return !content_depends_on_inputs(&c);
}
