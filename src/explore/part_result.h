// What is said of a part between who explores it and who puts the parts together (split.h), as bytes that do
// not depend on the machine. Private to part*.c and split*.c.
#ifndef HEDDLE_EXPLORE_PART_RESULT_H
#define HEDDLE_EXPLORE_PART_RESULT_H

#include "explore/part.h"
#include "explore/search.h"

// What all parts are explored with: names of threads, in the order of their numbers, facts, and what was
// seen.
void part_write_epoch(const struct search *s, byte_vector *to);
// Of a search that has executed nothing: it begins with these. False: damaged.
bool part_begin_epoch(struct search *s, struct byte_reader *from);

// What is left at one choice point of the last execution: where it went on, and what else is to be explored
// from there; between threads `threads`, by their places, within a step all alternatives behind that one.
struct part_rest {
    struct part_choice last;
    struct thread_set threads;
    bool planned; // any
};

// A part that is explored.
struct part_search {
    struct search *s;
    const part_path *path;
    const struct part_limits *limits;
    enum part_end end;
    VECTOR(struct part_rest) rest; // choice points below the part's path, the last one first
};

// Appends what part_read_result reads.
void part_write_result(const struct part_search *part, byte_vector *to);

// Statistics of all parts, which the search that puts them together does not have by itself.
struct part_totals {
    struct machine_statistics machine;
    struct smt_statistics solver;
};

// What follows from a result.
enum part_news {
    PART_NEWS_DONE,   // the part is explored, but for what it leaves to others and asks for
    PART_NEWS_EPOCH,  // something was learnt: a new epoch begins
    PART_NEWS_STOP,   // the search has been stopped
    PART_NEWS_DAMAGED // nobody can read that
};
// What a result leaves to others, and asks for.
struct part_wishes {
    VECTOR(struct part_rest) rest;   // the first choice point first
    VECTOR(struct thread_set) asked; // by choice of the path between threads: places
};
enum part_news part_read_result(struct search *s, struct part_totals *totals, struct byte_reader *from,
                                struct part_wishes *wishes);
void part_free_wishes(struct part_wishes *wishes);

#endif
