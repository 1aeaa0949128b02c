// expect: violation
// kinds: memory
// timeout: 10
#include <string.h>

int main(void)
{
    char *p, buffer[8];
    memcpy(buffer, p, 8); // <- violation
    return 0;
}
