// expect: violation
// kinds: assertion
// por: states default
// A reader that leaves takes away the others.
#define WRONG
#include "reader_writer_server_right.c"
