// expect: violation
// kinds: memory
// The compiler sees that the pointer is null; the store must still be there.
#include <stddef.h>

int main(void)
{
    int *p = NULL;
    *p = 1; // <- violation
    return 0;
}
