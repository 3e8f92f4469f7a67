// npm soap calls operations of a WSDL. Usage: node nodeSoap.mjs TASK, as in clients.mjs
import soap from "soap";
import { printCalls } from "./nodeCalls.mjs";

await printCalls((wsdl) => soap.createClientAsync(wsdl));
