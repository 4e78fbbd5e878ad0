/* graph.h: what is between graph.c, graph_node.c and graph_exec.c. */
#ifndef PTX2C_CUDA_GRAPH_H
#define PTX2C_CUDA_GRAPH_H

#include "internal.h"

/* ---- graph.c --------------------------------------------------------------------------------------------------------- */

CUresult node_set_kernel(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *p);
CUresult node_copy_work(CUgraphNode to, CUgraphNode from);
CUresult graph_copy(CUgraph from, CUcontext owner, CUgraph *out);
CUresult graph_sort(CUgraph g); /* into an order that the edges allow */
CUgraphNode graph_find_copy(CUgraph g, uint64_t id);

/* ---- node_attribute.c ------------------------------------------------------------------------------------------------ */

CUresult node_copy_attributes(CUgraphNode to, CUgraphNode from);
CUresult graph_lend_updatable(CUgraph from, CUgraph to); /* to, a copy that will run, has the handles of from's nodes */
void node_end_attributes(CUgraphNode node);

/* ---- graph_node.c ---------------------------------------------------------------------------------------------------- */

/* In a function that is given a node of that type. */
#define NODE_OF(node, kind) REFUSE_IF(!IS(node, NODE) || (node)->type != CU_GRAPH_NODE_TYPE_##kind, CUDA_ERROR_INVALID_VALUE)

CUresult node_set_child(CUgraphNode node, CUgraph child);
CUresult node_set(CUgraphNode node, CUgraphNodeParams *p);

#endif
