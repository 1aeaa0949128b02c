// Results that are not a number. IEEE 754 leaves their sign and payload open, and machines and compilers
// differ, so where a result depends on inputs its bits are an input, too: named, in every interleaving, by
// the thread and the count of its floating-point operations. The input says in which bits the result differs
// from what x86 processors give: the first operand that is not a number, made quiet, else the quiet one with
// sign and without payload. So its value 0 is the processor's result, which is also what operations on plain
// numbers give. Operations on numbers never look at these bits (float_operand, term/build.h), so that a
// program pays for them only where it does. Private to src/machine.
#ifndef HEDDLE_MACHINE_NAN_H
#define HEDDLE_MACHINE_NAN_H

#include "machine/state.h"

// Floating-point operations that a term can express tell their result here, exactly once each time they are
// executed: `number` of `width` bits, a term where one of the operands of `from` bits is one. Widths are 32
// or 64.
struct value nan_finish(struct machine *m, unsigned width, struct value number, unsigned from,
                        const struct value *operands, unsigned count);
// One bit that the result of the operation has open besides, where that is no matter of what is not a number:
// an input of the operation, counted as those are. To be called exactly once each time the operation is
// executed, before nan_finish. `plain`: whether it is known that the bit is open, or that it is not; then it
// is 0, but in a replay where it is `open`.
struct value nan_open_bit(struct machine *m, bool plain, bool open);
// The negation (magnitude: or the absolute value) of a number that is a term.
term nan_sign(struct machine *m, unsigned width, term a, bool magnitude);

#endif
