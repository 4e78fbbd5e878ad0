#!/usr/bin/perl
# Checks a page of --emit=html: its texts are the PTX and the C, its links lead to lines that there are, each line of PTX with an
# instruction has C or a reason for having none, and nothing outside the page is asked for.
#
#   check.pl PAGE PTX C       prints what is wrong and, last, "N lines, M linked"; status 1 when something is
use strict;
use warnings;

sub slurp { open my $f, '<:raw', $_[0] or die "$_[0]: $!\n"; local $/; my $s = <$f>; $s }
my ($page, $ptx, $c) = map { slurp($_) } @ARGV;
my $wrong = 0;
sub wrong { print "$_[0]\n" if $wrong++ < 20 }
my %entity = (amp => '&', lt => '<', gt => '>', quot => '"');

# The text of a column.
sub column {
    my ($key) = @_;
    my ($lines, $body) = $page =~ /<section class="side" id="$key" data-lines="(\d+)"(.*?)<\/section>/s or return wrong("no column $key");
    my ($text) = $body =~ /<pre class="raw">\n(.*?)<\/pre>/s or return wrong("no text in column $key");
    wrong("column $key has not $lines lines") if ($text =~ tr/\n//) != $lines;
    wrong("column $key has a tag") if $text =~ /[<>]/;
    $text =~ s/&(\w+);/$entity{$1}/g;
    return $text;
}

(my $shown = $ptx) =~ s/\r\n/\n/g;
$shown =~ s/[^\t\n -~]/./g;
$shown .= "\n" if $shown !~ /\n\z/;
wrong('the PTX is another') if column('p') ne $shown;
wrong('the C is another') if column('c') ne $c;
my ($np, $nc) = (($shown =~ tr/\n//), ($c =~ tr/\n//));

my ($data) = $page =~ /<script type="application\/json" id="data">(.*?)<\/script>/s or die "no data\n";
my ($links, $sources, $remarks, $absent) = $data =~ /^\{"k":.*?\],\n"c":\[(.*)\],\n"s":\[(.*)\],\n"r":\[(.*)\],\n"a":\[(.*)\]\}$/s
    or die "the data is not as expected\n";
my %linked;
for ($links =~ /\[([\d,]+)\]/g) {
    my ($line, @of) = split /,/;
    my %once = map { $_ => 1 } @of;
    wrong("C line $line leads to @of") if !@of || $line < 1 || $line > $nc || keys %once != @of || grep { $_ < 1 || $_ > $np } @of;
    $linked{$_} = 1 for @of;
}
for ($sources =~ /\[([\d,]+)\]/g) {
    my ($line, $source) = split /,/;
    my ($most) = $page =~ /id="s" data-lines="(\d+)"/;
    wrong("source line $source of line $line") if $line < 1 || $line > $np || $source < 1 || $source > $most;
}
while ($remarks =~ /\[(\d+),(\d+),"((?:[^"\\]|\\.)*)"\]/g) {
    wrong("a remark at line $1: $3") if $1 < 1 || $1 > $np || $2 > 14 || $3 eq '';
}
my %reason;
while ($absent =~ /\["((?:[^"\\]|\\.)+)",([\d,]+)\]/g) { $reason{$_} = $1 for split /,/, $2 }
$linked{$_} and wrong("line $_ has C and a reason for having none") for keys %reason;

# Lines with an instruction, found anew.
my ($depth, $code, $comment) = (0, 0, 0);
my @line = split /\n/, $shown;
for my $i (1 .. @line) {
    local $_ = $line[$i - 1];
    if ($comment) { s/^.*?\*\/// or next; $comment = 0 }
    s/"[^"]*"/""/g;
    s/\/\/.*//;
    s/\/\*.*?\*\///g;
    $comment = 1 if s/\/\*.*//;
    my ($open, $close) = (tr/{//, tr/}//);
    s/^\s*[\w\$]+\s*:\s*\.(callprototype|calltargets|branchtargets).*//;
    s/^\s*(\{\s*)*([\w\$%]+:\s*)*//;
    if ($depth && /^(@!?[%\w\$]+\s+)?[a-z]\w*[.\s;]/ && /;/ && !/=/) {
        $code++;
        wrong("line $i has neither C nor a reason: $line[$i - 1]") if !$linked{$i} && !$reason{$i};
    }
    $depth += $open - $close;
}
wrong("something outside the page is asked for: $1") if $page =~ /((?:src|href)="(?!#)[^"]*)/ || $page =~ /(\@import|url\((?!#)|https?:\/\/(?!www\.w3\.org\/2000\/svg)\S{0,30})/;
for ($page =~ /href="#p([^"]*)"/g) { wrong("a link leads to line $_") if !/^\d+([-,]\d+)*$/ || grep { $_ < 1 || $_ > $np } split /[-,]/ }
print "$code lines, ", scalar(keys %linked), " linked\n";
exit($wrong ? 1 : 0);
