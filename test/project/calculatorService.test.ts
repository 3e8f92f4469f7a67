import assert from "node:assert/strict";
import { connect } from "node:net";
import { type SampleService, startService } from "../support/calculator/service.mjs";

const envelopes = {
  "1.1": { path: "/calc", type: "text/xml", namespace: "http://schemas.xmlsoap.org/soap/envelope/" },
  "1.2": { path: "/calc12", type: "application/soap+xml", namespace: "http://www.w3.org/2003/05/soap-envelope" },
} as const;
type Version = keyof typeof envelopes;

suite("the SOAP service of the tests, on npm soap", () => {
  let service: SampleService;
  suiteSetup(async () => {
    service = await startService({ port: 0 });
  });
  suiteTeardown(() => service.close());

  for (const version of ["1.1", "1.2"] as const) {
    test(`the service adds in SOAP ${version}`, async () => {
      const response = await call(version, "<Add xmlns='http://example.org/calc'><a>2</a><b>3.5</b></Add>");
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("content-type"), `${envelopes[version].type}; charset=utf-8`);
      const text = await response.text();
      assert.match(text, new RegExp(`<soap:Envelope xmlns:soap="${envelopes[version].namespace}"`));
      assert.match(text, /<AddResponse xmlns="http:\/\/example\.org\/calc"><result>5\.5<\/result><\/AddResponse>/);
    });

    test(`the service returns a Fault in SOAP ${version}`, async () => {
      const response = await call(version, "<Fail xmlns='http://example.org/calc'><message>a &lt; b</message></Fail>");
      assert.equal(response.status, 500);
      const reason = version === "1.1" ? "<faultstring>a &lt; b</faultstring>" : '<soap:Text xml:lang="en">a &lt; b</';
      assert.ok((await response.text()).includes(reason));
    });

    test(`the service returns a sender Fault for an invalid number in SOAP ${version}`, async () => {
      const response = await call(version, "<Add xmlns='http://example.org/calc'><a>two</a><b>3</b></Add>");
      assert.equal(response.status, version === "1.1" ? 500 : 400);
      assert.match(await response.text(), version === "1.1" ? /soap:Client/ : /soap:Sender/);
    });

    test(`the service returns a large response in SOAP ${version}`, async () => {
      const response = await call(version, "<Large xmlns='http://example.org/calc'><bytes>1000000</bytes></Large>");
      const data = /<data>([^<]*)<\/data>/.exec(await response.text())?.[1] ?? "";
      assert.equal(data.replaceAll("&#xA;", "\n").length, 1_000_000);
    });

    test(`the service returns its WSDL for SOAP ${version}`, async () => {
      const response = await fetch(`${service.origin}${envelopes[version].path}?wsdl`);
      assert.ok((await response.text()).includes(`location="${service.origin}${envelopes[version].path}"`));
    });
  }

  test("the service responds with a token to the right password, and refuses unknown tokens", async () => {
    const login = (password: string) =>
      call("1.1", `<Login xmlns='http://example.org/calc'><user>demo</user><password>${password}</password></Login>`);
    const add = (token: string) =>
      call("1.1", "<Add xmlns='http://example.org/calc'><a>1</a><b>2</b></Add>", { authorization: `Bearer ${token}` });
    const [, token = ""] = /<token>([^<]+)<\/token>/.exec(await (await login("demo")).text()) ?? [];
    assert.match(await (await add(token)).text(), /<result>3<\/result>/);
    assert.match(await (await add("other")).text(), /The token is unknown/);
    assert.match(await (await login("wrong")).text(), /The user or the password is wrong/);
  });

  test("the service frames one response by chunks, and one by Content-Length", async () => {
    const sum = "<Add xmlns='http://example.org/calc'><a>1</a><b>1</b></Add>";
    assert.equal((await call("1.1", sum)).headers.get("content-length"), null);
    assert.match((await call("1.2", sum)).headers.get("content-length") ?? "", /^\d+$/);
  });

  test("the service responds slowly, and stops when the client disconnects", async () => {
    const slow = (seconds: string) => `<Slow xmlns='http://example.org/calc'><seconds>${seconds}</seconds></Slow>`;
    assert.match(await (await call("1.1", slow("0.05"))).text(), /Answered after 0\.05 s\./);
    await assert.rejects(call("1.1", slow("600"), { signal: AbortSignal.timeout(50) }));
  });

  test("the service allows requests from pages of other origins", async () => {
    const preflight = await fetch(`${service.origin}/calc`, {
      method: "OPTIONS",
      headers: { Origin: "http://page.example", "Access-Control-Request-Headers": "content-type,soapaction" },
    });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get("access-control-allow-origin"), "http://page.example");
    assert.equal(preflight.headers.get("access-control-allow-headers"), "content-type,soapaction");
    assert.equal(preflight.headers.get("access-control-allow-methods"), "GET, POST, PUT, DELETE, PATCH");
  });

  test("the service rejects a port that is in use", async () => {
    await assert.rejects(startService({ port: service.port }), { code: "EADDRINUSE" });
  });

  test("the service closes open connections when it ends", async () => {
    const other = await startService({ port: 0 });
    const socket = connect(other.port, "127.0.0.1");
    await new Promise((resolve) => socket.once("connect", resolve));
    socket.on("error", () => {});
    const ended = new Promise((resolve) => socket.once("close", resolve));
    await other.close();
    await ended;
  });

  function call(
    version: Version,
    operation: string,
    { signal, authorization }: { readonly signal?: AbortSignal; readonly authorization?: string } = {},
  ): Promise<Response> {
    const { path, type, namespace } = envelopes[version];
    return fetch(`${service.origin}${path}`, {
      method: "POST",
      headers: { "Content-Type": `${type}; charset=utf-8`, ...(authorization && { Authorization: authorization }) },
      body: `<s:Envelope xmlns:s="${namespace}"><s:Body>${operation}</s:Body></s:Envelope>`,
      ...(signal && { signal }),
    });
  }
});
