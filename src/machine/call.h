// Where the stepper meets natives and the life of threads. Private to src/machine.
#ifndef HEDDLE_MACHINE_CALL_H
#define HEDDLE_MACHINE_CALL_H

#include "machine/state.h"

// Executes a call of a native at instruction i. `function` is its declaration, NULL where the call names the
// native only.
const struct instruction *call_native(struct machine *m, const struct instruction *i, uint32_t native,
                                      const struct function *function, const uint32_t *operands);

// A function without body and model is called. True: --havoc lets it return anything, the words of
// step_havoc_word, and change nothing. False: the thread has been stopped.
bool step_may_havoc(struct machine *m, const struct function *function);
struct value step_havoc_word(struct machine *m, const struct function *function, uint32_t word);

// Begins an atomic section: a visible operation. False: stopped at the scheduling point.
bool step_atomic_begin(struct machine *m);
void step_atomic_end(struct machine *m);

// The address of a function that is called, as a word, forked over the functions it can be; all else is one
// violation. A word that no input decides is not checked. False: stopped.
bool symbolic_function(struct machine *m, struct value v, const char *what, uint64_t *address);
// The function at that address, NO_FUNCTION if none.
uint32_t step_function_at(const struct machine *m, uint64_t address);

// Violation: "WHAT counter, which is no function", where a function is called at that address. NULL.
const struct instruction *step_no_function(struct machine *m, const char *what, uint64_t address);

// The bottom function of the running thread returned this: what comes next in the life of the thread.
const struct instruction *thread_returned(struct machine *m, uint32_t function, struct value result);
// The first instruction of the next stage of the thread's life, NULL when it stops.
const struct instruction *thread_live(struct machine *m);
// Where all threads have ended, and main not by returning: the program ends with status 0, and handlers of
// atexit and destructors run. The thread that ends last runs them; here that is main, which has none of its
// own steps left, after all others (stand_in.h). NULL: not so, or there is nothing to run.
struct thread *thread_after_last(struct machine *m);
// Creates main.
struct thread *thread_main(struct machine *m);
// Gives canonical numbers to threads; `parent` NULL: main. NULL: too many.
struct thread *thread_intern(struct machine *m, struct thread *parent, uint32_t child);
// The running thread is about to end the program, or returns from main, with this status: notes it for
// `exit`, where that is asked for, or says so. False: stopped.
bool thread_end_status(struct machine *m, struct value status);
bool thread_main_status(struct machine *m, struct value status); // if it is main that returns
bool thread_exit_status(struct machine *m, struct value status); // at the end of the runtime's exit()
// Whether the running thread is main, and on its way from constructors to the end of the program.
bool thread_runs_main(const struct machine *m);
// The program ends at the running thread (exit, return from main): it never goes on.
const struct instruction *thread_program_end(struct machine *m);
// When an execution is over: the properties leak and thread-leak, where they are asked for.
void leak_end(struct machine *m);
void thread_leak_end(struct machine *m);
// Whether the thread has to run in this step: it was just created, or the thread that it joins has ended.
bool thread_wakes(struct machine *m, const struct thread *t);

#endif
