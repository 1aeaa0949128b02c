// heddle: --property=assertion,exit,uninitialised
// expect: violation
// kinds: uninitialised
// por: states default
// clang: -DUNSET
// A variable of an endless thread is looked at before it is set.
#include "status_right.c"
