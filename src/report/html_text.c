/* html_text.c: text that stands in HTML. */
#include "report/report.h"

void html_text(Str *out, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char ch = (unsigned char)s[i];
        if (ch == '&')
            str_add(out, "&amp;");
        else if (ch == '<')
            str_add(out, "&lt;");
        else if (ch == '>')
            str_add(out, "&gt;");
        else if (ch == '"')
            str_add(out, "&quot;");
        else
            str_addc(out, (ch < 32 && ch != '\t' && ch != '\n') || ch > 126 ? '.' : (char)ch);
    }
}
