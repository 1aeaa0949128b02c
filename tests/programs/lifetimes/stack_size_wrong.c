// heddle: --stack-size=16K
// expect: violation
// kinds: memory
// message: stack overflow: a call of large takes 20016 bytes, and .* of 16384 are in use
static int large(void)
{
    char bytes[20000];
    *(volatile char *)bytes = 1;
    return bytes[0];
}

int main(void)
{
    return large(); // <- violation
}
