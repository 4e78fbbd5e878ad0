/* draw.c: a graph in the language of Graphviz, as dump_cfg.c and dump_regions.c write it, as SVG: for --emit=html.
 *
 * In: nodes, edges and boxes (clusters) with quoted labels.  Out: one <svg> for each outermost box.  Every box is laid
 * out by itself: what stands in it, nodes and boxes, in layers, each as far down as the longest path of edges to it that
 * do not lead back, and what no edge touches below them; a box is as large as that needs.  Edges to the next layer are curves, all others go round the right
 * side.  Colours are classes, so that the page's style says what they are. */
#include "report/report.h"

#define uthash_fatal(msg) ice("%s", msg)
#include <uthash.h>

enum { CHAR_W = 7, LINE_H = 14, PAD = 8, GAP = 18, LAYER = 26, MOST_LINES = 30, MOST_CHARS = 90 };

typedef struct Figure Figure;
struct Figure { /* a node or a box */
    const char *name;          /* NULL: a box */
    const char *label, *look, *url, *color, *fill;
    Figure *up;
    Array(Figure *) kids;
    int depth, layer, index;   /* index: among the kids of the box around it */
    double x, y, w, h;         /* relative to the box around it, then to the drawing */
    int mark;                  /* of the search for edges that lead back */
};

typedef struct Edge { Figure *from, *to; const char *color, *style, *label; bool loose; } Edge;

typedef struct Named { const char *name; Figure *shape; UT_hash_handle hh; } Named;

typedef struct Drawing {
    Arena *a;
    const char *s;             /* what is still to be read */
    Figure root;
    Array(Edge) edges;
    Named *names;
    Str *out;
} Drawing;

/* ---- reading ----------------------------------------------------------------------------------------------------- */

/* The next token: a name, a string without its quotes, or one character ("->": '>'); "" at the end. */
static const char *token(Drawing *d)
{
    d->s += strspn(d->s, " \t\n");
    const char *from = d->s;
    if (*from == '"') {
        Str text = {0};
        for (d->s++; *d->s && *d->s != '"'; d->s++) {
            if (*d->s == '\\' && (d->s[1] == '"' || d->s[1] == '\\'))
                str_addc(&text, *++d->s);
            else if (*d->s == '\\' && (d->s[1] == 'l' || d->s[1] == 'n'))
                str_addc(&text, '\n'), d->s++;
            else
                str_addc(&text, *d->s);
        }
        d->s += *d->s == '"';
        return str_keep(d->a, &text);
    }
    if (from[0] == '-' && from[1] == '>') {
        d->s += 2;
        return ">";
    }
    size_t n = strcspn(from, " \t\n\"[]{};,=-");
    n = n ? n : *from != 0;
    d->s += n;
    return intern_n(from, n);
}

static bool accept(Drawing *d, char c)
{
    d->s += strspn(d->s, " \t\n");
    if (*d->s != c)
        return false;
    d->s++;
    return true;
}

static Figure *shape_named(Drawing *d, const char *name, Figure *in)
{
    Named *n;
    HASH_FIND_PTR(d->names, &name, n);
    if (n)
        return n->shape;
    n = NEW(d->a, Named);
    n->name = name;
    n->shape = NEW_OF(d->a, Figure, .name = name, .label = "", .look = "box", .up = in, .depth = in->depth + 1);
    HASH_ADD_PTR(d->names, name, n);
    n->shape->index = in->kids.n;
    array_add(d->a, &in->kids, n->shape);
    return n->shape;
}

typedef struct Attribute { const char *key, **value; } Attribute;

/* key=value up to the bracket; of n keys the values are kept. */
static void read_attributes(Drawing *d, const Attribute *at, int n)
{
    while (*d->s && !accept(d, ']')) {
        const char *key = token(d);
        const char *value = accept(d, '=') ? token(d) : "";
        accept(d, ',');
        for (int i = 0; i < n; i++)
            if (strcmp(key, at[i].key) == 0)
                *at[i].value = value;
    }
}

static void read_shape(Drawing *d, Figure *f)
{
    const Attribute at[] = {{"label", &f->label}, {"color", &f->color}, {"shape", &f->look}, {"fillcolor", &f->fill}, {"URL", &f->url}};
    read_attributes(d, at, 5);
}

static void read_edge(Drawing *d, Edge *e)
{
    const char *constraint = "";
    const Attribute at[] = {{"label", &e->label}, {"color", &e->color}, {"style", &e->style}, {"constraint", &constraint}};
    read_attributes(d, at, 4);
    e->loose = *constraint;
}

static void read_box(Drawing *d, Figure *box)
{
    while (*d->s && !accept(d, '}')) {
        const char *t = token(d);
        if (accept(d, ';') || !*t)
            continue;
        if (strcmp(t, "subgraph") == 0) {
            token(d);
            accept(d, '{');
            Figure *in = NEW_OF(d->a, Figure, .label = "", .up = box, .depth = box->depth + 1, .index = box->kids.n);
            array_add(d->a, &box->kids, in);
            read_box(d, in);
        } else if (accept(d, '=')) {
            const char *value = token(d);
            if (strcmp(t, "label") == 0)
                box->label = value;
            else if (strcmp(t, "color") == 0)
                box->color = value;
        } else if (strcmp(t, "node") == 0 || strcmp(t, "edge") == 0) {
            Figure rest;
            if (accept(d, '['))
                read_shape(d, &rest);
        } else {
            Figure *from = shape_named(d, t, box);
            if (strncmp(d->s + strspn(d->s, " "), "->", 2) == 0) {
                token(d);
                Edge e = {.from = from, .to = shape_named(d, token(d), box)};
                if (accept(d, '['))
                    read_edge(d, &e);
                array_add(d->a, &d->edges, e);
            } else if (accept(d, '[')) {
                read_shape(d, from);
            }
        }
        accept(d, ';');
    }
}

/* ---- layers ------------------------------------------------------------------------------------------------------ */

/* An edge between two of a box's kids. */
typedef struct Lifted { int from, to; bool back; } Lifted;
typedef Array(Lifted) LiftedList;

/* Those of the figures around both that lie in one box. */
static void find_siblings(const Figure **a, const Figure **b)
{
    while ((*a)->up != (*b)->up) {
        const Figure **deeper = (*a)->depth >= (*b)->depth ? a : b;
        *deeper = (*deeper)->up;
    }
}

/* Edges as the kids of the box around both ends see them. */
static void lift_edges(Drawing *d, const Edge *e, Figure **box, Lifted *l)
{
    (void)d;
    const Figure *a = e->from, *b = e->to;
    find_siblings(&a, &b);
    *box = a->up;
    *l = (Lifted){a->index, b->index, a == b};
}

static void mark_back(LiftedList *l, const int *first, Figure *box, int at)
{
    box->kids.at[at]->mark = 1;
    for (int i = first[at]; i < l->n && l->at[i].from == at; i++) {
        Lifted *e = &l->at[i];
        if (box->kids.at[e->to]->mark == 1)
            e->back = true;
        else if (!box->kids.at[e->to]->mark)
            mark_back(l, first, box, e->to);
    }
    box->kids.at[at]->mark = 2;
}

static int by_from(const void *a, const void *b)
{
    const Lifted *x = a, *y = b;
    return x->from != y->from ? x->from - y->from : x->to - y->to;
}

/* What no edge touches, as a list of values, comes last: else it stands between the head and where it begins. */
static void sink_loose(Drawing *d, Figure *box, const LiftedList *l)
{
    bool *touched = NEWN(d->a, bool, box->kids.n + 1);
    int below = 0;
    for (int i = 0; i < l->n; i++)
        touched[l->at[i].from] = touched[l->at[i].to] = true;
    for (int i = 0; i < box->kids.n; i++)
        if (touched[i] && box->kids.at[i]->layer >= below)
            below = box->kids.at[i]->layer + 1;
    for (int i = 0; i < box->kids.n; i++)
        if (!touched[i])
            box->kids.at[i]->layer = below;
}

static void find_layers(Drawing *d, Figure *box, LiftedList *l)
{
    int n = box->kids.n;
    int *first = NEWN(d->a, int, n + 1);
    if (l->n)
        qsort(l->at, (size_t)l->n, sizeof *l->at, by_from);
    for (int i = 0, at = 0; i <= n; i++) {
        while (at < l->n && l->at[at].from < i)
            at++;
        first[i] = at;
    }
    for (int i = 0; i < n; i++)
        if (!box->kids.at[i]->mark)
            mark_back(l, first, box, i);
    bool changed = true;
    for (int round = 0; changed && round <= n; round++) {
        changed = false;
        for (int i = 0; i < l->n; i++) {
            Figure *a = box->kids.at[l->at[i].from], *b = box->kids.at[l->at[i].to];
            if (!l->at[i].back && b->layer <= a->layer) {
                b->layer = a->layer + 1;
                changed = true;
            }
        }
    }
    sink_loose(d, box, l);
}

/* ---- sizes ------------------------------------------------------------------------------------------------------- */

static void text_size(const char *s, int *chars, int *lines)
{
    *chars = *lines = 0;
    while (*s && *lines <= MOST_LINES) {
        size_t n = strcspn(s, "\n");
        *chars = (int)n > *chars ? (int)n : *chars;
        ++*lines;
        s += n + (s[n] == '\n');
    }
    *chars = *chars > MOST_CHARS ? MOST_CHARS : *chars;
}

static void size_node(Figure *s)
{
    int chars, lines;
    text_size(s->label, &chars, &lines);
    s->w = chars * CHAR_W + 2 * PAD;
    s->h = lines * LINE_H + PAD;
    if (strcmp(s->look, "diamond") == 0)
        s->w += 4 * PAD;
    if (strcmp(s->look, "point") == 0)
        s->w = s->h = 6;
}

/* Puts the kids of a box in their layers; how wide and high it becomes. */
static void place_kids(Drawing *d, Figure *box)
{
    int layers = 0, chars, lines;
    for (int i = 0; i < box->kids.n; i++)
        layers = box->kids.at[i]->layer >= layers ? box->kids.at[i]->layer + 1 : layers;
    double *wide = NEWN(d->a, double, layers + 1), *high = NEWN(d->a, double, layers + 1), *at = NEWN(d->a, double, layers + 1);
    for (EACH(const Figure, k, box->kids)) {
        wide[k->layer] += k->w + GAP;
        high[k->layer] = k->h > high[k->layer] ? k->h : high[k->layer];
    }
    text_size(box->label, &chars, &lines);
    box->w = chars * CHAR_W + 2 * PAD;
    for (int i = 0; i < layers; i++)
        box->w = wide[i] + GAP > box->w ? wide[i] + GAP : box->w;
    double y = lines * LINE_H + PAD;
    for (int i = 0; i < layers; i++) {
        at[i] = (box->w - wide[i] + GAP) / 2;
        for (EACH(Figure, s, box->kids))
            if (s->layer == i) {
                s->x = at[i];
                s->y = y + (high[i] - s->h) / 2;
                at[i] += s->w + GAP;
            }
        y += high[i] + LAYER;
    }
    box->h = (layers ? y - LAYER : y) + PAD;
    box->w += 2 * PAD; /* for what goes round the side */
}

static void lay_out(Drawing *d, Figure *box, LiftedList *of, int *number)
{
    int mine = (*number)++;
    for (int i = 0; i < box->kids.n; i++)
        if (box->kids.at[i]->name)
            size_node(box->kids.at[i]);
        else
            lay_out(d, box->kids.at[i], of, number);
    find_layers(d, box, &of[mine]);
    place_kids(d, box);
}

static void count_boxes(Figure *box, int *n)
{
    box->mark = (*n)++;
    for (int i = 0; i < box->kids.n; i++)
        if (!box->kids.at[i]->name)
            count_boxes(box->kids.at[i], n);
}

static void clear_marks(Figure *box)
{
    box->mark = 0;
    for (int i = 0; i < box->kids.n; i++)
        clear_marks(box->kids.at[i]);
}

static void to_drawing(Figure *box, double x, double y)
{
    for (EACH(Figure, k, box->kids)) {
        k->x += x;
        k->y += y;
        to_drawing(k, k->x, k->y);
    }
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static void write_text(const Drawing *d, const char *s, double x, double y)
{
    for (int line = 0; *s; line++) {
        size_t n = strcspn(s, "\n");
        bool cut = n > MOST_CHARS || line == MOST_LINES - 1;
        str_printf(d->out, "<text x=\"%.0f\" y=\"%.0f\">", x, y + line * LINE_H);
        html_text(d->out, s, n > MOST_CHARS ? MOST_CHARS - 1 : n);
        str_add(d->out, cut && (n > MOST_CHARS || s[n]) ? " &#8230;</text>\n" : "</text>\n");
        if (line == MOST_LINES - 1)
            return;
        s += n + (s[n] == '\n');
    }
}

static void write_shape(const Drawing *d, const Figure *s)
{
    Str *out = d->out;
    if (s->url) {
        str_add(out, "<a href=\"");
        html_text(out, s->url, strlen(s->url));
        str_add(out, "\">");
    }
    if (strcmp(s->look, "diamond") == 0)
        /* six corners, so that its text lies within */
        str_printf(out, "<path class=\"n\" d=\"M%.0f %.0fl%d -%.0fh%.0fl%d %.0fl-%d %.0fh-%.0fZ\"/>\n", s->x, s->y + s->h / 2,
                   2 * PAD, s->h / 2, s->w - 4 * PAD, 2 * PAD, s->h / 2, 2 * PAD, s->h / 2, s->w - 4 * PAD);
    else if (strcmp(s->look, "point") == 0)
        str_printf(out, "<circle cx=\"%.0f\" cy=\"%.0f\" r=\"3\"/>\n", s->x + 3, s->y + 3);
    else if (strcmp(s->look, "plaintext") != 0)
        str_printf(out, "<rect class=\"n %s\" x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\"/>\n",
                   s->fill ? s->fill : "", s->x, s->y, s->w, s->h);
    bool diamond = strcmp(s->look, "diamond") == 0;
    if (strcmp(s->look, "point") != 0)
        write_text(d, s->label, s->x + (diamond ? 3 * PAD : PAD), s->y + LINE_H);
    str_add(out, s->url ? "</a>\n" : "");
}

static void write_kids(const Drawing *d, const Figure *box)
{
    for (EACH(const Figure, k, box->kids)) {
        if (k->name) {
            write_shape(d, k);
            continue;
        }
        str_printf(d->out, "<rect class=\"b %s\" x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\"/>\n",
                   k->color ? k->color : "", k->x, k->y, k->w, k->h);
        write_text(d, k->label, k->x + PAD, k->y + LINE_H);
        write_kids(d, k);
    }
}

static const Figure *outermost(const Figure *s)
{
    while (s->depth > 1)
        s = s->up;
    return s;
}

/* How far to the right what goes from one height to another beside both ends' box has to go. */
static double right_side(const Figure *a, const Figure *b, double from, double to)
{
    find_siblings(&a, &b);
    double side = 0;
    for (EACH(const Figure, k, a->up->kids)) {
        bool between = k->y < (from > to ? from : to) && k->y + k->h > (from > to ? to : from);
        side = (between || k == a || k == b) && k->x + k->w > side ? k->x + k->w : side;
    }
    return side + GAP;
}

static void write_edges(const Drawing *d, const Figure *top)
{
    for (const Edge *e = d->edges.at; array_has(d->edges, e); e++) {
        if (outermost(e->from) != top || outermost(e->to) != top)
            continue;
        double x = e->from->x + e->from->w / 2, y = e->from->y + e->from->h;
        double u = e->to->x + e->to->w / 2, v = e->to->y;
        bool round = v <= y || (v - y > 2.5 * LAYER && e->from->up == e->to->up);
        str_printf(d->out, "<path class=\"e %s %s\" marker-end=\"url(#tip)\" d=\"M%.0f %.0f", e->color ? e->color : "",
                   e->style ? e->style : "", x, y);
        if (round) {
            double side = right_side(e->from, e->to, y, v);
            str_printf(d->out, "C%.0f %.0f %.0f %.0f %.0f %.0fL%.0f %.0fC%.0f %.0f %.0f %.0f %.0f %.0f\"/>\n", x, y + 10, side, y,
                       side, y + (v > y ? 16 : -16), side, v + (v > y ? -16 : 16), side, v, u, v - 10, u, v);
        } else {
            str_printf(d->out, "C%.0f %.0f %.0f %.0f %.0f %.0f\"/>\n", x, (y + v) / 2, u, (y + v) / 2, u, v);
        }
        if (e->label)
            write_text(d, e->label, (x + u) / 2, (y + v) / 2);
    }
}

static void write_box(const Drawing *d, Figure *top)
{
    str_printf(d->out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
               "role=\"img\"><title>", top->w + GAP, top->h, top->w + GAP, top->h);
    html_text(d->out, top->label, strcspn(top->label, "\n"));
    str_add(d->out, "</title><defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" "
                    "markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8Z\"/></marker></defs>\n");
    to_drawing(top, 0, 0);
    write_text(d, top->label, PAD, LINE_H);
    write_edges(d, top);
    write_kids(d, top);
    str_add(d->out, "</svg>\n");
}

void draw_graph(Arena *a, const char *graph, Str *out)
{
    Drawing d = {.a = a, .s = graph, .root = {.label = ""}, .out = out};
    const char *brace = strchr(graph, '{');
    d.s = brace ? brace + 1 : graph + strlen(graph);
    read_box(&d, &d.root);
    int boxes = 0, number = 0;
    count_boxes(&d.root, &boxes);
    LiftedList *of = NEWN(a, LiftedList, boxes);
    for (int i = 0; i < d.edges.n; i++) {
        Figure *box;
        Lifted l;
        lift_edges(&d, &d.edges.at[i], &box, &l);
        if (!l.back && !d.edges.at[i].loose)
            array_add(a, &of[box->mark], l);
    }
    clear_marks(&d.root);
    lay_out(&d, &d.root, of, &number);
    for (int i = 0; i < d.root.kids.n; i++)
        if (!d.root.kids.at[i]->name)
            write_box(&d, d.root.kids.at[i]);
    HASH_CLEAR(hh, d.names);
}
