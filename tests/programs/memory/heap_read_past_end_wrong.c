// expect: violation
// kinds: memory
// The last byte of the integer lies outside.
#include <stdlib.h>

int main(void)
{
    char *bytes = calloc(7, 1);
    int value = *(int *)(bytes + 4); // <- violation
    free(bytes);
    return value;
}
