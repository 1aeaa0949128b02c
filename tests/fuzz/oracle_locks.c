// The static proof that a program has no data race (analysis/race_proof.h) against exploration: where there
// is a proof, no execution has a race. `proven`: how many programs have a proof; `free`: how many have no
// race and were explored to their end, so that a proof was possible.
#include "oracle.h"

#include "analysis/race_proof.h"
#include "base/memory.h"

#include <stdio.h>

struct outcome {
    char *race; // the first one; owned; NULL: none
    char *wrong;
    bool whole; // all was explored
};

static struct outcome look_for_races(const struct program *program, const struct oracle_options *options)
{
    struct exploration_options o = {.por = POR_SOURCE,
                                    .max_seconds = options->max_seconds,
                                    .max_executions = options->max_executions,
                                    .solver_milliseconds = 5000,
                                    .machine = {.properties = 1u << PROPERTY_DATA_RACE}};
    struct exploration *e = explore(program, &o);
    struct outcome outcome = {.whole = e->verdict == VERDICT_SAFE};
    if (e->violations.size)
        outcome.race = oracle_violation_text(program, &e->violations.data[0]);
    if (e->internal_error)
        outcome.wrong = memory_format("internal error: %s", e->internal_error);
    exploration_free(e);
    return outcome;
}

static void check_program(const struct program *program, const struct oracle_options *options,
                          uint32_t number)
{
    struct race_proof *proof = race_proof_try(program);
    struct outcome seen = look_for_races(program, options);
    if (seen.wrong)
        printf("%u failed %s\n", number, seen.wrong);
    else if (proof->proven && seen.race)
        printf("%u failed proven to have no race: %s\n", number, seen.race);
    else
        printf("%u passed proven %u free %u races %u both %u%s%s\n", number, proof->proven, seen.whole,
               seen.race != NULL, proof->proven && seen.whole,
               options->verbose && proof->why_not ? " : " : "",
               options->verbose && proof->why_not ? proof->why_not : "");
    memory_free(seen.race);
    memory_free(seen.wrong);
    race_proof_free(proof);
}

void oracle_locks(struct program *program, const struct oracle_options *options)
{
    oracle_check_all(program, options, check_program);
}
