// Inputs, decisions and symbolic addresses: where the machine meets terms and the solver. Private to
// src/machine.
//
// Functions that return bool return false when the thread was stopped (a choice for the exploration, a
// violation, or a limit); the instruction is then executed again later, and finds what was decided in the
// path condition.
#ifndef HEDDLE_MACHINE_SYMBOLIC_H
#define HEDDLE_MACHINE_SYMBOLIC_H

#include "machine/state.h"

// A term as a value: constants become words.
struct value symbolic_value(struct machine *m, term t);
// A value as a term of that width.
term symbolic_term(struct machine *m, struct value v, unsigned width);

// A new input of the running thread. `name` is for people, may be NULL. Width at most 64.
struct value symbolic_input(struct machine *m, unsigned width, enum input_kind kind, const char *name);
// An input that the program asks for: as a floating-point number, or as what lies `offset` bytes in what
// it asks for.
struct value symbolic_asked_input(struct machine *m, unsigned width, enum input_kind kind, const char *name,
                                  bool is_float, uint64_t offset);
// An input with a name of its own, of the kind INPUT_NAN_BITS; 0 in a replay whose witness does not have it.
struct value symbolic_named_input(struct machine *m, uint64_t maker, uint64_t number, unsigned width);
// The input that stands for a byte that was never written since the object was made, and for those beside it:
// *byte is which of the input's bytes, lowest first. Every byte of an object belongs to one input only.
struct value symbolic_uninitialised(struct machine *m, const struct object *o, uint64_t offset,
                                    unsigned *byte);

// Inputs that the path condition and `question` (width 1) allow, into *model, whose values are then owned by
// the caller.
enum smt_answer symbolic_find_model(struct machine *m, term question, struct model *model);

// The name of what was never written that the term depends on, NULL if there is nothing. Owned by the caller.
char *symbolic_uninitialised_name(struct machine *m, term t);
// A term that matters (`what`: "a decision") may depend on what was never written: a violation if that is
// asked for, else a warning. False: stopped.
bool symbolic_uninitialised_is_fine(struct machine *m, term t, const char *what);

// Value of t in the present model of the path condition.
uint64_t symbolic_guess(struct machine *m, term t);

// Decides a condition (width 1): *truth is the side the execution is on. Where both are feasible the
// exploration is asked.
bool symbolic_decide(struct machine *m, term condition, bool *truth);
// Decides a condition; where both sides are feasible, the one on which it holds is explored first, with
// symbolic_decide the other.
bool symbolic_decide_holding_first(struct machine *m, term condition, bool *holds);
// The value as a word, forked over all it can be, small ones first. What is decided on the way to one value
// is the same wherever the term is the same, whatever else is known.
bool symbolic_concretise(struct machine *m, struct value v, unsigned width, uint64_t *bits);
// Whether the value is a word, or what is known lets it have one value only: *bits. What a native has made
// concrete once is found again when it is called again, whatever has become of the memory that the value
// points to.
bool symbolic_is_concrete(struct machine *m, struct value v, uint64_t *bits);
// The decisions so far leave it that value only.
void symbolic_set_concrete(struct machine *m, struct value v, uint64_t bits);
// In which of the spans (ascending, apart) the value lies: *which; `count`: in none of them, which is one
// alternative and explored first.
struct span {
    uint64_t first, last;
};
bool symbolic_among(struct machine *m, term t, unsigned width, const struct span *spans, uint32_t count,
                    uint32_t *which);
// Stops the machine for a choice of the exploration; a permission used by the present native is given back.
void symbolic_raise_choice(struct machine *m, struct machine_choice choice);
// Adds a condition to the path condition (machine_choose). False: the solver could not confirm that it can
// hold; reported, and the thread stopped for good.
bool symbolic_assume(struct machine *m, term condition);
// Adds a condition without a report: false where the solver does not find it satisfiable, and nothing was
// added.
bool symbolic_add_condition(struct machine *m, term condition);

#endif
