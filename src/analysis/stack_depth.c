#include "analysis/stack_depth.h"

#include "base/memory.h"

#include <string.h>

enum { BYTES_OF_CALL = 64 }; // at most, besides variables

enum state { STATE_NEW, STATE_OPEN, STATE_DONE };

struct depth_search {
    const struct calls *calls;
    uint8_t *states;  // by function: enum state
    uint64_t *depths; // by function, once done: of it and all that it calls
    VECTOR(uint32_t) open;
    uint32_t *first_site; // by function: index of its first call site
    bool unbounded;
};

// What a function takes itself.
static uint64_t own_bytes(const struct program *p, const struct function *f)
{
    return f->flags & FUNCTION_RUNTIME || f->kind != FUNCTION_DEFINED
               ? 0
               : f->frame_bytes + UINT64_C(1) * BYTES_OF_CALL + (p->pointer_bits == 64 ? 16 : 8);
}

// A function that it calls and that has not been looked at; NO_FUNCTION: none is left.
static uint32_t next_callee(struct depth_search *s, uint32_t function)
{
    const struct calls *calls = s->calls;
    for (uint32_t k = s->first_site[function]; k < calls->site_count && calls->sites[k].function == function;
         k++)
        for (uint32_t e = 0; e < calls->sites[k].entered_count; e++) {
            uint32_t callee = calls->functions[calls->sites[k].first_entered + e];
            if (s->states[callee] == STATE_NEW)
                return callee;
            s->unbounded |= s->states[callee] == STATE_OPEN;
        }
    return NO_FUNCTION;
}

static uint64_t deepest_callee(const struct depth_search *s, uint32_t function)
{
    const struct calls *calls = s->calls;
    uint64_t deepest = 0;
    for (uint32_t k = s->first_site[function]; k < calls->site_count && calls->sites[k].function == function;
         k++)
        for (uint32_t e = 0; e < calls->sites[k].entered_count; e++) {
            uint64_t depth = s->depths[calls->functions[calls->sites[k].first_entered + e]];
            deepest = depth > deepest ? depth : deepest;
        }
    return deepest;
}

static void search_from(struct depth_search *s, uint32_t function)
{
    s->states[function] = STATE_OPEN;
    vector_push(&s->open, function);
    while (s->open.size) {
        uint32_t newest = vector_last(&s->open), callee = next_callee(s, newest);
        if (callee != NO_FUNCTION) {
            s->states[callee] = STATE_OPEN;
            vector_push(&s->open, callee);
            continue;
        }
        const struct program *p = s->calls->program;
        s->depths[newest] = own_bytes(p, &p->functions[newest]) + deepest_callee(s, newest);
        s->states[newest] = STATE_DONE;
        s->open.size--;
    }
}

static bool has_own_sizes(const struct calls *calls)
{
    const struct program *p = calls->program;
    for (uint32_t f = 0; f < p->functions_count; f++) {
        if (!points_to_reachable(calls->points_to, f))
            continue;
        if (strcmp(program_string(p, p->functions[f].name), "pthread_attr_setstacksize") == 0 ||
            strcmp(program_string(p, p->functions[f].name), "pthread_attr_setstack") == 0)
            return true;
        for (uint32_t code = p->functions[f].first; code < p->functions[f].end; code = code_next(p, code))
            if (p->code[code].op == OP_ALLOCA_DYN ||
                (p->code[code].op == OP_ALLOCA && p->sites[instruction_immediate(&p->code[code])].grows))
                return true;
    }
    return false;
}

uint64_t stack_depth(const struct calls *calls)
{
    const struct program *p = calls->program;
    struct depth_search s = {.calls = calls,
                             .states = memory_zalloc((size_t)p->functions_count + 1, 1),
                             .depths = memory_zalloc((size_t)p->functions_count + 1, sizeof *s.depths),
                             .first_site =
                                 memory_alloc(((size_t)p->functions_count + 1) * sizeof *s.first_site)};
    for (uint32_t f = 0; f < p->functions_count; f++)
        s.first_site[f] = calls->site_count;
    for (uint32_t k = calls->site_count; k-- > 0;)
        s.first_site[calls->sites[k].function] = k;
    uint64_t deepest = 0;
    s.unbounded = has_own_sizes(calls);
    for (uint32_t f = 0; f < p->functions_count && !s.unbounded; f++) {
        if (s.states[f] == STATE_NEW && points_to_reachable(calls->points_to, f))
            search_from(&s, f);
        deepest = s.depths[f] > deepest ? s.depths[f] : deepest;
    }
    memory_free(s.states);
    memory_free(s.depths);
    memory_free(s.first_site);
    vector_free(&s.open);
    // Destructors and handlers run on the stack of whoever ends: each comes on top of at most one more call.
    return s.unbounded ? STACK_UNBOUNDED : 2 * deepest;
}
