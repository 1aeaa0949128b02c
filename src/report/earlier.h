// What earlier checks found, kept in a store (store/store.h), and what of it still holds for a program that
// was edited since (docs/incremental.md).
//
// A check that ended `safe` leaves the program and the properties. A later check with the same options looks
// for the version that has most functions in common with its program, and
// - where nothing that runs has changed, takes over the verdict;
// - else checks only what the change can affect (analysis/affected.h).
// What comes from a store is verified: checksums, the invariants of programs, and that it is from the same
// heddle.
#ifndef HEDDLE_REPORT_EARLIER_H
#define HEDDLE_REPORT_EARLIER_H

#include "analysis/affected.h"
#include "base/bytes.h"
#include "explore/explore.h"
#include "report/earlier_summaries.h"
#include "report/settings.h"
#include "store/store.h"

struct earlier;

// Opens the store that the settings name, for checks of the program. NULL: they name none, or it cannot be
// used; then *problem says why, owned by the caller, and the check goes on without it.
struct earlier *earlier_open(const struct settings *settings, const struct program *program, char **problem);
void earlier_close(struct earlier *earlier); // NULL is allowed
// Why the store has failed since it was opened; NULL: it has not.
const char *earlier_failure(const struct earlier *earlier);

enum reuse_kind {
    REUSE_NOTHING,    // all has to be checked
    REUSE_VIOLATIONS, // the same program was checked, and what failed fails again
    REUSE_VERDICT,    // nothing that runs has changed since a check that ended `safe`
    REUSE_PLACES,     // what the change cannot affect is safe
    REUSE_SUMMARIES,  // what was found of states; all is checked
};

// What is taken over from an earlier check.
struct earlier_reuse {
    enum reuse_kind kind;
    const char *why;     // REUSE_NOTHING: a constant, or NULL: no earlier check fits
    char *title;         // of the program checked then; owned; NULL: none
    int64_t when;        // seconds since 1970
    uint64_t executions; // that it took then
    double seconds;
    struct affected_places places; // REUSE_PLACES: what is checked again; REUSE_SUMMARIES: what is affected
    double analysis_seconds;       // what it took to find out
    struct earlier_summaries *summaries; // of the check then; owned; NULL: there are none
    const char *no_summaries;            // why those that there are cannot be used, a constant; else NULL
};
void earlier_reuse_free(struct earlier_reuse *reuse);

// What holds for the program; owned by the caller (earlier_reuse_free).
struct earlier_reuse earlier_find(struct earlier *earlier, const struct settings *settings,
                                  const struct program *program);

// The store, and the key in it of something else about the program, down to names and lines, checked with
// these options: `what` says what else it depends on.
struct store *earlier_store(struct earlier *earlier);
struct store_key earlier_key(const struct earlier *earlier, const byte_vector *what);

// Keeps summaries of the program's check for later versions of it.
void earlier_keep_summaries(struct earlier *earlier, const struct settings *settings,
                            const struct checkpoint *summaries);

// Keeps the result of a check if a later one can use it. False with the error set: it could not be written.
bool earlier_keep(struct earlier *earlier, const struct settings *settings, const struct program *program,
                  const struct exploration *exploration, struct error *error);

// Which build of heddle runs, as text, by its content: what another one has found, or left unfinished, may
// mean something else. Owned by the caller. NULL with the error set: nothing tells this one from others.
char *earlier_build(struct error *error);

#endif
