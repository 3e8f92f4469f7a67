# SOAP::Lite calls operations of a WSDL. Usage: perl soapLite.pl TASK, as in clients.mjs
use strict;
use warnings;
use JSON::PP;
use SOAP::Lite;

my $task = decode_json($ARGV[0]);
my $service = SOAP::Lite->service($task->{wsdl})->on_fault(sub {
    my ($client, $response) = @_;
    die ref $response ? $response->faultstring : $client->transport->status, "\n";
});
my @results;
foreach my $call (@{$task->{calls}}) {
    my @values = map { $call->{values}{$_} } @{$call->{order}};
    my $operation = $call->{operation};
    my $result = eval { $service->$operation(@values) };
    push @results, $@ ? {error => "$@"} : {result => $result};
}
print encode_json(\@results);
