// strong-soap calls operations of a WSDL. Usage: node strongSoap.mjs TASK, as in clients.mjs
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { printCalls } from "./nodeCalls.mjs";

const { soap } = createRequire(new URL("../../hosts/strongSoap/", import.meta.url))("strong-soap");
await printCalls((wsdl) => promisify(soap.createClient)(wsdl, {}));
