<?php
// PHP's SoapServer, as the router script of PHP's built-in web server.
class Calc {
    public function Add($a, $b) { return $a + $b; }
    public function Divide($a, $b) {
        if ($b == 0) throw new SoapFault("Client", "division by zero");
        return intdiv($a, $b);
    }
}
$server = new SoapServer(null, ["uri" => "urn:calc"]);
$server->setClass("Calc");
$server->handle();
