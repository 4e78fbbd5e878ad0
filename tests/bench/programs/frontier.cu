// frontier.cu: a step of a breadth-first search: nodes of a frontier visit their neighbours.
struct Node { int first, count; };
extern "C" __global__ void visit(const Node *nodes, const int *edges, char *frontier, char *next, const char *visited, int *cost, int n)
{
    int i = blockIdx.x * 512 + threadIdx.x;
    if (i < n && frontier[i]) {
        frontier[i] = 0;
        for (int e = nodes[i].first; e < nodes[i].first + nodes[i].count; e++) {
            int to = edges[e];
            if (!visited[to]) {
                cost[to] = cost[i] + 1;
                next[to] = 1;
            }
        }
    }
}

extern "C" __global__ void turn(char *frontier, char *next, char *visited, char *over, int n)
{
    int i = blockIdx.x * 512 + threadIdx.x;
    if (i < n && next[i]) {
        frontier[i] = 1;
        visited[i] = 1;
        *over = 1;
        next[i] = 0;
    }
}
