// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(void)
{
    int numbers[] = {5, -3, 9, 0, 5, 2, -8};
    qsort(numbers, 7, sizeof numbers[0], by_value);
    for (int i = 0; i < 6; i++)
        assert(numbers[i] <= numbers[i + 1]);
    assert(numbers[0] == -8 && numbers[6] == 9);
    const char *words[] = {"pear", "apple", "fig"};
    qsort(words, 3, sizeof words[0], by_text);
    assert(!strcmp(words[0], "apple") && !strcmp(words[2], "pear"));
    int key = 2;
    int *found = bsearch(&key, numbers, 7, sizeof numbers[0], by_value);
    assert(found && *found == 2);
    key = 3;
    assert(bsearch(&key, numbers, 7, sizeof numbers[0], by_value) == NULL);
    qsort(numbers, 0, sizeof numbers[0], by_value);
    return 0;
}
