// expect: violation
// kinds: memory
// message: printing to memory that an argument overlaps
// glibc's snprintf writes the first byte of its target before it reads the text: this appends nothing.
#include <stdio.h>

int main(void)
{
    char text[32] = "ab";
    snprintf(text, sizeof text, "%sx", text); // <- violation
    return 0;
}
