// expect: violation
// kinds: memory
#include <stdint.h>

int main(void)
{
    int *p = (int *)(uintptr_t)0x7654321000u;
    return *p; // <- violation
}
