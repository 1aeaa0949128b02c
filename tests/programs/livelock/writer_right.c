// heddle: --property=livelock,deadlock --prefer-writers
// expect: safe
// por: states default
// Where no reader is let in while a writer waits the lock becomes free.
#include "writer_wrong.c"
