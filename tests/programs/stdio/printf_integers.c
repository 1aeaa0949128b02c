// expect: safe
// output: 1 -2 3000000000\n[    7][7    ][00007][+7][ 7]\nff FF 0xff 17 017\n-9223372036854775808 18446744073709551615\nA 65 -1 255 %\n[  042][42   ][]\n
#include <limits.h>
#include <stdio.h>

int main(void)
{
    printf("%d %i %u\n", 1, -2, 3000000000u);
    printf("[%5d][%-5d][%05d][%+d][% d]\n", 7, 7, 7, 7, 7);
    printf("%x %X %#x %o %#o\n", 255, 255, 255, 15, 15);
    printf("%ld %llu\n", LONG_MIN, ULLONG_MAX);
    printf("%c %d %hhd %hhu %%\n", 'A', 'A', (char)-1, (unsigned char)255);
    printf("[%5.3d][%-*d][%.0d]\n", 42, 5, 42, 0);
    return 0;
}
