// expect: violation
// kinds: deadlock
// A pipe of Linux has sixteen pages; of these messages each takes one, since two do not fit: the seventeenth waits.
#include <unistd.h>

static char message[2049];

int main(void)
{
    int ends[2];
    pipe(ends);
    for (int k = 0; k < 17; k++)
        write(ends[1], message, sizeof message);
    return 0;
}
