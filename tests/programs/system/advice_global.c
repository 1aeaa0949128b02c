// expect: inconclusive
// message: this advice of madvise, for more than one mapping, or for what is none
// A variable that is not needed for now holds its first value again, since its pages are the program's file's.
#define _GNU_SOURCE
#include <assert.h>
#include <sys/mman.h>

static _Alignas(4096) char page[4096] = {7};

int main(void)
{
    page[0] = 1;
    assert(madvise(page, sizeof page, MADV_DONTNEED) == 0);
    assert(page[0] == 7);
    return 0;
}
