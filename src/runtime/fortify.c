// What _FORTIFY_SOURCE turns string functions into: the same with the room there is, as the compiler knows
// it. heddle checks every access anyway; here a call that would not fit ends as in glibc.
#include "runtime/runtime.h"

char *strncpy(char *restrict to, const char *restrict from, size_t count);
char *strcat(char *restrict to, const char *restrict from);
char *strncat(char *restrict to, const char *restrict from, size_t count);

size_t __heddle_object_size(const void *at);
int __heddle_choose(int n);

void __runtime_check_room(void *to, size_t needed, size_t room)
{
    if (needed <= room)
        return;
    size_t rest = __heddle_object_size(to);
    if (rest < needed && __heddle_choose(2) == 0)
        ((volatile char *)to)[rest] = 0;
    abort();
}

void *__memcpy_chk(void *restrict to, const void *restrict from, size_t count, size_t room)
{
    __runtime_check_room(to, count, room);
    return memcpy(to, from, count);
}

void *__memmove_chk(void *to, const void *from, size_t count, size_t room)
{
    __runtime_check_room(to, count, room);
    return memmove(to, from, count);
}

void *__memset_chk(void *to, int byte, size_t count, size_t room)
{
    __runtime_check_room(to, count, room);
    return memset(to, byte, count);
}

void *__mempcpy_chk(void *restrict to, const void *restrict from, size_t count, size_t room)
{
    __runtime_check_room(to, count, room);
    return (char *)memcpy(to, from, count) + count;
}

void __explicit_bzero_chk(void *to, size_t count, size_t room)
{
    __runtime_check_room(to, count, room);
    memset(to, 0, count);
}

char *__strcpy_chk(char *restrict to, const char *restrict from, size_t room)
{
    __runtime_check_room(to, strlen(from) + 1, room);
    return strcpy(to, from);
}

char *__stpcpy_chk(char *restrict to, const char *restrict from, size_t room)
{
    size_t length = strlen(from);
    __runtime_check_room(to, length + 1, room);
    return strcpy(to, from) + length;
}

char *__strncpy_chk(char *restrict to, const char *restrict from, size_t count, size_t room)
{
    __runtime_check_room(to, count, room);
    return strncpy(to, from, count);
}

char *__stpncpy_chk(char *restrict to, const char *restrict from, size_t count, size_t room)
{
    __runtime_check_room(to, count, room);
    size_t length = __runtime_length_within(from, count);
    strncpy(to, from, count);
    return to + length;
}

char *__strcat_chk(char *restrict to, const char *restrict from, size_t room)
{
    __runtime_check_room(to, strlen(to) + strlen(from) + 1, room);
    return strcat(to, from);
}

char *__strncat_chk(char *restrict to, const char *restrict from, size_t count, size_t room)
{
    __runtime_check_room(to, strlen(to) + __runtime_length_within(from, count) + 1, room);
    return strncat(to, from, count);
}
