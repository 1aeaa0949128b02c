// Variable arguments: the object that a call makes of them, and the va_list that leads there. Private to
// src/machine.
//
// For x86-64 the object is laid out as a function of variable arguments finds them natively (System V ABI,
// 3.5.7): the area where it saves the registers that arguments come in, and behind that those in memory.
// Registers without an argument count as used, so that reading more arguments than were passed is out of
// bounds. For i386 all lie in memory.
#ifndef HEDDLE_MACHINE_VARIADIC_H
#define HEDDLE_MACHINE_VARIADIC_H

#include "machine/state.h"

// Makes the object with the variable arguments of a call list, a stack object of the frame that comes next.
// Operands are read in the caller's frame. False: the thread does not get on.
bool variadic_make(struct machine *m, const uint32_t *list, uint32_t *object);

#endif
