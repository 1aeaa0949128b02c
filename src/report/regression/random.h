// ---- random numbers that were inputs: the test says of which generators (HEDDLE_OPEN_...)

// As heddle's C library does (src/runtime/random.c): each number is a request of its own, the seed stays.
#if defined HEDDLE_OPEN_RANDOM || defined HEDDLE_OPEN_RAND_R
static int heddle_number(void)
{
    unsigned number;
    heddle_give((char *)&number, sizeof number);
    return (int)(number & 0x7fffffff);
}
#endif

#ifdef HEDDLE_OPEN_RANDOM
int rand(void)
{
    return heddle_number();
}

long random(void)
{
    return heddle_number();
}
#endif

#ifdef HEDDLE_OPEN_RAND_R
int rand_r(unsigned *seed)
{
    (void)seed;
    return heddle_number();
}
#endif

#if defined HEDDLE_OPEN_RAND48 || defined HEDDLE_OPEN_ERAND48
static uint64_t heddle_48_bits(void)
{
    uint64_t number;
    heddle_give((char *)&number, sizeof number);
    return number & 0xffffffffffff;
}
#endif

#ifdef HEDDLE_OPEN_RAND48
double drand48(void)
{
    return (double)heddle_48_bits() * 0x1p-48;
}

long lrand48(void)
{
    return (long)(heddle_48_bits() >> 17);
}

long mrand48(void)
{
    return (int32_t)(heddle_48_bits() >> 16);
}
#endif

#ifdef HEDDLE_OPEN_ERAND48
double erand48(unsigned short state[3])
{
    (void)state;
    return (double)heddle_48_bits() * 0x1p-48;
}

long nrand48(unsigned short state[3])
{
    (void)state;
    return (long)(heddle_48_bits() >> 17);
}

long jrand48(unsigned short state[3])
{
    (void)state;
    return (int32_t)(heddle_48_bits() >> 16);
}
#endif

#ifdef HEDDLE_OPEN_GETRANDOM
static void heddle_write_given(void *memory, size_t size, uintptr_t caller)
{
    heddle_point(HEDDLE_WRITE, memory, size, caller, false);
    heddle_give(memory, size);
}

ssize_t getrandom(void *memory, size_t size, unsigned flags)
{
    (void)flags;
    heddle_write_given(memory, size, HEDDLE_CALLER);
    return (ssize_t)size;
}

int getentropy(void *memory, size_t size)
{
    heddle_write_given(memory, size, HEDDLE_CALLER);
    return 0;
}

void arc4random_buf(void *memory, size_t size)
{
    heddle_write_given(memory, size, HEDDLE_CALLER);
}

uint32_t arc4random(void)
{
    uint32_t number;
    heddle_give((char *)&number, sizeof number);
    return number;
}

uint32_t arc4random_uniform(uint32_t bound)
{
    return bound ? arc4random() % bound : 0;
}
#endif
