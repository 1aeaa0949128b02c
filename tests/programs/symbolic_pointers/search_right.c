// expect: safe
// Binary search finds every key that is there, and nothing else.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static const int sorted[7] = {-5, 0, 3, 8, 12, 40, 41};

static int find(int key)
{
    int low = 0, high = 6;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (sorted[middle] == key)
            return middle;
        if (sorted[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

int main(void)
{
    int key = __VERIFIER_nondet_int();
    int at = find(key);
    if (at >= 0)
        assert(sorted[at] == key);
    else
        for (int i = 0; i < 7; i++)
            assert(sorted[i] != key);
    return 0;
}
