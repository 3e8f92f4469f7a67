import assert from "node:assert/strict";
import type { CalledOperationsResult } from "../../../server/src/protocol/protocol.ts";
import { sampleWsdl } from "../../support/contracts.ts";
import { request11 } from "../../support/findings.ts";
import { readIn, startTestServer, type TestServer, until } from "../../support/server.ts";

const calc = "file:///w/calc.wsdl";

suite("the operations that requests call", () => {
  let server: TestServer;
  const files = new Map<string, string>();

  setup(async () => {
    files.clear();
    files.set(calc, sampleWsdl({ operations: ["Add", "Divide"], versions: ["1.1", "1.2"] }));
    await start();
  });

  const readFile = readIn(files);

  async function start(given: object = {}): Promise<void> {
    server = await startTestServer({}, { wsdl: ["calc.wsdl"] }, { readFile, folders: ["file:///w"], ...given });
  }

  function called(uri: string, text?: string): Promise<CalledOperationsResult> {
    return server.request<CalledOperationsResult>("soaphttp/calledOperations", { uri, text });
  }

  test("operations are known with their port, and with the place of their definition", async () => {
    const { uri } = server.open(`### other\nGET / HTTP/1.1\nHost: h\n\n### add\n${request("Add")}`);
    const { version, requests } = await called(uri);
    assert.equal(version, 1);
    const [add, ...more] = requests;
    assert.ok(add && more.length === 0);
    assert.deepEqual([add.kind, add.line.start], ["ports", { line: 5, character: 0 }]);
    const [operation, ...others] = add.operations;
    assert.ok(operation && others.length === 0, "the version excludes the other port");
    const { place, ...facts } = operation;
    assert.deepEqual(facts, { wsdl: calc, index: 0, operation: "Add", service: "Calc", port: "Calcsoap11" });
    assert.equal(place.uri, calc);
    assert.match(files.get(calc)?.split("\n")[place.range.start.line] ?? "", /^<operation name="Add"><soap11:/);
  });

  test("operations are at the name of the payload", async () => {
    const source = request("Add");
    const { requests } = await called(server.open(source).uri);
    const { start, end } = requests[0]?.at ?? assert.fail("no request");
    assert.equal(source.split("\n")[start.line]?.slice(start.character, end.character), "Add");
  });

  test("operations have references that only the client finds, at the name of the payload", async () => {
    const source = request("Add").replace("<Add xmlns=", "<p:Ad|d xmlns:p=").replace("<a>", "<p:a>");
    const at = async (marked: string) => {
      const { uri, position } = server.open(marked.replace("</a></Add>", "</p:a></p:Add>"));
      const params = { textDocument: { uri }, position, context: { includeDeclaration: true } };
      return (await server.request<readonly unknown[]>("textDocument/references", params)).length;
    };
    assert.equal(await at(source), 0);
    assert.ok((await at(source.replace("<p:Ad|d", "<|p:Add"))) > 1);
  });

  test("operations are found in the given text of a file that isn't open", async () => {
    const { version, requests } = await called("file:///w/closed.soaphttp", request("Divide"));
    assert.deepEqual([version, requests.map(({ operations }) => operations[0]?.operation)], [0, ["Divide"]]);
  });

  test("operations leave nothing of files that aren't open, as soon as a document is closed", async () => {
    const didChangeWatchedFiles = { dynamicRegistration: true, relativePatternSupport: true };
    server = await startTestServer({ workspace: { didChangeWatchedFiles } }, {}, { readFile, folders: ["file:///w"] });
    // The earlier registration ends a little later.
    const watched = () => JSON.stringify(server.registered.at(-1)?.registerOptions);
    const opened = server.open("GET / HTTP/1.1\nHost: h\n").uri;
    for (const name of ["a", "b"]) {
      await called(`file:///w/${name}.soaphttp`, `POST / HTTP/1.1\nHost: h\n\n<@ ./${name}.xml`);
      await called(`file:///w/${name}.soaphttp`, `# @wsdl ./${name}.wsdl\n${request("Add")}`);
    }
    assert.match(watched(), /"a\.wsdl"/);
    await server.notify("textDocument/didClose", { textDocument: { uri: opened } });
    await called(server.open("GET / HTTP/1.1\nHost: h\n").uri);
    assert.doesNotMatch(watched(), /"[ab]\.(?:xml|wsdl)"/);
  });

  test("a request that matches several operations has all of them", async () => {
    files.set(calc, sampleWsdl({ operations: ["Add", "Sum"], payload: "Add", action: () => "urn:same" }));
    const { requests } = await called(server.open(request("Add", "urn:same")).uri);
    const [add] = requests;
    assert.deepEqual([add?.kind, add?.operations.map(({ operation }) => operation)], ["choice", ["Add", "Sum"]]);
  });

  test("there are no operations for a request without a contract, and in Restricted Mode", async () => {
    assert.deepEqual((await called(server.open(`# @no-wsdl\n${request("Add")}`).uri)).requests, []);
    assert.deepEqual((await called(server.open(request("Unknown")).uri)).requests, []);
    await start({ circumstances: { trusted: false, environment: null } });
    assert.deepEqual((await called(server.open(request("Add")).uri)).requests, []);
  });

  test("operations are announced as changed when a WSDL changes on disk", async () => {
    const { uri } = server.open(request("Add"));
    await called(uri);
    files.set(calc, sampleWsdl({ operations: ["Divide"] }));
    await server.fileChanged(calc);
    await until(() => server.contractChanges !== 0);
    assert.deepEqual((await called(uri)).requests, []);
  });
});

function request(operation: string, action = `urn:${operation}`): string {
  const payload = `<${operation} xmlns="urn:calc"><a>1</a></${operation}>`;
  return request11(
    { SOAPAction: `"${action}"` },
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${payload}</s:Body></s:Envelope>`,
  );
}
