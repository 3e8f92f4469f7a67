import assert from "node:assert/strict";
import type { Contract } from "../../../server/src/contract/contract.ts";
import { type MockHost, MockService } from "../../../server/src/service/languageService.ts";
import { contractOf, sampleWsdl } from "../../support/contracts.ts";
import { requestOf, soapRequest } from "../../support/mock.ts";
import { upstream } from "../../support/mockExchanges.ts";
import { fixedSending } from "../../support/outgoing.ts";
import { around } from "../../support/resolver.ts";

suite("A mock service with files and WSDLs", () => {
  let contracts: readonly Contract[] = [contractOf(sampleWsdl())];
  const host: MockHost = {
    resolver: (uri) => around({ uri }),
    contracts: () => contracts,
    sending: () => fixedSending,
    compute: async () => [],
  };
  const options = { lax: false, scheme: "http" } as const;
  const service = new MockService(host, options);
  const request = (value: string) =>
    requestOf(
      soapRequest(`<c:Add><c:a>${value}</c:a></c:Add>`).replace("\n\n", '\nHost: localhost\nSOAPAction: "urn:Add"\n\n'),
    );

  test("the service lists the ports of the WSDLs, and names the operation of a request", () => {
    assert.deepEqual(service.ports, [{ service: "Calc", port: "Calcsoap11", version: "1.1", path: "/calc" }]);
    assert.equal(service.operationOf(request("1")), "Add");
  });

  test("the service responds from files, and by WSDLs", async () => {
    const text = "# @when //c:a = 1\nHTTP/1.1 204 No Content\n\n";
    assert.deepEqual(service.load([{ uri: "file:///w/a.soapmock", name: "a.soapmock", text }]), []);
    assert.equal((await service.fromFiles(request("1")))?.status, 204);
    assert.equal(service.fromFiles(request("2")), undefined);
    assert.equal(service.byContract(request("2"))?.source, "wsdl");
    assert.equal(service.byContract({ ...request("2"), target: "/other" }), undefined);
  });

  test("the service says why nothing responds", () => {
    const elsewhere = { ...request("2"), target: "/other?a=1" };
    assert.equal(
      service.whyNone(elsewhere),
      "No response matches. a.soapmock:2 is the closest, but //c:a = 1 doesn't hold. No port of a WSDL has the path /other.",
    );
    assert.equal(new MockService(host, options).whyNone(elsewhere), "No port of a WSDL has the path /other.");
    const empty = new MockService({ ...host, contracts: () => [] }, options);
    assert.equal(empty.whyNone(elsewhere), undefined);
  });

  test("the service counts what is wrong with a request by its WSDL", () => {
    const { errors, warnings } = service.captured(request("1"));
    assert.deepEqual([errors, warnings], [0, 0]);
    assert.equal(service.captured(request("no number")).errors, 1);
  });

  test("the service counts what is wrong with a request as it was received, with its secrets", () => {
    const own: MockHost = {
      ...host,
      contracts: () => [contractOf(sampleWsdl().replace('name="a"', 'name="password"'))],
    };
    const login = soapRequest("<c:Add><c:password>1</c:password></c:Add>").replace(
      "\n\n",
      '\nHost: localhost\nSOAPAction: "urn:Add"\n\n',
    );
    const { text, errors } = new MockService(own, { lax: false, scheme: "http" }).captured(requestOf(login));
    assert.match(text ?? "", /<c:password>\[redacted\]</);
    assert.equal(errors, 0);
  });

  test("the service captures and records each request once", () => {
    assert.ok(service.captured(request("3")).text);
    assert.equal(service.captured(request("3")).text, undefined);
    assert.ok(service.recorded(request("1"), upstream("a")));
    assert.equal(service.recorded(request("1"), upstream("b")), undefined);
  });

  test("the service serves other WSDLs after they have changed", () => {
    contracts = [contractOf(sampleWsdl({ address: "http://localhost/new" }))];
    service.load([]);
    assert.deepEqual(
      service.ports.map(({ path }) => path),
      ["/new"],
    );
    assert.equal(service.byContract(request("2")), undefined);
  });
});
