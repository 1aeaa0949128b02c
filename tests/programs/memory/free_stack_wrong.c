// expect: violation
// kinds: memory
#include <stdlib.h>

static void release(void *p)
{
    free(p); // <- violation
}

int main(void)
{
    int local[4] = {0};
    release(local);
    return 0;
}
