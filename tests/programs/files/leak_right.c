// heddle: --property=leak,memory
// expect: safe
// A stream that is left open is reached by the library.
#include <stdio.h>

int main(void)
{
    fopen("f", "w");
    return 0;
}
