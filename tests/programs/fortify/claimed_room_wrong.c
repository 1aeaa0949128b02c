// clang: -w
// expect: violation
// kinds: memory
// case: COPY=1 none default
// case: COPY=2 none default
// case: COPY=3 none default
// case: COPY=4 none default
// case: COPY=5 none default
// case: COPY=6 none default
// case: COPY=7 none default
// A fortified function that is told of more room than there is writes beyond it, or is told the truth, and only glibc
// keeps it from that.
#include <stddef.h>
#include <string.h>

void *__memcpy_chk(void *to, const void *from, size_t count, size_t room);
void *__memset_chk(void *to, int byte, size_t count, size_t room);
char *__strcpy_chk(char *to, const char *from, size_t room);
int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...);
int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...);

int main(void)
{
    char small[4];
    static const char text[] = "longer than that";
#if COPY == 1
    __memcpy_chk(small, text, 8, 16);
#elif COPY == 2
    __strcpy_chk(small, text, 100);
#elif COPY == 3
    __snprintf_chk(small, 8, 0, 8, "%s", text);
#elif COPY == 4
    __sprintf_chk(small, 0, 100, "%s", text);
#elif COPY == 5
    __memset_chk(small, 0, 5, 4);
#elif COPY == 6
    __strcpy_chk(small, text, 4);
#else
    __sprintf_chk(small, 0, 4, "%s", text);
#endif
    return small[0];
}
