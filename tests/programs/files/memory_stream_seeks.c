// expect: inconclusive
// message: seeking in a stream over memory
#include <stdio.h>

int main(void)
{
    char *text;
    size_t length;
    FILE *stream = open_memstream(&text, &length);
    rewind(stream);
    return 0;
}
