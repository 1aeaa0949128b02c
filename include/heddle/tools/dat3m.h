/* What programs for Dartagnan find as <dat3m.h> where Dartagnan's own is not installed.
 * https://github.com/hernanponcedeleon/Dat3M */
#ifndef DAT3M_H
#define DAT3M_H

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
_Bool __VERIFIER_nondet_bool(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
void __VERIFIER_assume(int condition);
void __VERIFIER_assert(int condition);

/* Hints: heddle finds loops that wait. */
void __VERIFIER_loop_bound(int rounds);
void __VERIFIER_loop_begin(void);
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(int left);

#define await_while(condition) while (condition)

#endif
