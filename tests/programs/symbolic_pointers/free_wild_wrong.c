// expect: violation
// kinds: memory
// message: invalid free
// timeout: 10
#include <stdlib.h>

int main(void)
{
    int *p;
    free(p); // <- violation
    return 0;
}
