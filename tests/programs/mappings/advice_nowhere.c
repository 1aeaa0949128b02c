// expect: inconclusive
// message: a range of pages in no variable, block or mapping
// Memory of malloc and variables may be locked; of what lies far behind them nothing is known.
#include <assert.h>
#include <stdlib.h>
#include <sys/mman.h>

static char variable[5000];

int main(void)
{
    char *block = malloc(9000), local[10] = "";
    assert(block && mlock(block, 9000) == 0 && mlock(block + 8000, 1000) == 0 && mlock(block + 1, 0) == 0);
    assert(mlock(variable + 4999, 1) == 0 && mlock(variable, sizeof variable) == 0 && mlock(local, sizeof local) == 0);
    free(block);
    assert(mlock(variable, (size_t)1 << 45) == 0);
    return 0;
}
