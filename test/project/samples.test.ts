import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { defaultLimit, VariantTexts } from "../../server/src/service/languageService.ts";
import { contractOf } from "../support/contracts.ts";
import { TestedMock } from "../support/mock.ts";

const soap = {
  "1.1": { path: "/calc", namespace: "http://schemas.xmlsoap.org/soap/envelope/", type: "text/xml" },
  "1.2": { path: "/calc12", namespace: "http://www.w3.org/2003/05/soap-envelope", type: "application/soap+xml" },
} as const;

suite("samples/calculator.soapmock", () => {
  const read = (name: string) => readFileSync(`samples/${name}`, "utf8");
  const files = { "calculator.soapmock": read("calculator.soapmock"), "calculator.wsdl": read("calculator.wsdl") };
  const mock = () => new TestedMock(files);
  const request = (payload: string, version: keyof typeof soap = "1.2", fields = "") => {
    const { path, namespace, type } = soap[version];
    const body = payload.replace(">", ` xmlns="http://example.org/calc">`);
    return `POST ${path}
Content-Type: ${type}; charset=utf-8
${fields}
<s:Envelope xmlns:s="${namespace}"><s:Body>${body}</s:Body></s:Envelope>`;
  };
  const add = "<Add><a>2</a><b>3.5</b></Add>";

  for (const version of ["1.1", "1.2"] as const) {
    test(`the mock service adds in SOAP ${version}`, () => {
      const text = mock().body(request(add, version)) ?? "";
      assert.ok(text.includes(soap[version].namespace));
      assert.match(text, /<result>5\.5<\/result>/);
    });
  }

  test("the mock service returns a Fault with the message of the request", () => {
    const response = mock().respond(request("<Fail><message>a &lt; b</message></Fail>"));
    assert.equal(response?.status, 500);
    assert.match(new TextDecoder().decode(response?.bytes), /<soap:Text xml:lang="en">a &lt; b<\/soap:Text>/);
  });

  test("the mock service gives a token to the right password, and refuses another one", () => {
    const service = mock();
    const [, token] =
      /<token>(.+)<\/token>/.exec(
        service.body(request("<Login><user>demo</user><password>demo</password></Login>")) ?? "",
      ) ?? [];
    assert.ok(token);
    const withToken = (one: string) => service.body(request(add, "1.1", `Authorization: Bearer ${one}\n`)) ?? "";
    assert.match(withToken(token), /<result>5\.5<\/result>/);
    assert.match(withToken("other"), /The token is unknown\./);
    assert.equal(service.body(request("<Login><user>demo</user><password>no</password></Login>")), undefined);
  });

  test("the mock service accepts a payment only with its code and the hash of its file", () => {
    const file = Buffer.from("a,b\n");
    const hash = createHash("sha256").update(file).digest("hex");
    const code = createHmac("sha256", "demo secret").update("ACME_1&n&17").digest("base64");
    const pay = (values: Readonly<Record<string, string>> = {}) => {
      const all = { account: "ACME_1", nonce: "n", time: "17", code, file: file.toString("base64"), hash, ...values };
      const content = Object.entries(all).map(([name, value]) => `<${name}>${value}</${name}>`);
      return mock().body(
        `POST /pay\nContent-Type: text/xml\n\n<Pay xmlns="http://example.org/pay">${content.join("")}</Pay>`,
      );
    };
    assert.match(pay() ?? "", /<result>paid<\/result>/);
    for (const changed of [
      { account: "ACME_2" },
      { time: "18" },
      { code: code.toLowerCase() },
      { hash: "00" },
      { file: "YQ==" },
    ])
      assert.match(pay(changed) ?? "", /The code or the hash is wrong\./);
  });

  test("the mock service returns as many characters as the request asks for, and waits before the response of Slow", () => {
    const data = /<data>([^<]*)</.exec(mock().body(request("<Large><bytes>2000</bytes></Large>", "1.1")) ?? "")?.[1];
    assert.equal(data?.length, 2000);
    const slow = mock().respond(request("<Slow><seconds>5</seconds></Slow>"));
    assert.deepEqual(slow?.pace?.delay, { from: 5000, to: 5000 });
  });

  test("the mock service lets pages of other origins read each response", () => {
    const responses = files["calculator.soapmock"].match(/^HTTP\/1\.1 .*\n/gm)?.length;
    assert.equal(
      files["calculator.soapmock"].match(/^HTTP\/1\.1 .*\nAccess-Control-Allow-Origin: \*\n/gm)?.length,
      responses,
    );
  });

  test("the mock service has tests of the login that are those of its WSDL", () => {
    const contract = contractOf({ "file:///calculator.wsdl": files["calculator.wsdl"] });
    const login = contract.operations.findIndex(
      ({ operation, port }) => operation === "Login" && port === "CalculatorPort12",
    );
    const options = { which: "all", limit: defaultLimit, seed: 0, wsdl: "../calculator.wsdl" } as const;
    const generated = [...new VariantTexts(contract, [login], options)].join("");
    assert.equal(read("contract/CalculatorPort12.Login.tests.soaphttp"), generated);
  });
});
