#include "machine/loop_seen.h"

void loop_seen_unite(const struct loop_exits *exits, struct loop_seen *seen, const struct loop_seen *other)
{
    if (!other->depth || (seen->depth && other->depth > seen->depth))
        return;
    struct loop_place place = other->loop;
    if (seen->depth == other->depth)
        place = loop_exits_around(exits, seen->loop, place);
    *seen = (struct loop_seen){other->depth, place};
}

bool loop_seen_is_within(const struct loop_exits *exits, const struct loop_seen *seen, uint32_t depth,
                         struct loop_place loop)
{
    if (!seen->depth || seen->depth > depth)
        return true;
    struct loop_place around = loop_exits_around(exits, seen->loop, loop);
    return seen->depth == depth && around.function == loop.function && around.loop == loop.loop;
}

bool loop_seen_leads_out(struct loop_exits *exits, const struct loop_seen *seen)
{
    return seen->loop.function != NO_FUNCTION && loop_exits_lead_out(exits, seen->loop);
}
