// heddle: --property=assertion
// expect: violation
// kinds: assertion
// Before it is flushed nothing need be there.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *text = NULL;
    size_t length = 7;
    FILE *stream = open_memstream(&text, &length);
    fprintf(stream, "text");
    assert(length == 4);
    fclose(stream);
    free(text);
    return 0;
}
