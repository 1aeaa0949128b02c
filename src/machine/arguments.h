// What a function gets as its arguments: a call through a pointer, or one by the machine itself (of a
// thread's routine, main, handlers, destructors), may have other ones than the function takes. Private to
// src/machine.
#ifndef HEDDLE_MACHINE_ARGUMENTS_H
#define HEDDLE_MACHINE_ARGUMENTS_H

#include "machine/state.h"

// Whether the words of a call through a pointer, of that operand list, are of the sorts and widths that the
// function takes and returns, as far as both have any: C leaves open what happens otherwise. False: reported
// as not modelled, and the thread stopped.
bool arguments_fit(struct machine *m, const struct function *function, const uint32_t *list);
// Writes the words of a call into the registers of the new frame; an input where none was passed.
void arguments_of_call(struct machine *m, const struct function *function, struct cell *registers,
                       const struct value *words, uint32_t count);
// Registers of a frame that arguments begin with.
uint32_t arguments_count(const struct function *function);
// Enters a function that the machine calls itself, with integers or pointers as wide as a register: one that
// takes narrower integers gets the lower bits, as by the calling conventions of x86. False: the thread was
// stopped, since that function takes something else (not modelled) or the calls are too deep.
bool arguments_enter(struct machine *m, uint32_t function, uint32_t return_code, const struct value *words,
                     uint32_t count);
// What the function returned, as a pointer: what a narrower one leaves open is an input.
struct value arguments_pointer(struct machine *m, const struct function *function, struct value result);

#endif
