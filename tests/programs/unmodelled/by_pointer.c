// expect: inconclusive
// message: mystery
extern int mystery(int);

static int (*volatile handler)(int) = mystery;

int main(void)
{
    return handler(3) == 4;
}
