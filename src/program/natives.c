#include "program/natives.h"

#include <string.h>

#define NOTHING FACT_NOTHING
#define EVERYTHING FACT_EVERYTHING
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
#define ALLOCATES FACT_ALLOCATES
#define FREES FACT_FREES
#define COPIES FACT_COPIES
#define KEY FACT_KEY
#define OVERFLOWS FACT_OVERFLOWS
#define ENDS_PROGRAM FACT_ENDS_PROGRAM
#define CONDITION FACT_CONDITION
#define ERRNO FACT_ERRNO
#define HIDES FACT_HIDES
#define PRIVATE FACT_PRIVATE
#define OVERRIDES FACT_OVERRIDES
#define INTERNAL FACT_INTERNAL
#define IDLE FACT_IDLE
#define ANONYMOUS FACT_ANONYMOUS
#define CONSTANT FACT_CONSTANT

static const struct {
    const char *name;
    unsigned facts;
} natives[] = {
#define NATIVE(name, facts, ...) {#name, facts},
#include "program/natives.def"
};

const char *native_name(unsigned native)
{
    return native < NATIVE_COUNT ? natives[native].name : "?";
}

unsigned native_find(const char *name)
{
    unsigned i = 0;
    while (i < NATIVE_COUNT && strcmp(natives[i].name, name) != 0)
        i++;
    return i;
}

unsigned native_facts(unsigned native)
{
    return native < NATIVE_COUNT ? natives[native].facts : FACT_EVERYTHING;
}
