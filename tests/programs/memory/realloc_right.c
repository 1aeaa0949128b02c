// heddle: --property=assertion,memory,leak
// expect: safe
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int capacity = 1, count = 0;
    int *a = malloc(sizeof *a);
    for (int i = 0; i < 10; i++) {
        if (count == capacity) {
            capacity *= 2;
            a = realloc(a, (size_t)capacity * sizeof *a);
        }
        a[count++] = i * i;
    }
    for (int i = 0; i < 10; i++)
        assert(a[i] == i * i);
    a = realloc(a, 2 * sizeof *a);
    assert(a[1] == 1);
    free(a);
    int *b = realloc(NULL, 12);
    b[2] = 1;
    free(b);
    return 0;
}
