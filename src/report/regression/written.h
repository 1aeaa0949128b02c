// ---- decisions and addresses that hang on what was never written

#ifdef HEDDLE_UNINITIALISED
// The schedule is followed three times, by the process and before by two children of it, which end with the
// schedule. Memory that was never written, of the heap and the stack, is filled with zeros, by one child with
// ones. What differs then between that child and both the others, in the operands of comparisons, the way
// through the program and the addresses of accesses, hangs on such memory: what differs for another reason
// (the time, the number of the process) differs between the others, too. Looked at is what one thread does in
// one function: HEDDLE_UNINITIALISED, two strings.
enum { HEDDLE_DECISIONS = 1 << 16 };
struct heddle_decision {
    uintptr_t code, first, second;
};
struct heddle_decisions {
    unsigned count;
    struct heddle_decision list[HEDDLE_DECISIONS];
};

static struct heddle_decisions *heddle_zeros, *heddle_ones; // what the children have seen
static struct heddle_decisions *heddle_records; // of the running child; NULL: it is the process itself
static unsigned heddle_decided;
static struct heddle_place heddle_deciding;
unsigned char heddle_filling; // not static: see __fentry__

static bool heddle_is_same(const struct heddle_decision *a, const struct heddle_decision *b)
{
    return a->code == b->code && a->first == b->first && a->second == b->second;
}

static void heddle_compare(const struct heddle_decision *decision, unsigned number)
{
    if (number < heddle_zeros->count && number < heddle_ones->count &&
        heddle_is_same(decision, &heddle_zeros->list[number]) &&
        !heddle_is_same(decision, &heddle_ones->list[number]))
        heddle_fail("uninitialised: what happens hangs on memory that was never written", "");
}

static void heddle_decide(uintptr_t code, uintptr_t first, uintptr_t second)
{
    static const char *const looked_at[] = {HEDDLE_UNINITIALISED};
    const struct heddle_decision decision = {code, first, second};
    if (!heddle.follows || !heddle_self || heddle_self->inside || heddle_decided == HEDDLE_DECISIONS ||
        !heddle_in(&heddle_deciding, code - 1, code) || strcmp(heddle_self->name, looked_at[0]) != 0)
        return;
    unsigned number = heddle_decided++;
    if (!heddle_records) {
        heddle_compare(&decision, number);
        return;
    }
    heddle_records->list[number] = decision;
    heddle_records->count = heddle_decided;
}

static void heddle_schedule_is_over(void)
{
    if (heddle_records)
        _exit(0);
}

// ---- the children

static void heddle_become_child(struct heddle_decisions *records, unsigned char filling)
{
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int i = 0; i < 3; i++)
        dup2(nothing, i);
    heddle_records = records;
    heddle_filling = filling;
}

// False: the calling process is the child.
static bool heddle_run_child(struct heddle_decisions *records, unsigned char filling)
{
    enum { TICK = 10 };
    pid_t child = fork();
    if (child == 0) {
        heddle_become_child(records, filling);
        return false;
    }
    for (long waited = 0; child > 0 && waitpid(child, NULL, WNOHANG) == 0; waited += TICK) {
        if (waited > 4 * HEDDLE_PATIENCE * 1000L)
            kill(child, SIGKILL);
        usleep(TICK * 1000);
    }
    return true;
}

static void heddle_begin_decisions(void)
{
    struct heddle_decisions *both =
        mmap(NULL, 2 * sizeof *both, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (both == MAP_FAILED)
        heddle_give_up("no memory for what the children see", "");
    heddle_zeros = both;
    heddle_ones = both + 1;
    if (heddle_run_child(heddle_zeros, 0))
        heddle_run_child(heddle_ones, 0xff);
}

// ---- memory that was never written

HEDDLE_FUNCTION void *malloc(size_t size)
{
    void *memory = __libc_malloc(size);
    if (memory)
        memset(memory, heddle_filling, malloc_usable_size(memory));
    return memory;
}

HEDDLE_FUNCTION void *realloc(void *memory, size_t size)
{
    if (!memory)
        return malloc(size);
    size_t before = malloc_usable_size(memory);
    void *new = __libc_realloc(memory, size);
    size_t after = new ? malloc_usable_size(new) : 0;
    if (after > before)
        memset((char *)new + before, heddle_filling, after - before);
    return new;
}

// Called with -pg -mfentry as the first thing in a function, before it has its frame: the stack below is
// filled. All registers keep their values.
#ifdef __x86_64__
__asm__(".globl __fentry__\n"
        ".type __fentry__, @function\n"
        "__fentry__:\n"
        "movq %rdi, %xmm8\n"
        "movq %rcx, %xmm9\n"
        "movq %rax, %xmm10\n"
        "leaq -4096(%rsp), %rdi\n"
        "movl $4096, %ecx\n"
        "movzbl heddle_filling(%rip), %eax\n"
        "rep stosb\n"
        "movq %xmm8, %rdi\n"
        "movq %xmm9, %rcx\n"
        "movq %xmm10, %rax\n"
        "ret\n"
        ".size __fentry__, .-__fentry__\n");
#endif

// ---- what the compiler calls with -fsanitize-coverage=trace-pc,trace-cmp

HEDDLE_FUNCTION void __sanitizer_cov_trace_pc(void)
{
    heddle_decide(HEDDLE_CALLER, 0, 0);
}

#define HEDDLE_COMPARED(name, type)                                                                          \
    HEDDLE_FUNCTION void __sanitizer_cov_trace_##name(type first, type second)                               \
    {                                                                                                        \
        uintptr_t words[2] = {0, 0};                                                                         \
        memcpy(&words[0], &first, sizeof first);                                                             \
        memcpy(&words[1], &second, sizeof second);                                                           \
        heddle_decide(HEDDLE_CALLER, words[0], words[1]);                                                    \
    }
HEDDLE_COMPARED(cmp1, uint8_t)
HEDDLE_COMPARED(cmp2, uint16_t)
HEDDLE_COMPARED(cmp4, uint32_t)
HEDDLE_COMPARED(cmp8, uint64_t)
HEDDLE_COMPARED(const_cmp1, uint8_t)
HEDDLE_COMPARED(const_cmp2, uint16_t)
HEDDLE_COMPARED(const_cmp4, uint32_t)
HEDDLE_COMPARED(const_cmp8, uint64_t)
HEDDLE_COMPARED(cmpf, float)
HEDDLE_COMPARED(cmpd, double)

HEDDLE_FUNCTION void __sanitizer_cov_trace_switch(uint64_t value, const uint64_t *cases)
{
    (void)cases;
    heddle_decide(HEDDLE_CALLER, value, 0);
}
#else
static void heddle_decide(uintptr_t code, uintptr_t first, uintptr_t second)
{
    (void)code, (void)first, (void)second;
}

static void heddle_schedule_is_over(void) {}
#endif
