// The candidates of the exact engine for deadlocks: of each cycle of abstract requests (sync_deadlocks.h),
// the combinations of one request of each.
#include "predict/exact.h"
#include "predict/sync_deadlocks.h"

struct exact_deadlocks_cycles {
    struct exact *exact;
    const struct exact_finds *finds;
    closure_numbers schedule;
    VECTOR(uint32_t) at, next; // of each abstract request: the number in its list, and the event
};

// The next combination. False: that was the last one.
static bool next_combination(struct exact_deadlocks_cycles *cycles, const struct deadlock_pattern *pattern)
{
    for (uint32_t i = 0; i < pattern->ends.size; i++) {
        uint32_t begin = i ? pattern->ends.data[i - 1] : 0;
        if (begin + ++cycles->at.data[i] < pattern->ends.data[i])
            return true;
        cycles->at.data[i] = 0;
    }
    return false;
}

static void ask_pattern(void *context, const struct deadlock_pattern *pattern)
{
    struct exact_deadlocks_cycles *cycles = context;
    uint32_t count = pattern->ends.size;
    vector_clear(&cycles->at);
    for (uint32_t i = 0; i < count; i++)
        vector_push(&cycles->at, 0);
    do {
        vector_clear(&cycles->next);
        for (uint32_t i = 0; i < count; i++)
            vector_push(&cycles->next,
                        pattern->requests.data[(i ? pattern->ends.data[i - 1] : 0) + cycles->at.data[i]]);
        if (exact_late(cycles->exact))
            return;
        if (!cycles->finds->known(cycles->finds->context, cycles->next.data, count) &&
            exact_ask(cycles->exact, cycles->next.data, count, &cycles->schedule) == SMT_SAT) {
            cycles->finds->found(cycles->finds->context, cycles->next.data, count, &cycles->schedule);
            return;
        }
    } while (next_combination(cycles, pattern));
}

void exact_deadlocks(struct exact *exact, uint64_t most_steps, const struct exact_finds *finds)
{
    struct exact_deadlocks_cycles cycles = {.exact = exact, .finds = finds};
    sync_deadlocks(exact->trace, most_steps, NULL, ask_pattern, &cycles);
    vector_free(&cycles.schedule);
    vector_free(&cycles.at);
    vector_free(&cycles.next);
}
