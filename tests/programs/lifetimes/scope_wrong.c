// expect: violation
// kinds: memory
// message: use after scope: read of 4 bytes in inner
static int *kept;

static void keep(int *p)
{
    kept = p;
}

int main(void)
{
    {
        int inner = 1;
        keep(&inner);
    }
    return *kept; // <- violation
}
