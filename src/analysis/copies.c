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

// Where in an object something is copied from or to makes no difference to a hub, which takes each once.
static void make_hub(struct points_to *pt, uint32_t number, uint32_t source, uint64_t size)
{
    uint32_t hub = solver_nodes(&pt->solver, 1);
    struct copy_site *site = &pt->copy_sites.data[number];
    site->hub = hub;
    uint32_t visit = ++pt->visits;
    for (uint32_t k = site->first_target; k != NO_CODE; k = pt->copy_targets.data[k].next) {
        struct place to = objects_place_at(&pt->objects, pt->copy_targets.data[k].place);
        cells_spread(pt, hub, &to, size, visit);
    }
    solver_add_rule(&pt->solver, source,
                    (struct solver_rule){.kind = RULE_COPY_HUB, .other = hub, .size = size});
}

static void add_copy_target(struct points_to *pt, struct solver_rule rule, uint32_t place)
{
    struct copy_site *site = &pt->copy_sites.data[rule.third];
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

static uint32_t hub_of_site(const struct points_to *pt, uint32_t site)
{
    return pt->copy_sites.data[site].hub;
}

static void add_copy_targets(struct points_to *pt, struct solver_rule rule, const struct bits *places)
{
    struct bits_iterator i = bits_begin(places);
    uint32_t place, visit = ++pt->visits;
    while (rule.other != NO_NODE && bits_next(&i, &place)) { // NO_NODE: numbers
        if (hub_of_site(pt, rule.third) == NO_NODE) {
            add_copy_target(pt, rule, place);
            continue;
        }
        struct place to = objects_place_at(&pt->objects, place);
        cells_spread(pt, hub_of_site(pt, rule.third), &to, rule.size, visit);
    }
}

static void add_copy_pair(struct points_to *pt, struct solver_rule rule, uint32_t place)
{
    if (rule.other) {
        struct copy_site *site = &pt->copy_sites.data[rule.other];
        if (site->hub == NO_NODE && ++site->pairs > MOST_PAIRS)
            make_hub(pt, rule.other, site->source, rule.size);
        if (hub_of_site(pt, rule.other) != NO_NODE)
            return;
    }
    struct place from = objects_place_at(&pt->objects, place),
                 to = objects_place_at(&pt->objects, rule.third);
    cells_copy(pt, &to, &from, rule.size);
}

// Once its site has a hub, nothing is left to do for a pair.
static void add_copy_pairs(struct points_to *pt, struct solver_rule rule, const struct bits *places)
{
    struct bits_iterator i = bits_begin(places);
    uint32_t place;
    while ((!rule.other || hub_of_site(pt, rule.other) == NO_NODE) && bits_next(&i, &place))
        add_copy_pair(pt, rule, place);
}

static void gather_sources(struct points_to *pt, struct solver_rule rule, const struct bits *places)
{
    struct bits_iterator i = bits_begin(places);
    uint32_t place, visit = ++pt->visits;
    while (bits_next(&i, &place)) {
        struct place from = objects_place_at(&pt->objects, place);
        cells_gather(pt, &from, rule.size, rule.other, visit);
    }
}

bool copies_has_rule(struct solver_rule rule)
{
    return rule.kind == RULE_COPY_TO || rule.kind == RULE_COPY_FROM || rule.kind == RULE_COPY_HUB;
}

void copies_rule(struct points_to *pt, struct solver_rule rule, const struct bits *places)
{
    if (rule.kind == RULE_COPY_TO)
        add_copy_targets(pt, rule, places);
    else if (rule.kind == RULE_COPY_FROM)
        add_copy_pairs(pt, rule, places);
    else
        gather_sources(pt, rule, places);
}
