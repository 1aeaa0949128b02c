// heddle: --property=assertion,exit,uninitialised
// expect: violation
// kinds: uninitialised
// por: default
// clang: -DUNSET
// A variable of an endless thread is looked at before it is set. A state that holds what was never written is like no other:
// the search over states alone does not come to it.
#include "status_right.c"
