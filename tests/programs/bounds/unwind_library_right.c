// heddle: --unwind=3
// expect: safe
// executions: none=1 classic=1 source=1 optimal=1
// The loops of heddle's own library are not the program's: --unwind leaves them alone.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int larger(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    char text[40], copy[40];
    int numbers[6] = {5, 3, 1, 2, 4, 0};
    srand(7);
    assert(rand() >= 0);
    printf("%s %d %x\n", "a text of many characters", 1234567, 0xabcdefu);
    snprintf(text, sizeof text, "%08d and %s", 12345, "what comes after it");
    strcpy(copy, text);
    assert(strlen(copy) == 8 + 5 + 19 && !strcmp(copy, text));
    assert(strtol("123456789", NULL, 10) == 123456789);
    qsort(numbers, 6, sizeof *numbers, larger);
    assert(numbers[0] == 0 && numbers[5] == 5);
    return 0;
}
