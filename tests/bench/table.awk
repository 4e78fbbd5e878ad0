# table.awk: the ratios of the times that bench.sh measured, a line for each kernel, compiler and number of threads.
#
# In: kernel, compiler, threads, variant, least, median and ninth decile of the times in seconds, number of runs.
function ratio(v, a) {
    if ((a = key SUBSEP v) in why) return sprintf("%15s", "-")
    if (!(a in least)) return sprintf("%15s", "")
    return sprintf("%6.2f (%6.2f)", least[a] / least[key, "hand"], median[a] / median[key, "hand"])
}
{
    key = $1 SUBSEP $2 SUBSEP $3
    if (!(key in seen)) { seen[key] = 1; keys[++nkeys] = key }
    if ($5 == "-") { why[key, $4] = $6; next }
    least[key, $4] = $5; median[key, $4] = $6
}
END {
    n = split(variants, v, " ")
    printf "%-15s %-9s %3s %9s", "kernel", "compiler", "thr", "hand ms"
    for (i = 1; i <= n; i++) if (v[i] != "hand") printf "  %15s", v[i]
    printf "\n"
    for (k = 1; k <= nkeys; k++) {
        key = keys[k]; split(key, part, SUBSEP)
        printf "%-15s %-9s %3d %9.3f", part[1], part[2], part[3], 1000 * least[key, "hand"]
        for (i = 1; i <= n; i++) if (v[i] != "hand") {
            printf "  %s", ratio(v[i])
            a = part[2] SUBSEP part[3] SUBSEP v[i]
            if ((key SUBSEP v[i]) in least) { sum[a] += log(least[key, v[i]] / least[key, "hand"]); count[a]++ }
        }
        printf "\n"
        group = part[2] SUBSEP part[3]
        if (!(group in had)) { had[group] = 1; groups[++ngroups] = group }
    }
    if (nkeys > 1) for (g = 1; g <= ngroups; g++) {
        split(groups[g], part, SUBSEP)
        printf "%-15s %-9s %3d %9s", "geometric mean", part[1], part[2], ""
        for (i = 1; i <= n; i++) if (v[i] != "hand") {
            a = groups[g] SUBSEP v[i]
            printf "  %6.2f         ", a in count ? exp(sum[a] / count[a]) : 0
        }
        printf "\n"
    }
}
