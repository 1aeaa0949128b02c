// The texts of a recording: places in the source, and global variables by name.
#ifndef HEDDLE_PREDICT_RECORDING_NAMES_H
#define HEDDLE_PREDICT_RECORDING_NAMES_H

#include "predict/event_trace.h"
#include "predict/recording_file.h"

struct recording_line {
    char *text;      // zero-terminated
    uint32_t number; // of the place in the trace, + 1; 0: not there yet
};

struct recording_symbol {
    uint64_t address, size;
    const char *name;
};

struct recording_names {
    char *place_text, *symbol_text;
    VECTOR(struct recording_line) places;
    VECTOR(struct recording_symbol) symbols; // by address
};

// False with the error set: a line of the names is none.
bool recording_names_read(struct recording_names *names, const struct recording_file *file,
                          struct error *error);
void recording_names_free(struct recording_names *names);

// What a thread of a recording is called, by its number: main, T1, T2, ... Owned by the caller.
char *recording_thread_name(uint32_t thread);
// The number in the trace of a place of the recording.
uint32_t recording_place(struct recording_names *names, struct event_trace *trace, uint32_t place);
// The name of the global variable in which the address lies; NULL: in none that is known.
const char *recording_symbol_name(const struct recording_names *names, uint64_t address);
// A new thing of the trace, of that name; where that is taken, of one that is like it.
uint32_t recording_unique_name(struct event_trace *trace, enum event_names kind, const char *name);
// A new thing of the trace at an address. Where its name is taken (static variables of several files), the
// address is added.
uint32_t recording_new_name(const struct recording_names *names, struct event_trace *trace,
                            enum event_names kind, const char *prefix, uint64_t address, uint32_t generation);

#endif
