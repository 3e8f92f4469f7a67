import { deepEqual, equal } from "node:assert/strict";
import { tlsHostOf, tlsHosts } from "../../../../client/src/core/sending/tlsHosts.ts";

suite("the setting soaphttp.tls.hosts", () => {
  const hosts = tlsHosts({
    "Localhost:8443": { verify: false },
    localhost: { cert: "/c.pem", key: "/k.pem" },
    "[::1]:443": { pfx: "/p.pfx", ca: "/ca.pem" },
  });
  const of = (host: string, port: number) => tlsHostOf(hosts, host, port)?.name;

  test("the setting applies to a host with its port, else to the host, and to no other host", () => {
    equal(of("localhost", 8443), "localhost:8443");
    equal(of("LOCALHOST", 443), "localhost");
    equal(of("::1", 443), "[::1]:443");
    equal(of("[::1]", 443), "[::1]:443");
    equal(of("::1", 8443), undefined);
    equal(of("a.localhost", 443), undefined);
    equal(of("localhost.example", 443), undefined);
  });

  test("the setting verifies certificates unless verify is false", () => {
    equal(tlsHostOf(hosts, "localhost", 8443)?.verify, false);
    for (const verify of [undefined, 0, "false", null, true]) equal(tlsHosts({ h: { verify } })[0]?.verify, true);
  });

  test("the setting reads the paths of files", () => {
    const { cert, key, pfx, ca } = tlsHosts({ h: { cert: "/c", key: "", pfx: 7, ca: "/a" } })[0] ?? {};
    deepEqual([cert, key, pfx, ca], ["/c", undefined, undefined, "/a"]);
  });

  test("the setting reads what # @tls has, and ignores what is invalid", () => {
    const old = { minVersion: "TLSv1", ciphers: "DEFAULT@SECLEVEL=0", servername: "a.b", legacyRenegotiation: true };
    deepEqual(tlsHosts({ h: old })[0]?.connection, old);
    const bad = {
      minVersion: "SSLv3",
      ciphers: 'a" b',
      servername: "a b",
      legacyRenegotiation: "yes",
      clientKey: "me",
    };
    deepEqual([tlsHosts({ h: bad })[0]?.connection, tlsHosts({ h: bad })[0]?.clientKey], [{}, "me"]);
  });

  test("the setting ignores invalid values", () => {
    for (const bad of [undefined, null, 7, "a", [], { h: "x" }, { h: null }, ["h"]]) deepEqual(tlsHosts(bad), []);
  });
});
