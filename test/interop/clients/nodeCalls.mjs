const { wsdl, calls } = JSON.parse(process.argv[2]);

/**
 * Makes the calls of the program's task, as in clients.mjs, and prints the results.
 * @param connect creates a client for a WSDL, by soap or by strong-soap, which has the same methods
 */
export async function printCalls(connect) {
  const client = await connect(wsdl);
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
}
