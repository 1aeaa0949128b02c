// expect: violation
// kinds: deadlock
// message: thread main waits for ever .read.
// What was printed to the pipe is still in the buffer: nobody flushes it.
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    char text[64];
    pipe(ends);
    int saved = dup(1);
    dup2(ends[1], 1);
    printf("a line of text\n");
    dup2(saved, 1);
    read(ends[0], text, sizeof text); // <- violation
    return 0;
}
