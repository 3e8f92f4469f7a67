// The npm package soap with node:http. Usage: node nodeSoap.mjs PORT
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import soap from "soap";

const calc = {
  Add: ({ a, b }) => ({ result: Number(a) + Number(b) }),
  Divide: ({ a, b }) => {
    if (Number(b) === 0) throw { Fault: { faultcode: "Client", faultstring: "division by zero" } };
    return { result: Math.trunc(Number(a) / Number(b)) };
  },
};
const wsdl = readFileSync(fileURLToPath(new URL("calc.wsdl", import.meta.url)), "utf8");
const server = createServer((_, response) => response.writeHead(404).end());
server.listen(Number(process.argv[2]), "127.0.0.1");
soap.listen(server, { path: "/", services: { Calc: { Calc: calc } }, xml: wsdl });
