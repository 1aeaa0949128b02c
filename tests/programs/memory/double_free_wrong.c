// expect: violation
// kinds: memory
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    int *alias = p;
    free(p);
    free(alias); // <- violation
    return 0;
}
