// expect: inconclusive
// message: what tdelete returns for the root
// Of the root tdelete returns some pointer but NULL, which is for nobody to look at.
#include <assert.h>
#include <search.h>
#include <stddef.h>

static int compare(const void *left, const void *right)
{
    return *(const int *)left - *(const int *)right;
}

int main(void)
{
    static int keys[] = {2, 1, 3};
    void *root = NULL;
    for (int i = 0; i < 3; i++)
        tsearch(&keys[i], &root, compare);
    int **result = tdelete(&keys[0], &root, compare);
    assert(result);
    return **result;
}
