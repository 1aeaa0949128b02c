// <sys/statvfs.h> and <sys/statfs.h>: there is one file system, of any kind, with blocks of one size and
// names of one length; how much room there is, and what else tells it from others, is not known.
#include "runtime/files.h"

enum { BLOCK = 4096 };

#define SYSTEM_FACTS(tag, number, padding)                                                                   \
    struct tag {                                                                                             \
        unsigned long block, fragment;                                                                       \
        number counts[6]; /* blocks and files: all, free, free for the user */                               \
        unsigned long identifier;                                                                            \
        padding unsigned long flags, longest_name;                                                           \
        int spare[6];                                                                                        \
    }
#if __SIZEOF_POINTER__ == 8
SYSTEM_FACTS(statvfs, uint64_t, );
SYSTEM_FACTS(statvfs64, uint64_t, );
_Static_assert(sizeof(struct statvfs) == 112, "as glibc's");
#else
SYSTEM_FACTS(statvfs, unsigned long, int unused;);
SYSTEM_FACTS(statvfs64, uint64_t, int unused;);
_Static_assert(sizeof(struct statvfs) == 72 && sizeof(struct statvfs64) == 96, "as glibc's");
#endif

// As Linux has it.
#define LINUX_FACTS(tag, number)                                                                             \
    struct tag {                                                                                             \
        long kind, block;                                                                                    \
        number counts[5];                                                                                    \
        int identifier[2];                                                                                   \
        long longest_name, fragment, flags, spare[4];                                                        \
    }
#if __SIZEOF_POINTER__ == 8
LINUX_FACTS(statfs, uint64_t);
LINUX_FACTS(statfs64, uint64_t);
_Static_assert(sizeof(struct statfs) == 120, "as glibc's");
#else
LINUX_FACTS(statfs, unsigned long);
LINUX_FACTS(statfs64, uint64_t);
_Static_assert(sizeof(struct statfs) == 64 && sizeof(struct statfs64) == 84, "as glibc's");
#endif

#define FILL_FACTS(to)                                                                                       \
    do {                                                                                                     \
        memset(to, 0, sizeof *(to));                                                                         \
        (to)->block = (to)->fragment = BLOCK;                                                                \
        (to)->longest_name = RUNTIME_NAME_MOST;                                                              \
        __heddle_unmodelled_input((to)->counts, sizeof(to)->counts, "how much room a file system has");      \
        __heddle_unmodelled_input(&(to)->identifier, sizeof(to)->identifier, "the number of a file system"); \
        __heddle_unmodelled_input(&(to)->flags, sizeof(to)->flags, "the options of a file system");          \
    } while (0)

void heddle_symbolic(void *at, size_t size, const char *name);

// The number of the kind of file system (EXT4_SUPER_MAGIC and the like): an input, one for all calls.
static long kind_of_file_system(void)
{
    static unsigned kind;
    static bool is_drawn;
    heddle_atomic_begin();
    if (!is_drawn)
        heddle_symbolic(&kind, sizeof kind, "kind of the file system");
    is_drawn = true;
    heddle_atomic_end();
    return (long)kind;
}

#define FILL_LINUX_FACTS(to)                                                                                 \
    do {                                                                                                     \
        FILL_FACTS(to);                                                                                      \
        (to)->kind = kind_of_file_system();                                                                  \
    } while (0)

static int find_file_system(const char *path)
{
    struct runtime_node *node;
    heddle_atomic_begin();
    int error = __runtime_find(RUNTIME_AT_FOLDER, path, &node);
    heddle_atomic_end();
    return error;
}

static int find_descriptor(int descriptor)
{
    heddle_atomic_begin();
    int error = __runtime_description(descriptor) ? 0 : -EBADF;
    heddle_atomic_end();
    return error;
}

#define STATER(name, tag, fill, parameter, find)                                                             \
    int name(parameter, struct tag *to)                                                                      \
    {                                                                                                        \
        int error = find;                                                                                    \
        if (error)                                                                                           \
            return __runtime_fail(-error);                                                                   \
        fill(to);                                                                                            \
        return 0;                                                                                            \
    }
STATER(statvfs, statvfs, FILL_FACTS, const char *path, find_file_system(path))
STATER(statvfs64, statvfs64, FILL_FACTS, const char *path, find_file_system(path))
STATER(fstatvfs, statvfs, FILL_FACTS, int descriptor, find_descriptor(descriptor))
STATER(fstatvfs64, statvfs64, FILL_FACTS, int descriptor, find_descriptor(descriptor))
STATER(statfs, statfs, FILL_LINUX_FACTS, const char *path, find_file_system(path))
STATER(statfs64, statfs64, FILL_LINUX_FACTS, const char *path, find_file_system(path))
STATER(fstatfs, statfs, FILL_LINUX_FACTS, int descriptor, find_descriptor(descriptor))
STATER(fstatfs64, statfs64, FILL_LINUX_FACTS, int descriptor, find_descriptor(descriptor))
