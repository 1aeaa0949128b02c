// expect: violation
// kinds: memory
#include <string.h>

int main(void)
{
    char path[12] = "/usr/lib";
    strcat(path, "/x.o"); // <- violation
    return path[0];
}
