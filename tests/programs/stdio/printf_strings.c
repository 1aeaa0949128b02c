// expect: safe
// output: plain\n[  abc][abc  ][ab][   ab]\n[abc][ab]\nx=1, y=two\n
#include <stdio.h>

int main(void)
{
    printf("plain\n");
    printf("[%5s][%-5s][%.2s][%5.2s]\n", "abc", "abc", "abc", "abc");
    char bytes[3] = {'a', 'b', 'c'}; // no final zero: the precision bounds what is read
    printf("[%.3s][%.*s]\n", bytes, 2, bytes);
    printf("x=%d, y=%s\n", 1, "two");
    return 0;
}
