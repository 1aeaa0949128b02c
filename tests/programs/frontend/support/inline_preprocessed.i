# 1 "inline_preprocessed.c"
inline int LEFT(int x)
{
    return x + 2;
}
int preprocessed(int x)
{
    return LEFT(x);
}
