// expect: violation
// kinds: memory
#include <stdlib.h>

static void insert(int *sorted, int count, int value)
{
    int i = count - 1;
    while (sorted[i] > value) { // <- violation
        sorted[i + 1] = sorted[i];
        i--;
    }
    sorted[i + 1] = value;
}

int main(void)
{
    int *sorted = malloc(8 * sizeof *sorted);
    sorted[0] = 4;
    insert(sorted, 1, 7);
    insert(sorted, 2, 1);
    free(sorted);
    return 0;
}
