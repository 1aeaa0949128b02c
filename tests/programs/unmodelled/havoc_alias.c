// heddle: --havoc=wscanf,posix_fallocate
// clang: -D_FILE_OFFSET_BITS=64
// expect: safe
// The compiler calls __isoc99_wscanf and posix_fallocate64: --havoc knows them by the names in the source.
#include <fcntl.h>
#include <stdio.h>
#include <wchar.h>

int main(void)
{
    int number = 0;
    if (wscanf(L"%d", &number) == 1)
        return 1;
    return posix_fallocate(5, 0, 10) == 0;
}
