// heddle: --effects={folder}/frames.effects
// expect: violation
// kinds: memory
// message: beyond the end|out of bounds|past the end|after
// It is the caller who says how much may be written.
#include "frames.h"

static void *seen(int *decoder, int kind)
{
    return kind ? decoder : 0;
}

int main(void)
{
    char text[4];
    int decoder = 1;
    get_frame(&decoder, seen, text, 5); // <- violation
    return 0;
}
