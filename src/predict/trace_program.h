// The concurrent trace program of one execution in the machine (CTP section 3): its events with what they
// read and write, what each needs to be reached, and which event comes before which in every order of them.
#ifndef HEDDLE_PREDICT_TRACE_PROGRAM_H
#define HEDDLE_PREDICT_TRACE_PROGRAM_H

#include "predict/machine_run.h"

#define NO_EVENT 0xffffffffu

typedef VECTOR(uint32_t) event_list;

// A visible operation, or an access while no other thread lives (`silent`: no step of a schedule).
struct trace_event {
    uint32_t thread, number; // number: of the thread's events, from 1
    uint32_t item;           // of the run
    uint32_t step;           // in the run's schedule
    uint32_t access_begin, access_end;
    uint32_t after_begin, after_end; // what comes right before it in every order: in `after`
    bool silent;
    bool ordered;       // see struct followed_item
    bool section;       // one of several of an atomic section
    uint32_t region;    // the thread's, meant to be atomic; 0: none
    uint32_t last;      // of an atomic section, in its first event: the last one; else the event itself
    term reached;       // what holds if the event is executed: that its thread came there
    term section_ended; // of an atomic section, in its first event: what holds where the section is over
    term executed;      // a variable of width 1, or where `silent` what `reached` is
    term order;         // a variable: its place in the order of all events
};

struct trace_access {
    uint32_t event;
    uint64_t address;
    uint32_t size;
    bool write, fixed;
    term t, before; // as in struct followed_item
    uint64_t value;
};

// An assertion that held, or a branch around an error function: what would fail.
struct trace_assertion {
    uint32_t thread, code;
    term condition;                  // what held
    term reached;                    // that the thread comes there
    uint32_t item;                   // of the run: where it was decided
    uint32_t after_begin, after_end; // events that come before it: in `after`
};

struct trace_program {
    struct terms *terms;
    const struct machine_run *run;
    VECTOR(struct trace_event) events; // in the order of the run
    VECTOR(struct trace_access) accesses;
    VECTOR(struct trace_assertion) assertions;
    VECTOR(struct trace_assertion)
    suspects; // what the machine may report where it does not hold: null pointers
    VECTOR(uint32_t) after;
    VECTOR(term) order;     // what holds in every order: places of events that follow each other
    VECTOR(term) completed; // by thread: that it got as far as it did; TERM_NONE: it never began
    VECTOR(uint32_t)
    clocks; // by event and thread: how many of that thread's events come before it, or are it
    uint32_t threads;
    term waived; // a variable: 0, or the number from 1 of an assertion after which threads go on though it
                 // failed
};

// Borrows the run. `properties`: which of assertion and abort to look for.
void trace_program_make(struct trace_program *p, const struct program *program, struct terms *terms,
                        const struct machine_run *run, uint32_t properties);
void trace_program_free(struct trace_program *p);

// Whether the first event comes before the second, which is another one, in every order.
static inline bool trace_program_before(const struct trace_program *p, uint32_t first, uint32_t second)
{
    const struct trace_event *e = &p->events.data[first];
    return e->number <= p->clocks.data[(uint64_t)second * p->threads + e->thread];
}

// Whether the event releases memory, or destroys an object: whoever uses it later fails.
bool trace_program_ends_object(const struct trace_program *p, uint32_t event);

#endif
