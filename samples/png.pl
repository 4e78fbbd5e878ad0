# png.pl: between PPM (P6) and PNG, by the compressor that comes with perl, for the pictures of README.md.
#
#     perl png.pl pack [large] <PPM >PNG     large: pixels as large as fit in 256 by 256
#     perl png.pl unpack <PNG >PPM           of PNGs with 8-bit colours
use strict;
use warnings;
use Compress::Zlib;
binmode STDIN;
binmode STDOUT;
my ($what, $large) = @ARGV;
local $/;
my $in = <STDIN>;

sub chunk { my ($name, $data) = @_; return pack('N', length $data) . $name . $data . pack('N', crc32($name . $data)); }

# What a byte is predicted to be: left, above, above left (PNG specification, 9.2).
sub paeth {
    my ($l, $a, $c) = @_;
    my ($dl, $da, $dc) = (abs($a - $c), abs($l - $c), abs($l + $a - 2 * $c));
    return $dl <= $da && $dl <= $dc ? $l : $da <= $dc ? $a : $c;
}

if ($what eq 'pack') {
    my ($w, $h) = $in =~ /^P6\s(\d+)\s(\d+)\s255\s/ or die "no PPM\n";
    my $pixels = substr $in, $+[0];
    my $times = $large ? int 256 / ($w > $h ? $w : $h) : 1;
    if ($times > 1) {
        my $large = '';
        for my $y (0 .. $h - 1) {
            $large .= join('', map { substr($pixels, 3 * ($y * $w + $_), 3) x $times } 0 .. $w - 1) x $times;
        }
        ($pixels, $w, $h) = ($large, $w * $times, $h * $times);
    }
    my ($data, @above) = ('', (0) x (3 * $w));
    for my $y (0 .. $h - 1) {
        my @row = unpack 'C*', substr $pixels, 3 * $w * $y, 3 * $w;
        $data .= pack 'C*', 4, map {
            ($row[$_] - paeth($_ > 2 ? $row[$_ - 3] : 0, $above[$_], $_ > 2 ? $above[$_ - 3] : 0)) & 255
        } 0 .. $#row;
        @above = @row;
    }
    print "\x89PNG\r\n\x1a\n", chunk('IHDR', pack('NNC5', $w, $h, 8, 2, 0, 0, 0)), chunk('IDAT', compress($data, 9)), chunk('IEND', '');
} else {
    my ($at, $data, $w, $h) = (8, '');
    while ($at < length $in) {
        my ($n, $name) = unpack 'Na4', substr $in, $at, 8;
        ($w, $h) = unpack 'NN', substr $in, $at + 8, 8 if $name eq 'IHDR';
        $data .= substr $in, $at + 8, $n if $name eq 'IDAT';
        $at += $n + 12;
    }
    $data = uncompress($data);
    my ($out, @above) = ("P6\n$w $h\n255\n", (0) x (3 * $w));
    for my $y (0 .. $h - 1) {
        my ($filter, @row) = unpack 'C*', substr $data, (3 * $w + 1) * $y, 3 * $w + 1;
        die "another filter\n" if $filter != 4;
        for (0 .. $#row) {
            $row[$_] = ($row[$_] + paeth($_ > 2 ? $row[$_ - 3] : 0, $above[$_], $_ > 2 ? $above[$_ - 3] : 0)) & 255;
        }
        $out .= pack 'C*', @row;
        @above = @row;
    }
    print $out;
}
