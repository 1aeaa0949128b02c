// expect: violation
// kinds: memory
// message: use after free
// A node with two children is deleted: the next larger key moves to it, and that key's node is gone.
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
    int **three = NULL;
    for (int i = 0; i < 3; i++)
        three = tsearch(&keys[i], &root, compare);
    tdelete(&keys[0], &root, compare);
    return **three - 3;
}
