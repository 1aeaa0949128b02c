// Copying of memory, by memcpy and the like: from all that the source may point to, to all that the target
// may. Each pair is copied word for word, so that fields stay apart. Where both point to much, pairs are too
// many: then all that is in the sources comes together in one node, and goes from there to all targets.
#include "analysis/pointers.h"

enum { MOST_PAIRS = 256, MOST_TARGETS = 64 };

uint32_t copies_site(struct points_to *pt)
{
    if (!pt->copy_sites.size)
        vector_push(&pt->copy_sites, (struct copy_site){.hub = NO_NODE, .first_target = NO_CODE}); // no site
    vector_push(&pt->copy_sites, (struct copy_site){.hub = NO_NODE, .first_target = NO_CODE});
    return pt->copy_sites.size - 1;
}

static void make_hub(struct points_to *pt, uint32_t number, uint32_t source, uint64_t size)
{
    uint32_t hub = solver_nodes(&pt->solver, 1);
    struct copy_site *site = &pt->copy_sites.data[number];
    site->hub = hub;
    for (uint32_t k = site->first_target; k != NO_CODE; k = pt->copy_targets.data[k].next) {
        struct place to = objects_place_at(&pt->objects, pt->copy_targets.data[k].place);
        cells_spread(pt, hub, &to, size);
    }
    solver_add_rule(&pt->solver, source,
                    (struct solver_rule){.kind = RULE_COPY_HUB, .other = hub, .size = size});
}

static void add_copy_target(struct points_to *pt, struct solver_rule rule, uint32_t place)
{
    struct copy_site *site = &pt->copy_sites.data[rule.third];
    if (rule.other == NO_NODE) // numbers
        return;
    if (site->hub != NO_NODE) {
        struct place to = objects_place_at(&pt->objects, place);
        cells_spread(pt, site->hub, &to, rule.size);
        return;
    }
    vector_push(&pt->copy_targets, (struct copy_target){place, site->first_target});
    site->first_target = pt->copy_targets.size - 1;
    site->source = rule.other;
    if (++site->targets > MOST_TARGETS) {
        make_hub(pt, rule.third, rule.other, rule.size);
        return;
    }
    solver_add_rule(
        &pt->solver, rule.other,
        (struct solver_rule){.kind = RULE_COPY_FROM, .other = rule.third, .third = place, .size = rule.size});
}

static void add_copy_pair(struct points_to *pt, struct solver_rule rule, uint32_t place)
{
    if (rule.other) {
        struct copy_site *site = &pt->copy_sites.data[rule.other];
        if (site->hub == NO_NODE && ++site->pairs > MOST_PAIRS)
            make_hub(pt, rule.other, site->source, rule.size);
        if (pt->copy_sites.data[rule.other].hub != NO_NODE)
            return;
    }
    struct place from = objects_place_at(&pt->objects, place),
                 to = objects_place_at(&pt->objects, rule.third);
    cells_copy(pt, &to, &from, rule.size);
}

void copies_rule(struct points_to *pt, struct solver_rule rule, uint32_t place)
{
    if (rule.kind == RULE_COPY_TO) {
        add_copy_target(pt, rule, place);
    } else if (rule.kind == RULE_COPY_FROM) {
        add_copy_pair(pt, rule, place);
    } else {
        struct place from = objects_place_at(&pt->objects, place);
        cells_gather(pt, &from, rule.size, rule.other);
    }
}
