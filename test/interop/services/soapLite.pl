# SOAP::Lite with its HTTP daemon. Usage: perl soapLite.pl PORT
use strict;
use warnings;
use SOAP::Transport::HTTP;

package Calc;
sub Add { my ($class, $a, $b) = @_; return $a + $b }
sub Divide {
    my ($class, $a, $b) = @_;
    die SOAP::Fault->faultcode("Client")->faultstring("division by zero") if $b == 0;
    return int($a / $b);
}

package main;
my $daemon = SOAP::Transport::HTTP::Daemon->new(LocalAddr => "127.0.0.1", LocalPort => $ARGV[0], ReuseAddr => 1);
$daemon->dispatch_with({ "urn:calc" => "Calc" });
$daemon->options({ compress_threshold => 100 });
$daemon->handle;
