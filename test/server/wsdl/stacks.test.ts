import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { listOperations, payloadOf } from "../../../server/src/wsdl/operations.ts";
import { messagesOf, onlyOperation, wsdlOf } from "./wsdls.ts";

const file = (name: string) => readFileSync(`test/server/wsdl/stacks/${name}.wsdl`, "utf8");
const read = (name: string) => wsdlOf({ [`${name}.wsdl`]: file(name) });

/** The operations of a WSDL as rows of a table. */
function rows(name: string): readonly string[] {
  return listOperations(read(name)).map((row) => Object.values(row).map(String).join(" | "));
}

suite("the WSDL of", () => {
  test("the WSDL of gSOAP has headers, faults and a one-way operation", () => {
    assert.deepEqual(rows("gsoap"), [
      "calc | calc | calc | 1.1 | document | Add | urn:calc#Add | http://localhost:8080/calc | {urn:calc}Add | {urn:calc}AddResponse",
      "calc | calc | calc | 1.1 | document | Divide |  | http://localhost:8080/calc | {urn:calc}Divide | {urn:calc}DivideResponse",
      "calc | calc | calc | 1.1 | document | Log |  | http://localhost:8080/calc | {urn:calc}Log | undefined",
    ]);
    const wsdl = read("gsoap");
    assert.deepEqual(wsdl.problems, []);
    const [add, divide, log] = wsdl.bindings[0]?.operations ?? [];
    assert.equal(add?.documentation, "Adds two numbers");
    assert.deepEqual(
      add?.input?.headers.map(({ part }) => part?.element),
      [{ namespace: "urn:calc", local: "Session" }],
    );
    assert.deepEqual(
      divide?.faults.map(({ name, parts, use }) => [name, parts[0]?.element?.local, use]),
      [["DivideByZero", "DivideByZero", "literal"]],
    );
    assert.equal(log?.pattern, "one-way");
    assert.equal(wsdl.services[0]?.documentation, "A calculator");
  });

  test("the headers in the WSDL of spyne name a message in the namespace of their element", () => {
    const [first] = rows("spyne");
    assert.equal(
      first,
      "Calc | Calc | Calc | 1.1 | document | Add | Add | http://localhost:8000/ | {urn:calc}Add | {urn:calc}AddResponse",
    );
    const wsdl = read("spyne");
    assert.deepEqual(
      [...new Set(messagesOf(wsdl.problems))],
      ["s0:Session is not defined. The only Session was assumed, of the namespace urn:calc."],
    );
    const header = wsdl.bindings[0]?.operations[0]?.input?.headers[0];
    assert.deepEqual(header?.part?.element, { namespace: "urn:calc:header", local: "Session" });
  });

  test("the WSDL of JAX-WS RI has rpc/literal with WS-Addressing and a header of the same message", () => {
    assert.deepEqual(rows("jaxws"), [
      "CalcService | CalcPort | CalcPortBinding | 1.1 | rpc | Add | urn:calc#Add | http://localhost:8080/calc | {urn:calc}Add | {urn:calc}AddResponse",
      "CalcService | CalcPort | CalcPortBinding | 1.1 | rpc | Log |  | http://localhost:8080/calc | {urn:calc}Log | undefined",
    ]);
    const wsdl = read("jaxws");
    assert.deepEqual(wsdl.problems, []);
    const [add, log] = wsdl.bindings[0]?.operations ?? [];
    assert.deepEqual(add?.policy, { addressing: "required" });
    assert.deepEqual([add?.input?.action, add?.output?.action], ["urn:calc#Add", "urn:calc:Calc:AddResponse"]);
    assert.deepEqual(
      add?.input?.parts.map(({ name, type }) => [name, type?.local]),
      [
        ["a", "int"],
        ["b", "int"],
      ],
    );
    assert.deepEqual(
      log?.input?.parts.map(({ name }) => name),
      ["text"],
    );
    assert.equal(log?.input?.action, "urn:calc:Calc:Log");
  });

  test("the WSDL of CXF has a header that is a part of the input's message", () => {
    assert.deepEqual(rows("cxf"), [
      "CalcService | CalcPort | CalcServiceSoapBinding | 1.1 | document | add |  | http://localhost:9000/calc | {http://calc/}add | {http://calc/}addResponse",
    ]);
    const { input } = onlyOperation(read("cxf"));
    assert.deepEqual([input?.parts.length, input?.headers[0]?.part?.name], [1, "session"]);
  });

  test("the WSDL of ASP.NET has ports for SOAP 1.1, SOAP 1.2, HTTP GET and HTTP POST", () => {
    const address = "http://localhost:1234/Calc.asmx";
    const input = "{http://tempuri.org/}Add";
    const output = "{http://tempuri.org/}AddResponse";
    assert.deepEqual(rows("asmx"), [
      `Calc | CalcSoap | CalcSoap | 1.1 | document | Add | http://tempuri.org/Add | ${address} | ${input} | ${output}`,
      `Calc | CalcSoap12 | CalcSoap12 | 1.2 | document | Add | http://tempuri.org/Add | ${address} | ${input} | ${output}`,
      `Calc | CalcHttpGet | CalcHttpGet | HTTP GET | document | Add | undefined | ${address} | undefined | undefined`,
      `Calc | CalcHttpPost | CalcHttpPost | HTTP POST | document | Add | undefined | ${address} | undefined | undefined`,
    ]);
    const wsdl = read("asmx");
    assert.deepEqual(wsdl.problems, []);
    const [, , get, post] = wsdl.bindings.map(({ operations }) => operations[0]);
    assert.deepEqual([get?.location, get?.input?.http], ["/Add", { kind: "query" }]);
    assert.deepEqual(
      get?.input?.parts.map(({ name }) => name),
      ["a", "b"],
    );
    const http = post?.input?.http;
    assert.equal(http?.kind === "body" && http.alternatives[0]?.type, "application/x-www-form-urlencoded");
    const answer = get?.output?.http;
    assert.equal(answer?.kind === "body" && answer.alternatives[0]?.part?.element?.local, "int");
    assert.equal(wsdl.bindings[0]?.operations[0]?.documentation, "Adds two <b>numbers</b>.");
  });

  test("the WSDL of WCF has a policy, and imports a WSDL at an address with a query", () => {
    const wsdl = wsdlOf({
      "http://localhost:8733/Calc?wsdl": file("wcf"),
      "http://localhost:8733/Calc?wsdl=wsdl0": file("wcf0"),
    });
    assert.deepEqual(wsdl.problems, []);
    const [basic, secure] = wsdl.bindings.map(({ operations }) => operations[0]);
    assert.deepEqual(
      listOperations(wsdl).map(({ port, version, address, action }) => [port, version, address, action]),
      [
        ["Basic", "1.1", "http://localhost:8733/Calc", "urn:calc/ICalc/Add"],
        ["Secure", "1.2", "https://localhost:8734/Calc", "urn:calc/ICalc/Add"],
      ],
    );
    assert.deepEqual(basic?.policy, {});
    assert.deepEqual(secure?.policy, {
      ...{ addressing: "required", transportSecurity: "required" },
      ...{ usernameToken: "required", timestamp: "required", signedToken: "required", sha1: "required" },
    });
    assert.equal(secure && payloadOf(secure, "input")?.namespace, "urn:calc");
    assert.equal(secure?.faults[0]?.action, "urn:calc/ICalc/AddOverflowFault");
    assert.equal(secure?.faults[0]?.parts[0]?.element?.local, "Overflow");
    assert.equal(wsdl.schemas.length, 1);
  });

  test("the WSDL of Axis 1 has rpc/encoded, overloads in another order than in the port type, and an order of parameters", () => {
    const wsdl = read("axis1");
    assert.deepEqual(wsdl.problems, []);
    const [numbers, two] = wsdl.bindings[0]?.operations ?? [];
    assert.deepEqual([numbers?.overloaded, two?.overloaded], [true, true]);
    assert.deepEqual(
      [numbers, two].map((one) => one?.input?.parts.map(({ name }) => name)),
      [["numbers"], ["a", "b"]],
    );
    assert.deepEqual(
      [two?.input?.use, two?.input?.encodingStyle, two?.input?.namespace, two?.output?.namespace, two?.soapAction],
      [
        "encoded",
        "http://schemas.xmlsoap.org/soap/encoding/",
        "http://DefaultNamespace",
        "http://localhost:8080/axis/Calc.jws",
        "",
      ],
    );
  });

  test("the WSDL of PHP has rpc/encoded, messages at the end, and an empty message", () => {
    const wsdl = read("php");
    assert.deepEqual(wsdl.problems, []);
    assert.deepEqual(rows("php"), [
      "CalcService | CalcPort | CalcBinding | 1.1 | rpc | Add | http://localhost/calc.php#Add | http://localhost/calc.php | {http://localhost/calc.php}Add | {http://localhost/calc.php}AddResponse",
      "CalcService | CalcPort | CalcBinding | 1.1 | rpc | ping | http://localhost/calc.php#ping | http://localhost/calc.php | {http://localhost/calc.php}ping | undefined",
    ]);
    const [add, ping] = wsdl.bindings[0]?.operations ?? [];
    assert.equal(add?.documentation, "Adds two numbers\n\n@param int $a");
    assert.deepEqual([ping?.pattern, ping?.input?.parts], ["one-way", []]);
  });

  test("the WSDL of npm soap has rpc/literal", () => {
    const operation = onlyOperation(read("npmSoap"));
    assert.deepEqual(payloadOf(operation, "input"), { namespace: "urn:examples:helloservice", local: "sayHello" });
    assert.equal(operation.input?.action, "sayHello", "a SOAP action comes before the default action of WS-Addressing");
  });

  test("the WSDL of PySimpleSOAP has document style", () => {
    assert.deepEqual(rows("pysimplesoap"), [
      "CalcService | Calc | CalcBinding | 1.1 | document | Add | http://localhost:8008/Add | http://localhost:8008/ | {urn:calc}Add | {urn:calc}AddResponse",
    ]);
  });
});
