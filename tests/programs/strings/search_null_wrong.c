// expect: violation
// kinds: memory
// The separator is missing, and nobody looked.
#include <string.h>

int main(void)
{
    char line[] = "key value";
    char *separator = strchr(line, '=');
    *separator = '\0'; // <- violation
    return 0;
}
