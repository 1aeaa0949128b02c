// Hazard pointers, as programs for GenMC use them (include/heddle/tools/genmc.h). A block that is retired is
// released as soon as nobody protects it: what uses it without protection is a violation in some schedule.
#include "runtime/runtime.h"

void heddle_assume(int condition);

struct pointer {
    void *block; // that it protects
    struct pointer *next;
};

struct retired {
    void *block;
    struct retired *next;
};

static struct pointer *pointers;
static struct retired *retired;

// Memory of heddle's own for these: programs for GenMC have no way to see that there is none.
static void *allocate(size_t size)
{
    void *memory = calloc(1, size);
    heddle_assume(memory != NULL);
    return memory;
}

static bool is_protected(const void *block)
{
    for (const struct pointer *p = pointers; p; p = p->next)
        if (p->block == block)
            return true;
    return false;
}

// Takes one from the list whose block nobody protects; NULL: there is none.
static struct retired *take_retired(void)
{
    for (struct retired **at = &retired; *at; at = &(*at)->next) {
        struct retired *found = *at;
        if (!is_protected(found->block)) {
            *at = found->next;
            return found;
        }
    }
    return NULL;
}

static bool is_retired(const void *block)
{
    for (const struct retired *at = retired; at; at = at->next)
        if (at->block == block)
            return true;
    return false;
}

static void release_retired(struct retired *one)
{
    if (one)
        free(one->block);
    free(one);
}

// The hazard pointer protects what the variable points to, and nothing else any more.
void *__runtime_hazard_protect(struct pointer *own, void **variable)
{
    heddle_atomic_begin();
    void *block = __atomic_load_n(variable, __ATOMIC_SEQ_CST);
    bool changes = own->block != block;
    own->block = block;
    struct retired *one = changes ? take_retired() : NULL;
    heddle_atomic_end();
    release_retired(one);
    return block;
}

void __runtime_hazard_clear(struct pointer *own)
{
    void *none = NULL;
    __runtime_hazard_protect(own, &none);
}

struct pointer *__runtime_hazard_new(void)
{
    struct pointer *made = allocate(sizeof *made);
    heddle_atomic_begin();
    made->next = pointers;
    pointers = made;
    heddle_atomic_end();
    return made;
}

void __runtime_hazard_free(struct pointer *own)
{
    __runtime_hazard_clear(own);
    heddle_atomic_begin();
    struct pointer **at = &pointers;
    while (*at != own)
        at = &(*at)->next;
    *at = own->next;
    heddle_atomic_end();
    free(own);
}

void __runtime_hazard_retire(void *block)
{
    struct retired *one = allocate(sizeof *one);
    heddle_atomic_begin();
    if (block && is_retired(block)) { // to be released twice, whoever protects it now: said at once
        free(block);
        free(block);
    }
    one->block = block;
    one->next = retired;
    retired = one;
    one = take_retired();
    heddle_atomic_end();
    release_retired(one);
}
