// expect: safe
// A function without a body is no matter as long as no execution calls it.
extern int mystery(int);

int main(void)
{
    int x = 3;
    if (x == 4)
        return mystery(x);
    return 0;
}
