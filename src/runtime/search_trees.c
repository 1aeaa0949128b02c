// <search.h>: trees. What a caller gets is a pointer to a node, whose first member is the key. As in glibc,
// nothing here is safe against other threads that use the tree meanwhile.
//
// They are red-black trees, changed step by step as glibc 2.36 changes its own: programs see the shape in
// what tdelete returns and in the depths and kinds of visits of twalk, and their comparison functions see in
// which order keys are compared. No red node has a red child, and as many black ones are above each missing
// child.
#include "runtime/runtime.h"

typedef int comparison(const void *left, const void *right);

enum side { LEFT, RIGHT };

struct tree_node {
    const void *key;
    struct tree_node *child[2];
    bool is_red;
};

static bool is_red(const struct tree_node *node)
{
    return node && node->is_red;
}

// In glibc a node's colour is a bit of the pointer to its left child: who reads the one reads both, and races
// with another thread's tsearch, which writes colours.
static void read_colour(const struct tree_node *node)
{
    (void)*(const volatile bool *)&node->is_red;
}

static bool has_red_child(const struct tree_node *node)
{
    return is_red(node->child[LEFT]) || is_red(node->child[RIGHT]);
}

static enum side side_of(const struct tree_node *child, const struct tree_node *parent)
{
    return parent->child[LEFT] == child ? LEFT : RIGHT;
}

// Where the search goes on below a node from which the key differs.
static struct tree_node **next_place(struct tree_node *node, int order)
{
    if (order < 0) {
        read_colour(node);
        return &node->child[LEFT];
    }
    return &node->child[RIGHT];
}

// The child of that side takes the place of the node, which becomes its child on the other side.
static void rotate(struct tree_node **place, enum side side)
{
    struct tree_node *node = *place, *child = node->child[side];
    node->child[side] = child->child[!side];
    child->child[!side] = node;
    *place = child;
}

// ---- insertion: what would be in its way is mended from the root down, so that one way is enough

// A place on the way down and those above it, each a pointer to the node there; NULL: above the root.
struct descent {
    struct tree_node **place, **parent, **grandparent;
};

static void descend(struct descent *at, struct tree_node **place)
{
    *at = (struct descent){place, at->place, at->parent};
}

// The node has become red. If its parent is red, too, the grandparent is black: of the three, the middle one
// comes above the others, and alone is black. What the way down comes to next is the parent or grandparent
// then, with the node above it, or a child of the node that is black as its children are: neither asks for
// the places further up, which have changed.
static void mend_red(struct descent *at)
{
    if (!at->parent || !(*at->parent)->is_red)
        return;
    struct tree_node *parent = *at->parent, *grandparent = *at->grandparent;
    enum side upper = side_of(parent, grandparent), lower = side_of(*at->place, parent);
    if (upper != lower) {
        rotate(at->parent, lower);
        at->place = at->grandparent;
    }
    rotate(at->grandparent, upper);
    grandparent->is_red = true;
    (*at->grandparent)->is_red = false;
}

// A node with two red children becomes red instead of them, so that a new node finds a black parent.
static void split_tree_node(struct descent *at)
{
    struct tree_node *node = *at->place;
    if (!is_red(node->child[LEFT]) || !is_red(node->child[RIGHT]))
        return;
    node->is_red = true;
    node->child[LEFT]->is_red = node->child[RIGHT]->is_red = false;
    mend_red(at);
}

static void *insert(const void *key, struct descent *at)
{
    struct tree_node *node = malloc(sizeof *node);
    if (!node)
        return NULL;
    *node = (struct tree_node){.key = key, .is_red = true};
    *at->place = node;
    mend_red(at);
    return node;
}

// The tree may change even if it has the key, and the root's colour is always written.
void *tsearch(const void *key, void **root, comparison *compare)
{
    if (!root)
        return NULL;
    struct descent at = {.place = (struct tree_node **)root};
    if (*at.place)
        (*at.place)->is_red = false;
    while (*at.place) {
        struct tree_node *node = *at.place;
        int order = compare(key, node->key);
        if (order == 0)
            return node;
        split_tree_node(&at);
        descend(&at, next_place(node, order)); // after rotations these may be keys that were compared before
    }
    return insert(key, &at);
}

void *tfind(const void *key, void *const *root, comparison *compare)
{
    struct tree_node *node = root ? *root : NULL;
    int order;
    while (node && (order = compare(key, node->key)) != 0)
        node = *next_place(node, order);
    return node;
}

// ---- deletion

// No way down is longer than twice the number of bits that a number of nodes has.
enum { LONGEST_PATH = 16 * sizeof(void *) };

// The places from the root down to a node, the last one.
struct path {
    struct tree_node **places[LONGEST_PATH];
    int length;
};

static void push_tree_place(struct path *path, struct tree_node **place)
{
    path->places[path->length++] = place;
}

static struct tree_node **last(const struct path *path)
{
    return path->places[path->length - 1];
}

static bool find_tree_path(struct path *path, const void *key, comparison *compare)
{
    int order;
    while (*last(path) && (order = compare(key, (*last(path))->key)) != 0)
        push_tree_place(path, next_place(*last(path), order));
    return *last(path) != NULL;
}

// Down to the next larger key, which the node's right subtree has.
static void extend_to_successor(struct path *path)
{
    push_tree_place(path, &(*last(path))->child[RIGHT]);
    while ((*last(path))->child[LEFT])
        push_tree_place(path, &(*last(path))->child[LEFT]);
}

// The subtree at the end of the path lacks a black node; its sibling is black and has a red child. Of the
// parent, the sibling and that child, the middle one comes above the others.
static void borrow(struct tree_node **above, enum side side)
{
    struct tree_node *parent = *above, *sibling = parent->child[!side];
    if (!is_red(sibling->child[!side]))
        rotate(&parent->child[!side], side);
    rotate(above, !side);
    struct tree_node *top = *above;
    top->is_red = parent->is_red;
    top->child[LEFT]->is_red = top->child[RIGHT]->is_red = false;
}

// The sibling of the path's end is red: it comes above its black parent, whose new child is black.
static void pass_red_sibling(struct path *path, struct tree_node **above, enum side side)
{
    struct tree_node *parent = *above, *sibling = parent->child[!side];
    rotate(above, !side);
    sibling->is_red = false;
    parent->is_red = true;
    path->places[path->length - 1] = &sibling->child[side];
    push_tree_place(path, &parent->child[side]);
}

// The subtree at the end of the path lacks a black node: the sibling lends one, or the whole above lacks it.
static void mend_black(struct path *path)
{
    while (path->length > 1 && !is_red(*last(path))) {
        struct tree_node **above = path->places[path->length - 2], *parent = *above;
        enum side side = side_of(*last(path), parent);
        if (parent->child[!side]->is_red) {
            pass_red_sibling(path, above, side);
            above = path->places[path->length - 2];
        }
        if (has_red_child(parent->child[!side])) {
            borrow(above, side);
            return;
        }
        parent->child[!side]->is_red = true;
        path->length--;
    }
    if (*last(path))
        (*last(path))->is_red = false;
}

// The node's parent as it was before. For the root some pointer but NULL, that must not be accessed. In glibc
// it is the root's own node, which has been freed, or has got the next key if it has two children. In that
// case nothing may depend on which pointer it is: some pointer into the node or behind it.
static void *result_of_deletion(const struct path *path)
{
    struct tree_node *node = *last(path);
    if (path->length > 1)
        return *path->places[path->length - 2];
    if (!node->child[LEFT] || !node->child[RIGHT])
        return node;
    unsigned char distance;
    __heddle_unmodelled_input(&distance, sizeof distance, "what tdelete returns for the root");
    return (char *)node + distance;
}

// A node with two children stays and gets the next larger key, and that key's node goes.
void *tdelete(const void *restrict key, void **restrict root, comparison *compare)
{
    if (!root)
        return NULL;
    struct path path;
    path.length = 0;
    push_tree_place(&path, (struct tree_node **)root);
    if (!find_tree_path(&path, key, compare))
        return NULL;
    void *result = result_of_deletion(&path);
    struct tree_node *node = *last(&path);
    if (node->child[LEFT] && node->child[RIGHT])
        extend_to_successor(&path);
    struct tree_node *gone = *last(&path);
    *last(&path) = gone->child[LEFT] ? gone->child[LEFT] : gone->child[RIGHT];
    node->key = gone->key;
    if (!gone->is_red)
        mend_black(&path);
    free(gone);
    return result;
}

// ---- walks

enum visit { PREORDER, POSTORDER, ENDORDER, LEAF };

static void walk_tree(const struct tree_node *node,
                      void (*visit)(const void *node, enum visit which, int depth), int depth)
{
    read_colour(node);
    if (!node->child[LEFT] && !node->child[RIGHT]) {
        visit(node, LEAF, depth);
        return;
    }
    visit(node, PREORDER, depth);
    if (node->child[LEFT])
        walk_tree(node->child[LEFT], visit, depth + 1);
    visit(node, POSTORDER, depth);
    if (node->child[RIGHT])
        walk_tree(node->child[RIGHT], visit, depth + 1);
    visit(node, ENDORDER, depth);
}

void twalk(const void *root, void (*visit)(const void *node, enum visit which, int depth))
{
    if (root && visit)
        walk_tree(root, visit, 0);
}

static void walk_with(const struct tree_node *node,
                      void (*visit)(const void *node, enum visit which, void *closure), void *closure)
{
    read_colour(node);
    if (!node->child[LEFT] && !node->child[RIGHT]) {
        visit(node, LEAF, closure);
        return;
    }
    visit(node, PREORDER, closure);
    if (node->child[LEFT])
        walk_with(node->child[LEFT], visit, closure);
    visit(node, POSTORDER, closure);
    if (node->child[RIGHT])
        walk_with(node->child[RIGHT], visit, closure);
    visit(node, ENDORDER, closure);
}

void twalk_r(const void *root, void (*visit)(const void *node, enum visit which, void *closure),
             void *closure)
{
    if (root && visit)
        walk_with(root, visit, closure);
}

void tdestroy(void *root, void (*release)(void *key))
{
    struct tree_node *node = root;
    if (!node)
        return;
    tdestroy(node->child[LEFT], release);
    tdestroy(node->child[RIGHT], release);
    release((void *)node->key);
    free(node);
}
