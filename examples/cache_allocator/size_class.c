#include "size_class.h"

#include "config.h"

static const uint16_t bytes[SIZE_CLASS_COUNT] = {
    16,  32,  48,  64,  80,  96,  112, 128,  160,  192,  224,  256,
    320, 384, 448, 512, 640, 768, 896, 1024, 1280, 1536, 1792, 2048,
};

// Up to here classes are SIZE_CLASS_ALIGNMENT apart.
enum { LINEAR_LIMIT = 128, LINEAR_CLASSES = LINEAR_LIMIT / SIZE_CLASS_ALIGNMENT, STEPS = 4 };

unsigned size_class_for(size_t size)
{
    if (size <= LINEAR_LIMIT)
        return (unsigned)((size + SIZE_CLASS_ALIGNMENT - 1) / SIZE_CLASS_ALIGNMENT - 1);
    // Classes above come in groups of four: (128, 256] in steps of 32, (256, 512] in steps of 64, ...
    unsigned group = 0;
    while (size > (size_t)LINEAR_LIMIT << (group + 1))
        group++;
    size_t base = (size_t)LINEAR_LIMIT << group;
    size_t step = base / STEPS;
    return (unsigned)(LINEAR_CLASSES + group * STEPS + (size - base + step - 1) / step - 1);
}

size_t size_class_bytes(unsigned size_class)
{
    return bytes[size_class];
}

uint32_t size_class_pages(unsigned size_class)
{
    size_t size = bytes[size_class];
    uint32_t pages = 1;
    for (;; pages++) {
        size_t span = pages * ALLOCATOR_PAGE_SIZE;
        if (span / size >= 4 && span % size <= span / 8)
            return pages;
    }
}

uint32_t size_class_objects(unsigned size_class)
{
    return (uint32_t)(size_class_pages(size_class) * ALLOCATOR_PAGE_SIZE / bytes[size_class]);
}

uint32_t size_class_batch(unsigned size_class)
{
    uint32_t fitting = (uint32_t)(4096 / bytes[size_class]);
    return fitting > ALLOCATOR_BATCH ? ALLOCATOR_BATCH : fitting;
}

unsigned size_class_aligned(size_t size, size_t alignment)
{
    if (size > SIZE_CLASS_LARGEST)
        return SIZE_CLASS_COUNT;
    // Spans begin on a page, so the objects of a class are aligned as their size is.
    unsigned size_class = size_class_for(size);
    while (size_class < SIZE_CLASS_COUNT && bytes[size_class] % alignment != 0)
        size_class++;
    return size_class;
}
