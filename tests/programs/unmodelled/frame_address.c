// expect: inconclusive
// por: none default
// message: the address of a frame, or to return to
// Natively both are addresses.
#include <assert.h>

int main(void)
{
    assert(__builtin_frame_address(0) && __builtin_return_address(0));
    return 0;
}
