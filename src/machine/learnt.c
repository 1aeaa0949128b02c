#include "machine/learnt.h"

#include "machine/await.h"
#include "machine/machine.h"

// What the bits of a value below its kind say.
enum rest {
    REST_NAME,        // a name that is only compared with others
    REST_INSTRUCTION, // an instruction
    REST_ANY_CODE,    // an instruction or RELEVANCE_STATIC
    REST_NUMBER,      // a number up to `most`
    REST_SITES,       // two instructions
};

static const struct kind {
    uint64_t first; // its lowest value
    enum rest rest;
    uint32_t most;
} kinds[] = {
    {LEARNT_ORIGIN, REST_NAME, 0},
    {(uint64_t)AWAIT_LOOP << AWAIT_SHIFT, REST_INSTRUCTION, 0},
    {(uint64_t)AWAIT_ALONE << AWAIT_SHIFT, REST_INSTRUCTION, 0},
    {(uint64_t)AWAIT_ROUND << AWAIT_SHIFT, REST_INSTRUCTION, 0},
    {LEARNT_PEEK_SITE, REST_NAME, 0},
    {LEARNT_PEEK_MUTEX, REST_NAME, 0},
    {MACHINE_PEEKS_NOT, REST_NUMBER, 0},
    {LEARNT_VISIBLE, REST_ANY_CODE, 0},
    {MACHINE_SLICED, REST_NUMBER, 1},
    {LEARNT_READ, REST_ANY_CODE, 0},
    {MACHINE_JOINS_VISIBLE, REST_NUMBER, 1},
    {LEARNT_REUSE, REST_SITES, 0},
};

bool machine_shared_fits(const struct program *program, uint64_t value)
{
    uint32_t old, new;
    uint64_t rest = value & (((uint64_t)1 << LEARNT_SHIFT) - 1);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (kinds[k].first >> LEARNT_SHIFT != value >> LEARNT_SHIFT)
            continue;
        switch (kinds[k].rest) {
        case REST_NAME: return true;
        case REST_INSTRUCTION: return rest < program->code_count;
        case REST_ANY_CODE: return rest < program->code_count || rest == RELEVANCE_STATIC;
        case REST_NUMBER: return rest <= kinds[k].most;
        case REST_SITES:
            return learnt_reuse(value, &old, &new) && old < program->code_count && new < program->code_count;
        }
    }
    return false;
}
