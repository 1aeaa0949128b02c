// Part of a mutated build (tests/mutate/run). $HEDDLE_MUTANT says which condition is always false or always true in
// this process; $HEDDLE_MUTANT_SEEN names a file to which the process, at its end, appends the values that
// conditions had.
#include "mutant.h"

#include <stdio.h>
#include <stdlib.h>

unsigned heddle_mutant = ~0u;
unsigned char *heddle_mutant_seen;

__attribute__((constructor)) static void begin(void)
{
    const char *number = getenv("HEDDLE_MUTANT");
    if (number)
        heddle_mutant = (unsigned)strtoul(number, NULL, 10);
    if (getenv("HEDDLE_MUTANT_SEEN"))
        heddle_mutant_seen = calloc(HEDDLE_MUTANTS, 1);
}

__attribute__((destructor)) static void end(void)
{
    FILE *file = heddle_mutant_seen ? fopen(getenv("HEDDLE_MUTANT_SEEN"), "a") : NULL;
    if (!file)
        return;
    for (unsigned k = 0; k < HEDDLE_MUTANTS; k++)
        if (heddle_mutant_seen[k])
            fprintf(file, "%u\n", k);
    fclose(file);
    free(heddle_mutant_seen);
    heddle_mutant_seen = NULL;
}
