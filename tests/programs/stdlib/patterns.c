// expect: inconclusive
// message: fnmatch with FNM_EXTMATCH
#define _GNU_SOURCE
#include <assert.h>
#include <fnmatch.h>

int main(void)
{
    assert(fnmatch("+(ab)", "abab", FNM_EXTMATCH) == 0);
}
