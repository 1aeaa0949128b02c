// <sys/syscall.h>: system calls of files by their numbers, which are no points of cancellation.
#include "runtime/runtime.h"

ptrdiff_t read(int descriptor, void *to, size_t count);
ptrdiff_t write(int descriptor, const void *from, size_t count);
int open(const char *name, int flags, ...);
int openat(int directory, const char *name, int flags, ...);

#if __SIZEOF_POINTER__ == 8
enum { READ = 0, WRITE = 1, OPEN = 2, OPENAT = 257 };
#else
enum { READ = 3, WRITE = 4, OPEN = 5, OPENAT = 295 };
#endif

// Calls of `syscall` by its name with one of these numbers (src/lower/builtins.c); arguments that are not
// there are 0.
long __runtime_file_call(long number, long a, long b, long c, long d, long e, long f)
{
    (void)e;
    (void)f;
    if (__heddle_threads_are_cancelled())
        __heddle_unmodelled("a system call of files in a program that cancels threads");
    switch (number) {
    case READ: return read((int)a, (void *)b, (size_t)c);
    case WRITE: return write((int)a, (const void *)b, (size_t)c);
    case OPEN: return open((const char *)a, (int)b, (unsigned)c);
    default: return openat((int)a, (const char *)b, (int)c, (unsigned)d);
    }
}
