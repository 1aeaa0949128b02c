// heddle: --property=assertion,exit,uninitialised
// expect: violation
// kinds: exit
// por: states default
// clang: -DSTATUS=1
// The program ends with a status other than 0, while another thread never ends.
#include "status_right.c"
