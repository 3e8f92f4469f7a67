// npm soap calls operations of a WSDL. Usage: node nodeSoap.mjs TASK, as in clients.mjs
import soap from "soap";

const { wsdl, calls } = JSON.parse(process.argv[2]);
const client = await soap.createClientAsync(wsdl);
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
