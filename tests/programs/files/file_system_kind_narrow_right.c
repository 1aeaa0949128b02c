// clang: -m32 -D_FILE_OFFSET_BITS=64
// expect: safe
// Where long has 32 bits, and with statfs64.
#include "file_system_kind_right.c"
