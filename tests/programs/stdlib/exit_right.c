// expect: safe
// exit ends the program wherever it is called.
#include <stdlib.h>
void reach_error(void) {}

static void leave(int status)
{
    if (status)
        exit(status);
}

int main(void)
{
    leave(0);
    leave(3);
    reach_error();
    return 0;
}
