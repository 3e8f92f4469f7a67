import assert from "node:assert/strict";
import { tlsFor, tlsOfProxy } from "../../../client/src/cli/credentials.ts";

const client = { cert: "certificate", key: "key" };

suite("TLS options of the command line", () => {
  test("connections have the client certificate only for the request's own host and port, in any case", () => {
    const options = tlsFor({ host: "Service.test", port: 443 }, { client, ca: undefined }, []);
    assert.deepEqual(options("service.test", 443), { rejectUnauthorized: true, ...client });
    for (const [host, port] of [
      ["other.test", 443],
      ["service.test", 8443],
    ] as const) {
      assert.deepEqual(options(host, port), { rejectUnauthorized: true }, `${host}:${port}`);
    }
  });

  test("connections verify the certificates of all but insecure hosts, with the given authorities", () => {
    const options = tlsFor({ host: "a.test", port: 443 }, { client: {}, ca: "authority" }, ["b.test", "c.test:8443"]);
    const verified = (host: string, port: number) => options(host, port).rejectUnauthorized;
    assert.deepEqual([verified("a.test", 443), verified("b.test", 1), verified("c.test", 443)], [true, false, true]);
    assert.deepEqual(options("c.test", 8443), { rejectUnauthorized: false, ca: "authority" });
  });

  test("connections to a proxy never have the client certificate", () => {
    const options = tlsOfProxy({ client, ca: undefined }, []);
    assert.deepEqual(options("proxy.test", 3128), { rejectUnauthorized: true });
  });
});
