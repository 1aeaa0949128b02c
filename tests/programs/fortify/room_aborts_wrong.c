// heddle: --property=abort
// expect: violation
// kinds: abort
// case: COPY=1 none default
// case: COPY=2 none default
// case: COPY=3 none default
// case: COPY=4 none default
// case: COPY=5 none default
// A fortified function that would need more room than the compiler knows of ends the program, whether there is more
// or not; some, as in glibc, though they would not need it.
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void *__memcpy_chk(void *to, const void *from, size_t count, size_t room);
int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...);
int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...);
ssize_t __read_chk(int descriptor, void *to, size_t count, size_t room);
size_t __fread_chk(void *to, size_t room, size_t size, size_t count, FILE *stream);

static struct {
    char small[4], behind[60];
} both;

int main(void)
{
#if COPY == 1
    __memcpy_chk(both.small, "longer than that", 8, 4);
#elif COPY == 2
    __snprintf_chk(both.small, 8, 0, 4, "%s", "ab");
#elif COPY == 3
    __sprintf_chk(both.small, 0, 4, "%s", "longer");
#elif COPY == 4
    int ends[2];
    if (pipe(ends) == 0 && write(ends[1], "x", 1) == 1)
        __read_chk(ends[0], both.small, 8, 4);
#else
    FILE *file = fopen("/dev/zero", "r");
    __fread_chk(both.small, 4, 1, 5, file);
#endif
    return both.behind[0];
}
