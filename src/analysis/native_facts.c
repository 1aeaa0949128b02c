#include "analysis/native_facts.h"

#define NOTHING FACT_NOTHING
#define STOPS FACT_STOPS
#define WAITS FACT_WAITS
#define LOCKS FACT_LOCKS
#define TRIES FACT_TRIES
#define UNLOCKS FACT_UNLOCKS
#define BEGINS FACT_BEGINS
#define ENDS FACT_ENDS
#define SYNCHRONISES FACT_SYNCHRONISES
#define CREATES FACT_CREATES
#define JOINS FACT_JOINS
#define ENDS_THREAD FACT_ENDS_THREAD
#define CALLS_BACK FACT_CALLS_BACK
#define ASSERTS FACT_ASSERTS
#define ABORTS FACT_ABORTS
#define OVERFLOWS FACT_OVERFLOWS
#define ALLOCATES FACT_ALLOCATES
#define FREES FACT_FREES
#define COPIES FACT_COPIES
#define KEY FACT_KEY
#define EVERYTHING FACT_EVERYTHING

static const unsigned facts[NATIVE_COUNT] = {
#define FACTS(name, flags) [NATIVE_##name] = (flags) | FACT_LISTED,
#include "analysis/native_facts.def"
};

bool native_facts_listed(unsigned native)
{
    return native < NATIVE_COUNT && facts[native] & FACT_LISTED;
}

unsigned native_facts(unsigned native)
{
    return native_facts_listed(native) ? facts[native] & FACT_EVERYTHING : FACT_EVERYTHING;
}

int native_condition(unsigned native)
{
    switch (native) {
    case NATIVE_heddle_assume:
    case NATIVE_heddle_assert:
    case NATIVE___VERIFIER_assume:
    case NATIVE___VERIFIER_assert:
    case NATIVE_klee_assume:
    case NATIVE_klee_assert:
    case NATIVE___CPROVER_assume:
    case NATIVE___CPROVER_assert:
    case NATIVE___ESBMC_assume:
    case NATIVE___ESBMC_assert: return 0;
    default: return -1;
    }
}
