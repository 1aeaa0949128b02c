struct plugin {
    const char *name;
    int (*run)(int);
    long more;
};

#define PLUGIN(name, run)                                                                                            \
    static const struct plugin name __attribute__((section("plugins"), used)) = {#name, run, 0}

int other_number(void);
