# report.awk: the report of `make bench` in Markdown, and its plot.
#
#   awk -F '\t' -v goal="KERNELS" -v programs="NAMES" -v svg=FILE -f report.awk times.tsv translate.tsv burden.tsv
#
# times.tsv: see table.awk.  All numbers are ratios of least times.
function r(v, cc, n, k,    a) { a = k SUBSEP cc SUBSEP n SUBSEP v; return a in least ? least[a] : 0 }
function over(x, y) { return x && y ? x / y : 0 }
function show(x, limit) { return !x ? "-" : sprintf("%.2f%s", x, (limit && x > limit + 0.005) ? " ✗" : "") }
function mean(sum, n) { return n ? exp(sum / n) : 0 }
function verdict(text, x, limit, most,    good) {
    if (!x) return
    good = most ? x <= limit : x >= limit
    printf "- %s: %.2f (goal: at %s %g) %s\n", text, x, most ? "most" : "least", limit, good ? "✓" : "✗"
}
FILENAME ~ /times.tsv$/ && $5 != "-" {
    least[$1, $2, $3, $4] = $5
    spread[$1, $2, $3, $4] = $7 / $5
    if (!($1 in seen)) { seen[$1] = 1; kernel[++nk] = $1 }
    if (!($2 in cseen)) { cseen[$2] = 1; comp[++nc] = $2 }
    if ($3 > most) most = $3
}
FILENAME ~ /times.tsv$/ && $5 == "-" && !($4 in told) { told[$4] = 1; note = note "- " $4 ": " $6 "\n" }
FILENAME ~ /translate.tsv$/ { tr[++nt] = $0 }
FILENAME ~ /burden.tsv$/ { bu[++nb] = $0 }
function column(title) { head = head " " title " |"; rule = rule " --- |" }
END {
    split(goal, g, " "); for (i in g) first[g[i]] = 1
    split(programs, g, " "); for (i in g) program[g[i]] = 1
    main = comp[1]
    print "Ratios of times to that of the same work by hand in C and OpenMP with the same compiler, 1.00, less is better.\n"
    head = "| kernel |"; rule = "| --- |"
    column("by hand, ms"); column("ours"); if (most > 1) column("ours, " most " threads")
    column("literal"); column("pocl"); column("no -march / ours")
    for (c = 2; c <= nc; c++) { column("ours, " comp[c]); column(comp[c] " / " main) }
    print head "\n" rule
    for (i = 1; i <= nk; i++) {
        k = kernel[i]; hand = r("hand", main, 1, k); ours = r("ours", main, 1, k); x = over(ours, hand)
        line = sprintf("| %s | %.3f | %s |", k, 1000 * hand,
                       show(x, k in program ? 1.3 : !(k in first) ? 0 : k == "reduce_shuffle" || k == "histogram" ? 2 : 1.4))
        if (most > 1) line = line " " show(over(r("ours", main, most, k), r("hand", main, most, k))) " |"
        line = line " " show(over(r("literal", main, 1, k), hand)) " | " show(over(r("pocl", main, 1, k), hand)) " | " \
               show(over(r("plain", main, 1, k), ours), 1.3) " |"
        for (c = 2; c <= nc; c++)
            line = line " " show(over(r("ours", comp[c], 1, k), r("hand", comp[c], 1, k))) " | " \
                   show(over(r("ours", comp[c], 1, k), ours), 1.3) " |"
        print line
        a = k in first ? "first" : k in program ? "program" : "other"
        if (x) { sum[a] += log(x); count[a]++ }
        p = over(r("pocl", main, 1, k), ours)
        if (p) { psum[a] += log(p); pcount[a]++; if (!pleast[a] || p < pleast[a]) pleast[a] = p }
        if (spread[k, main, 1, "ours"] > wide) wide = spread[k, main, 1, "ours"]
        bars[i] = x; pbars[i] = over(r("pocl", main, 1, k), hand); lbars[i] = over(r("literal", main, 1, k), hand)
    }
    print ""
    verdict("the first 13, geometric mean", mean(sum["first"], count["first"]), 0.6, 1)
    verdict("the first 13, times pocl's speed, geometric mean", mean(psum["first"], pcount["first"]), 7, 0)
    verdict("the first 13, times pocl's speed, least", pleast["first"], 1, 0)
    verdict("the others, geometric mean", mean(sum["other"], count["other"]), 1, 1)
    verdict("the others, times pocl's speed, least", pleast["other"], 0.9, 0)
    verdict("the programs, geometric mean", mean(sum["program"], count["program"]), 0.6, 1)
    printf "- a ✗ in the table: above 1.4 (2 for reduce_shuffle and histogram, 1.3 for a program) by hand's, or 1.3 of ours in the comparisons\n"
    printf "- spread: nine of ten runs of ours within %.2f times the least one, in the worst case\n%s", wide, note
    if (nt) {
        print "\nThe translator: seconds of processor time, memory, and the assembler's time for the same file.\n"
        print "| input | kB | s | MB/s | memory / file | ptxas / ours | ptxas -O0 / ours |\n| --- | --- | --- | --- | --- | --- | --- |"
        for (i = 1; i <= nt; i++) {
            split(tr[i], f, "\t")
            big = f[2] > 100000
            ratio = over(f[5], f[3])
            printf "| %s | %.1f | %.3f | %.1f | %.0f%s | %s | %s |\n", f[1], f[2] / 1000, f[3], f[2] / f[3] / 1e6,
                   1000 * f[4] / f[2], (big && 1000 * f[4] > 60 * f[2] ? " ✗" : ""),
                   (ratio ? sprintf("%.1f%s", ratio, (big && ratio < 5) ? " ✗" : "") : "-"),
                   (f[6] ? sprintf("%.1f", f[6] / f[3]) : "-")
        }
    }
    if (nb) {
        print "\nThe C compiler's burden.\n"
        print "| input | instructions | C, kB | gcc -O2, s | memory, MB | object, kB |\n| --- | --- | --- | --- | --- | --- |"
        for (i = 1; i <= nb; i++) {
            split(bu[i], f, "\t")
            printf "| %s | %d | %.0f | %.1f%s | %.0f | %.0f |\n", f[1], f[2], f[3] / 1000, f[4], (f[4] > 60 ? " ✗" : ""), f[5] / 1000, f[6] / 1000
        }
    }
    plot()
}
function text(x, y, s, more) { printf("<text x=\"%.1f\" y=\"%.1f\"%s>%s</text>\n", x, y, more, s) > svg }
function place(v) { v = v < 0.05 ? 0.05 : v > 100 ? 100 : v; return 130 + 520 * log(v / 0.05) / log(2000) }
function bar(v, y, colour) {
    if (v) printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"%s\"><title>%.2f</title></circle>\n", place(v), y, colour, v > svg
}
# A line for each kernel, a dot for each way, by the ratio on a logarithmic scale.
function plot(    i, y, n, t, ticks) {
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"680\" height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">\n", 22 * nk + 90 > svg
    print "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>" > svg
    text(10, 18, "time by hand in C and OpenMP = 1, one thread, " main "; to the left is faster", "")
    n = split("0.05 0.1 0.2 0.5 1 2 5 10 20 50 100", ticks, " ")
    for (i = 1; i <= n; i++) {
        printf "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"50\" y2=\"%d\" stroke=\"%s\"/>\n", place(ticks[i]), place(ticks[i]), 22 * nk + 60, (ticks[i] == 1 ? "#444" : "#ddd") > svg
        text(place(ticks[i]), 22 * nk + 76, ticks[i], " text-anchor=\"middle\"")
    }
    for (i = 1; i <= nk; i++) {
        y = 22 * i + 45
        text(120, y + 4, kernel[i], " text-anchor=\"end\"")
        printf "<line x1=\"130\" x2=\"650\" y1=\"%d\" y2=\"%d\" stroke=\"#eee\"/>\n", y, y > svg
        bar(lbars[i], y, "#bbbbbb"); bar(pbars[i], y, "#e08020"); bar(bars[i], y, "#2060c0")
    }
    bar(1, 36, "none")
    t = "130 #2060c0 ours;230 #e08020 OpenCL on pocl;400 #bbbbbb literal translation"
    n = split(t, ticks, ";")
    for (i = 1; i <= n; i++) {
        split(ticks[i], f, " ")
        printf "<circle cx=\"%d\" cy=\"36\" r=\"5\" fill=\"%s\"/>\n", f[1], f[2] > svg
        sub(/^[0-9]+ #[0-9a-f]+ /, "", ticks[i])
        text(f[1] + 10, 40, ticks[i], "")
    }
    print "</svg>" > svg
    close(svg)
}
