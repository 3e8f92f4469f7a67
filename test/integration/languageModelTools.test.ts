import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { add, post, serviceOrigin } from "./messages.ts";
import { answerQuestions, closeAll, diagnosticsOf, extension, open, workspaceFile, writeFile } from "./support.ts";

interface Tools {
  readonly tools: readonly { readonly name: string }[];
  readonly invokeTool: (
    name: string,
    options: { readonly input: object; readonly toolInvocationToken: undefined },
    token?: vscode.CancellationToken,
  ) => Promise<{ readonly content: readonly { readonly value?: string }[] }>;
}

/** The newer API, which VS Code 1.91 doesn't have. */
const lm = vscode.lm as unknown as Partial<Tools>;

/** The result of a tool as JSON. */
async function call(name: string, input: object, token?: vscode.CancellationToken) {
  const result = await lm.invokeTool?.(`soaphttp_${name}`, { input, toolInvocationToken: undefined }, token);
  return JSON.parse(result?.content.map(({ value = "" }) => value).join("") ?? "") as Readonly<Record<string, unknown>>;
}

async function rejects(called: Promise<unknown>, message: RegExp): Promise<void> {
  const outcome = await called.then(
    () => "no error",
    (error: unknown) => String(error),
  );
  assert.match(outcome, message);
}

const wsdl = (address: string) =>
  `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:t="http://example.org/calc" targetNamespace="http://example.org/calc">
<types><schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="http://example.org/calc" elementFormDefault="qualified">
<element name="Add"><complexType><sequence><element name="a" type="int"/><element name="b" type="int"/></sequence></complexType></element></schema></types>
<message name="Add"><part name="p" element="t:Add"/></message>
<portType name="Calc"><operation name="Add"><input message="t:Add"/></operation></portType>
<binding name="Calc" type="t:Calc"><s:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
<operation name="Add"><s:operation soapAction=""/><input><s:body use="literal"/></input></operation></binding>
<service name="Calc"><port name="Calc" binding="t:Calc"><s:address location="${address}/calc12"/></port></service></definitions>`;

suite("the tools of language models", () => {
  const origin = serviceOrigin();

  teardown(closeAll);

  // Older versions have a proposal of the API, which throws.
  if (Number(vscode.version.split(".")[1]) < 95) {
    test("the tools aren't there in an older VS Code, and the extension works without them", async () => {
      await extension();
      const document = await open(post(origin, "/calc12", add(1, 2)));
      assert.deepEqual(await diagnosticsOf(document), []);
    });
    return;
  }

  test("the tools are registered", async () => {
    await extension();
    const names = lm.tools?.map(({ name }) => name).filter((name) => name.startsWith("soaphttp_"));
    assert.deepEqual(
      [...(names ?? [])].toSorted(),
      ["check_request", "list_operations", "read_response", "send_request", "write_request"].map(
        (name) => `soaphttp_${name}`,
      ),
    );
  });

  test("the tools list operations, write, check and send a request, and read the response", async () => {
    await extension();
    await writeFile("agents.wsdl", wsdl(origin));
    const listed = await call("list_operations", { wsdl: "agents.wsdl" });
    assert.equal(listed["total"], 1);
    const written = await call("write_request", { wsdl: "agents.wsdl", operation: "Add", values: { a: "40", b: "2" } });
    const text = String(written["text"]);
    assert.match(text, /# @wsdl \.\/agents\.wsdl\n/);
    assert.match(text, /<\w+:a>40<\//);
    assert.deepEqual(written["findings"], []);
    const broken = text.replace(/Content-Length: \d+/, "Content-Length: 7");
    const checked = await call("check_request", { text: broken });
    assert.equal(checked["errors"], 1);
    assert.equal(checked["fixed"], text);
    const sendable = post(origin, "/calc12", add(40, 2));
    await answerQuestions({ agentSend: async () => true });
    const sent = await call("send_request", { text: sendable });
    assert.deepEqual([sent["sent"], sent["status"], sent["fault"]], [true, 200, null]);
    const read = await call("read_response", { path: "//*:result" });
    assert.deepEqual(read["values"], ["42"]);
  });

  test("the tools say what to do about wrong arguments", async () => {
    await extension();
    await rejects(call("list_operations", {}), /The argument wsdl is missing/);
    await rejects(call("list_operations", { wsdl: "no.wsdl" }), /no\.wsdl: file not found/);
    await rejects(call("list_operations", { wsdl: "../outside.wsdl" }), /outside of the open folders|file not found/);
    await rejects(call("check_request", { text: "a", file: "b" }), /exactly one of the arguments text and file/);
    await rejects(call("send_request", { text: "GET http://localhost:1/ HTTP/1.1" }), /Not sent|refused|has errors/);
  });

  test("the tools don't read files of secrets", async () => {
    await extension();
    const file = "http-client.private.env.json";
    await writeFile(file, '{"dev":{"token":"oleander"}}');
    for (const tool of ["check_request", "send_request"]) await rejects(call(tool, { file }), /contains secrets/);
  });

  test("the tools read files of the workspace", async () => {
    await extension();
    await writeFile("agents.soaphttp", post(origin, "/calc12", add(1, 2)));
    const checked = await call("check_request", { file: "agents.soaphttp" });
    assert.equal(checked["errors"], 0);
    const absolute = await call("check_request", { file: workspaceFile("agents.soaphttp").toString() });
    assert.equal(absolute["errors"], 0);
  });
});
