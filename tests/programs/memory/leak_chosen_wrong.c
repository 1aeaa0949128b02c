// heddle: --property=leak --all
// expect: violation
// kinds: leak
// A block is lost for some inputs only.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
static void *slot[4], *first, *second;

int main(void)
{
    int j = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    if (j < 0 || j > 3 || k < 0 || k > 3)
        return 0;
    slot[j] = malloc(4); // <- violation
    slot[k] = malloc(8); // reached: nothing else is stored to slot[k]
    void **block = malloc(8); // <- violation
    *block = malloc(16); // <- violation
    first = j < k ? block : NULL;
    second = j > k ? (char *)block + 8 : NULL; // one past the end still counts
    first = second ? second : first;
    second = j == k && k == 3 ? first : slot[k];
    return 0;
}
