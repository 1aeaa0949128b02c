// expect: safe
// heddle: --independence=observers,commute,outcome,peek --property=deadlock
// The program of held_at_the_end.c, whose threads are explored in every order.
#include "held_at_the_end.c"
