// strong-soap calls operations of a WSDL. Usage: node strongSoap.mjs TASK, as in clients.mjs
import { createRequire } from "node:module";
import { promisify } from "node:util";

const { soap } = createRequire(new URL("../../hosts/strongSoap/", import.meta.url))("strong-soap");
const { wsdl, calls } = JSON.parse(process.argv[2]);
const client = await promisify(soap.createClient)(wsdl, {});
const results = [];
for (const { service, port, operation, values, bare } of calls) {
  try {
    const method = client[service][port][operation];
    const result = await new Promise((resolve, reject) => {
      method(bare ?? values, (error, value) => (error ? reject(error) : resolve(value)));
    });
    results.push({ result: result ?? null });
  } catch (error) {
    results.push({ error: String(error) });
  }
}
console.log(JSON.stringify(results));
