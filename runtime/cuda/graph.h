/* graph.h: graphs, for what builds, changes, captures and runs them. */
#ifndef PTX2C_CUDA_GRAPH_H
#define PTX2C_CUDA_GRAPH_H

#include "internal.h"

typedef struct Condition Condition; /* condition.c */

typedef struct GraphEdge { CUgraphNode on; CUgraphEdgeData data; } GraphEdge;

struct CUgraphNode_st {
    uint32_t magic;
    uint64_t id, origin;         /* origin: of the node that it is a copy of; its own, if of none */
    CUgraph graph;
    CUgraphNodeType type;
    bool disabled, seen;
    uint32_t place;              /* in its graph while that runs: flow.c */
    GraphEdge *after;            /* what it depends on */
    int nafter;
    Launch launch;               /* with parameters of its own */
    void **params;               /* pointers to them */
    CUlaunchAttribute *attributes; /* that do nothing */
    int nattributes;
    CUgraphDeviceNode device;    /* by which kernels change it; NULL */
    union {
        CUDA_MEMCPY3D copy;
        CUDA_MEMSET_NODE_PARAMS set;
        CUDA_HOST_NODE_PARAMS host;
        CUgraph child;           /* its own */
        CUevent event;
        CUDA_MEM_ALLOC_NODE_PARAMS alloc;
        CUdeviceptr freed;
        CUDA_BATCH_MEM_OP_NODE_PARAMS words; /* with an array of its own */
        struct {
            Condition *on;
            CUgraphConditionalNodeType type;
            unsigned int n;
            CUgraph *body;       /* n of them, its own */
        } cond;
    };
    uint64_t range;              /* of what it allocated */
    unsigned words_done;         /* in a run */
    bool due;                    /* in a run, and not done yet */
};

struct CUgraph_st {
    uint32_t magic;
    CUgraphNode *nodes;
    int n;
    bool child;                  /* of a node, with which it ends */
    CUgraphExec exec;            /* made of it, maybe ended since; where there is memory, the only one */
    CUuserObject *objects;
    int nobjects;
    Condition **conditions;
    int nconditions;
};

/* ---- graph.c --------------------------------------------------------------------------------------------------------- */

/* A node of that type after others; what it does is still to be filled in. */
CUresult graph_add(CUgraph g, CUgraphNodeType type, const CUgraphNode *after, const CUgraphEdgeData *data, size_t n, CUgraphNode *out);
CUresult graph_add_launch(CUgraph g, const Launch *l, const CUgraphNode *after, size_t n, CUgraphNode *out);
CUresult node_take_attributes(CUgraphNode node, CUlaunchAttribute *attributes, unsigned n); /* of a launch: those that nodes have */
CUresult graph_allocate(CUgraphNode node, CUcontext ctx, size_t bytes);
CUresult graph_depend(CUgraphNode node, CUgraphNode on, const CUgraphEdgeData *data); /* data: NULL for none */
void graph_end(CUgraph g);
CUresult graph_make_body(CUgraph *out);
CUresult graph_copy_body(CUgraph from, CUgraph *out);
CUresult graph_run(CUgraph g);
CUresult node_set_kernel(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *p);
CUresult node_copy_work(CUgraphNode to, CUgraphNode from);
CUresult graph_copy(CUgraph from, CUcontext owner, CUgraph *out);
void graph_remove(CUgraphNode node);
bool graph_has_memory(CUgraph g);
CUresult graph_sort(CUgraph g); /* into an order that the edges allow */
CUgraphNode graph_find_copy(CUgraph g, uint64_t id);

/* ---- node_attribute.c ------------------------------------------------------------------------------------------------ */

CUresult node_copy_attributes(CUgraphNode to, CUgraphNode from);
CUresult graph_lend_updatable(CUgraph from, CUgraph to); /* to, a copy that will run, has the handles of from's nodes */
void node_end_attributes(CUgraphNode node);

/* ---- condition.c ------------------------------------------------------------------------------------------------------ */

CUresult conditions_share(CUgraph to, CUgraph from); /* to, a copy, has none of its own */
void conditions_begin(CUgraph g);                    /* the values with which a run begins */
void conditions_end(CUgraph g);
CUresult condition_set(CUgraphNode node, CUDA_CONDITIONAL_NODE_PARAMS *p);
CUresult condition_copy(CUgraphNode to, CUgraphNode from);
void condition_end(CUgraphNode node);
CUresult condition_run(CUgraphNode node);

/* ---- word.c ----------------------------------------------------------------------------------------------------------- */

CUresult node_set_words(CUgraphNode node, const CUDA_BATCH_MEM_OP_NODE_PARAMS *p);
bool words_go_on(const CUstreamBatchMemOpParams *ops, unsigned n, unsigned *next); /* as far as it can without waiting; true: to the end */

/* ---- graph_node.c ---------------------------------------------------------------------------------------------------- */

/* In a function that is given a node of that type. */
#define NODE_OF(node, kind) REFUSE_IF(!IS(node, NODE) || (node)->type != CU_GRAPH_NODE_TYPE_##kind, CUDA_ERROR_INVALID_VALUE)

CUresult node_set_child(CUgraphNode node, CUgraph child, CUgraphChildGraphNodeOwnership how);
CUresult node_set(CUgraphNode node, CUgraphNodeParams *p);

#endif
