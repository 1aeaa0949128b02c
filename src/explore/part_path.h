// The way to a part: executing a path from the start of the program, with what sleeps at its end; and the
// ways to what is left of it. Private to part*.c.
#ifndef HEDDLE_EXPLORE_PART_PATH_H
#define HEDDLE_EXPLORE_PART_PATH_H

#include "explore/part.h"
#include "explore/search.h"

enum part_way {
    PART_WAY_BEGUN,  // the path's last choice has been made: its step goes on with the result
    PART_WAY_ASLEEP, // everything that begins so is explored elsewhere
    PART_WAY_UNFIT,  // the path does not fit the program
    PART_WAY_STOPPED // the search has stopped, or has to start again
};

// From the start of the search, which has executed nothing. There is a choice point for each choice of the
// path between threads.
enum part_way part_follow(struct search *s, const part_path *path, enum step_result *result);

// Threads that are enabled in a state, in the order of their names.
struct named_thread {
    const char *name;
    uint32_t thread;
};
typedef VECTOR(struct named_thread) named_threads;
void part_name_threads(const struct search *s, const struct thread_set *enabled, named_threads *threads);
// Those of the set, by their places in that order.
struct thread_set part_places(const named_threads *threads, const struct thread_set *set);

// Hashes of the present state, with the threads that are enabled, and of the present choice within a step,
// for part_choice.check.
uint32_t part_check_state(const struct search *s, const named_threads *threads);
uint32_t part_check_alternative(const struct search *s);

#endif
