static uint64_t main_orders;

/* Runs the grid in many orders and tells whether the results depend on that. */
static int main_explore(const ptx2c_kernel *k, const Main_run *r, void *const values[])
{
    ptx2c_explored found;
    if (!main_orders)
        return main_launch(k, r, values);
    const int status = ptx2c_explore(k, r->grid, r->block, r->shared, values, main_orders, &found);
    printf("%s: %llu of %llu other orders leave something else in memory", k->name, (unsigned long long)found.different,
           (unsigned long long)found.orders);
    if (found.different)
        printf(", the first of them PTX2C_SCHEDULE=%llu at byte %zu of '%s'", (unsigned long long)found.seed, found.offset,
               found.object);
    puts("");
    return status;
}

