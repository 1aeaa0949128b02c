// What names a compilation in the cache: everything but the content of the files that it reads.
#ifndef HEDDLE_PROGRAM_REQUEST_H
#define HEDDLE_PROGRAM_REQUEST_H

#include "program/compile.h"

// Of the whole program.
struct cache_key request_key(const struct build *build);
// Of the whole program, as one that records what it does; `steered`: build_instrument.
struct cache_key request_recorded_key(const struct build *build, bool steered);
// Of one of its sources, to bitcode.
struct cache_key request_unit_key(const struct build *build, const struct unit *unit);

#endif
