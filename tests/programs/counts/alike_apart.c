// expect: safe
// heddle: --slice=off --independence=outcome
// case: N=2 HOW=0 none=2 classic=2 optimal=2
// case: N=3 HOW=0 optimal=6
// case: N=3 HOW=1 optimal=36
// case: N=4 HOW=1 optimal=576
// case: N=2 HOW=1 ROUNDS=2 optimal=34
// case: N=3 HOW=1 ROUNDS=2 optimal=7134
// The program of alike.c, whose threads are explored in every order.
#include "alike.c"
