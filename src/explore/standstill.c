#include "explore/standstill.h"

#include "analysis/flow.h"

#include "base/bit_array.h"
#include "base/memory.h"
#include "machine/describe.h"
#include "machine/questions.h"

#include <inttypes.h>

enum { FRAMES = 64 };

struct loop {
    uint32_t thread, code;
    uint64_t rounds;
};

// Whether the code is part of the loop with that head. Elsewhere the register of the loop's counter may hold
// something else.
static bool is_within(const struct flow *flow, uint32_t head, uint32_t code)
{
    uint64_t *loop = flow_natural_loop(flow, flow_node_at(flow, head));
    bool within = loop && bit_array_has(loop, flow_node_at(flow, code));
    memory_free(loop);
    return within;
}

// The loops of one frame that the thread is in.
static void look_at_frame(const struct program *p, const struct machine *m, uint32_t thread, uint32_t frame,
                          uint32_t code, struct loop *most)
{
    uint32_t function = code < p->code_count ? program_function_at(p, code) : NO_FUNCTION;
    if (function == NO_FUNCTION)
        return;
    struct flow *flow = NULL;
    for (uint32_t k = p->functions[function].first; k < p->functions[function].end; k = code_next(p, k)) {
        uint64_t rounds = p->code[k].op == OP_LOOP ? machine_loop_rounds(m, thread, frame, k) : 0;
        if (rounds <= most->rounds)
            continue;
        if (!flow)
            flow = flow_compute(p, function, NULL, NULL);
        if (is_within(flow, k, code))
            *most = (struct loop){thread, k, rounds};
    }
    flow_free(flow);
}

char *standstill_text(const struct program *p, const struct machine *m, uint32_t running, uint32_t *code)
{
    struct loop most = {.code = NO_CODE};
    uint32_t stack[FRAMES];
    for (uint32_t t = 0; t < machine_thread_limit(m); t++) {
        uint32_t depth = machine_stack(m, t, stack, FRAMES);
        for (uint32_t k = 0; k < depth; k++)
            look_at_frame(p, m, t, k, stack[k], &most);
    }
    if (most.code != NO_CODE) {
        *code = most.code;
        return memory_format("thread %s is in this loop, after more than %" PRIu64
                             " rounds (--unwind=N bounds loops)",
                             machine_thread_name(m, most.thread), most.rounds);
    }
    *code = machine_user_position(m, running);
    return memory_format("thread %s stands here", machine_thread_name(m, running));
}
