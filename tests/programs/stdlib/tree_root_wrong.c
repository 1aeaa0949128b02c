// expect: violation
// kinds: memory
// message: use after free
// What tdelete returns for the root must not be accessed: the root may be freed.
#include <search.h>
#include <stddef.h>

static int compare(const void *left, const void *right)
{
    return *(const int *)left - *(const int *)right;
}

int main(void)
{
    static int keys[] = {2, 1};
    void *root = NULL;
    tsearch(&keys[0], &root, compare);
    tsearch(&keys[1], &root, compare);
    int **result = tdelete(&keys[0], &root, compare);
    return **result;
}
