// expect: violation
// kinds: memory
struct device {
    int (*open)(int);
    int (*close)(int);
};

static int opened(int x) { return x + 1; }

static struct device device = {.open = opened};

int main(void)
{
    int x = device.open(1);
    x = device.close(x); // <- violation
    return x;
}
