typedef void *callback(int *decoder, int kind);
int get_frame(int *decoder, callback *seen, char *to, int size);
void set_level(int level);
long *make_node(int words);
void drop_node(long *node);
int *same(int *pointer);
int level(void);
void visit(int *what, void (*visitor)(int *));
