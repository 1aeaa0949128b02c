// expect: violation
// kinds: memory
// No room for the final zero.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    const char *name = "heddle";
    char *copy = malloc(strlen(name));
    strcpy(copy, name); // <- violation
    free(copy);
    return 0;
}
