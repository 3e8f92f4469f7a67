<?php
// PHP's SoapClient calls operations of a WSDL. Usage: php php.php TASK, as in clients.mjs
$task = json_decode($argv[1]);
$client = new SoapClient($task->wsdl, ["cache_wsdl" => WSDL_CACHE_NONE]);
$results = [];
foreach ($task->calls as $call) {
    $values = (array) $call->values;
    try {
        $result = $client->__soapCall($call->operation, $call->style === "rpc" ? array_values($values) : [$call->bare ?? $values]);
        $results[] = ["result" => $result];
    } catch (SoapFault $fault) {
        $results[] = ["error" => $fault->getMessage()];
    }
}
echo json_encode($results);
