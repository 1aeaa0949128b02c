// expect: safe
// A loop that is entered in the middle: irreducible control flow.
#include <assert.h>

static void copy(char *to, const char *from, int count)
{
    int rounds = (count + 3) / 4;
    switch (count % 4) {
    case 0:
        do {
            *to++ = *from++;
        case 3: *to++ = *from++;
        case 2: *to++ = *from++;
        case 1: *to++ = *from++;
        } while (--rounds > 0);
    }
}

int main(void)
{
    const char *text = "interleaving";
    char out[13] = {0};
    for (int n = 1; n <= 12; n++) {
        copy(out, text, n);
        assert(out[n - 1] == text[n - 1] && out[n] == 0);
    }
    return 0;
}
