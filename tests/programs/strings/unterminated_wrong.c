// expect: violation
// kinds: memory
// strncpy leaves a full buffer without its final zero.
#include <string.h>

int main(void)
{
    char name[4];
    strncpy(name, "abcdef", sizeof name);
    return (int)strlen(name); // <- violation
}
