// expect: safe
// Memory that is reserved first, and of which all but the guard pages at both ends may be used then.
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

int main(void)
{
    char *all = mmap(NULL, 4 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), copy[8];
    assert(all != MAP_FAILED);
    assert(mprotect(all + PAGE, PAGE, PROT_READ | PROT_WRITE) == 0);
    char *middle = all + PAGE;
    assert(middle[0] == 0 && middle[PAGE - 1] == 0);
    middle[PAGE - 4] = 'a';
    // More of it: what lies across both pages is one thing.
    assert(mprotect(all + 2 * PAGE, PAGE, PROT_READ | PROT_WRITE) == 0);
    memcpy(middle + PAGE - 4, "abcdefg", 8);
    memcpy(copy, middle + PAGE - 4, 8);
    assert(strcmp(copy, "abcdefg") == 0 && middle[PAGE] == 'e');
    // For a while nobody may write; what the page holds stays.
    assert(mprotect(middle, PAGE, PROT_READ) == 0 && middle[PAGE - 4] == 'a');
    assert(mprotect(middle, PAGE, PROT_NONE) == 0);
    assert(mprotect(middle, PAGE, PROT_READ | PROT_WRITE) == 0 && middle[PAGE - 1] == 'd');
    middle[0] = 1;
    return munmap(all, 4 * PAGE);
}
