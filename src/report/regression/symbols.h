// ---- the program's symbols

struct heddle_symbols {
    const Elf64_Sym *symbols;
    size_t count;
    const char *names;
    uintptr_t bias; // what is added to their values
};

// "f.x", a static variable in a function: gcc calls it "x.NUMBER".
static bool heddle_is_called(const char *symbol, const char *name, bool function)
{
    size_t length = strlen(name);
    const char *dot = function ? NULL : strchr(name, '.');
    if (strncmp(symbol, name, length) == 0 && (!symbol[length] || (function && symbol[length] == '.')))
        return true;
    if (!dot)
        return false;
    length = strcspn(dot + 1, ".");
    return strncmp(symbol, dot + 1, length) == 0 && symbol[length] == '.' &&
           symbol[length + 1 + strspn(symbol + length + 1, "0123456789")] == 0;
}

static void heddle_find_place(const struct heddle_symbols *symbols, const struct heddle_point *point,
                              struct heddle_place *place)
{
    const char *name = point->variable ? point->variable : point->function;
    int type = point->variable ? STT_OBJECT : STT_FUNC;
    for (size_t i = 0; name && i < symbols->count && place->count < HEDDLE_PLACES; i++) {
        const Elf64_Sym *symbol = &symbols->symbols[i];
        if (ELF64_ST_TYPE(symbol->st_info) != type || !symbol->st_value ||
            !heddle_is_called(symbols->names + symbol->st_name, name, type == STT_FUNC))
            continue;
        uintptr_t start = symbols->bias + symbol->st_value;
        place->from[place->count] = point->variable ? start + point->offset : start;
        place->to[place->count++] = point->variable ? start + point->offset + 1 : start + symbol->st_size;
    }
    if (name && !place->count && heddle.verbose)
        heddle_say("the program has no ", name);
}

static void heddle_anchor(void) {}

static bool heddle_read_symbols(struct heddle_symbols *symbols)
{
    int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0)
        return false;
    const char *start = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (start == MAP_FAILED)
        return false;
    const Elf64_Ehdr *header = (const void *)start;
    const Elf64_Shdr *sections = (const void *)(start + header->e_shoff);
    for (unsigned i = 0; i < header->e_shnum; i++)
        if (sections[i].sh_type == SHT_SYMTAB) {
            symbols->symbols = (const void *)(start + sections[i].sh_offset);
            symbols->count = sections[i].sh_size / sizeof *symbols->symbols;
            symbols->names = start + sections[sections[i].sh_link].sh_offset;
        }
    for (size_t i = 0; i < symbols->count; i++)
        if (strcmp(symbols->names + symbols->symbols[i].st_name, "heddle_anchor") == 0)
            symbols->bias = (uintptr_t)heddle_anchor - symbols->symbols[i].st_value;
    return symbols->count > 0;
}

// The functions that the test names beside those of its turns.
static void heddle_find_functions(const struct heddle_symbols *symbols)
{
#ifdef HEDDLE_LEAK
    heddle_find_place(symbols, &(struct heddle_point){.function = HEDDLE_LEAK}, &heddle_leak_place);
#endif
#ifdef HEDDLE_THREAD_LEAK
    heddle_find_place(symbols, &(struct heddle_point){.function = HEDDLE_THREAD_LEAK},
                      &heddle_thread_leak_place);
#endif
#ifdef HEDDLE_UNINITIALISED
    static const char *const names[] = {HEDDLE_UNINITIALISED};
    heddle_find_place(symbols, &(struct heddle_point){.function = names[1]}, &heddle_deciding);
    heddle_begin_decisions();
#endif
    (void)symbols;
}

__attribute__((constructor)) static void heddle_begin(void)
{
    struct heddle_symbols symbols = {0};
    heddle.verbose = getenv("HEDDLE_SCHEDULE_VERBOSE") != NULL;
    if (!heddle_read_symbols(&symbols))
        heddle_give_up("the program has no symbols", "");
    for (unsigned i = 0; i < heddle_turn_count && i < HEDDLE_TURNS; i++)
        heddle_find_place(&symbols, &heddle_turns[i].until, &heddle.places[i]);
#ifdef HEDDLE_STEPS
    for (unsigned i = 0; i < heddle_step_count && i < HEDDLE_STEPS_MOST; i++)
        heddle_find_place(&symbols, &heddle_steps[i].at, &heddle_step_places[i]);
#endif
    heddle_find_functions(&symbols);
    heddle_main.handle = pthread_self();
    heddle.waits = 1; // 0 stands for none
    heddle_self = &heddle_main;
    if (!heddle.newest)
        heddle.newest = &heddle_main;
    heddle.follows = heddle_turn_count <= HEDDLE_TURNS;
    if (heddle.follows)
        heddle_begin_turn();
}

#endif
