// heddle: --property=uninitialised
// expect: violation
// kinds: uninitialised
// The padding of a structure was never written.
#include <stdio.h>

int main(void)
{
    struct {
        char c;
        int n;
    } padded;
    padded.c = 'a';
    padded.n = 1;
    fwrite(&padded, sizeof padded, 1, stdout); // <- violation
    return 0;
}
