// Explorations in parts, in this process: which part is next, and when its rest is left to others, is drawn,
// and some parts are explored twice.
#include "oracle_parts.h"

#include "base/clock.h"
#include "base/hash.h"
#include "explore/split.h"

struct draws {
    uint64_t state;
};

static uint32_t draw(struct draws *draws, uint32_t below)
{
    draws->state = hash_mix(draws->state + 1);
    return (uint32_t)(draws->state >> 16) % below;
}

static uint32_t draw_open(const struct split *split, struct draws *draws)
{
    uint32_t part = draw(draws, split_count(split));
    while (!split_is_open(split, part))
        part = (part + 1) % split_count(split);
    return part;
}

static void explore_one(struct split *split, const struct program *program,
                        const struct exploration_options *options, struct draws *draws, double start)
{
    byte_vector epoch = {0}, path_bytes = {0}, result = {0};
    uint32_t part = draw_open(split, draws), number = split_epoch(split), times = draw(draws, 8) ? 1 : 2;
    struct part_limits limits = {.executions = 1 + draw(draws, 1 + draw(draws, 20)),
                                 .rest = draw(draws, 2) ? UINT32_MAX : draw(draws, 6)};
    split_write_epoch(split, &epoch);
    split_write_path(split, part, &path_bytes);
    for (uint32_t k = 0; k < times && split_epoch(split) == number; k++) {
        result.size = 0;
        bool good = part_explore(program, options, bytes_reader(&epoch), bytes_reader(&path_bytes), &limits,
                                 start, &result);
        if (!good || split_hear(split, number, part, result.data, result.size) == SPLIT_DAMAGED)
            split_stop(split, "a result of a part cannot be read");
    }
    vector_free(&epoch);
    vector_free(&path_bytes);
    vector_free(&result);
}

struct exploration *oracle_explore_parts(const struct program *program,
                                         const struct exploration_options *options, uint64_t seed)
{
    double start = clock_seconds();
    struct draws draws = {seed};
    struct split *split = split_new(program, options, start);
    while (!split_is_over(split))
        explore_one(split, program, options, &draws, start);
    return split_end(split);
}
