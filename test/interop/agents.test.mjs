// A language model's way to a service that it doesn't know: only through the tools of `soaphttp mcp`, by the official client.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { suiteServer } from "./processes.mjs";
import { folder, program } from "./soaphttp.mjs";
import { emptyFolder, stacks } from "./stacks.mjs";

const { packages, prepare, command, wsdl, name } = stacks.jaxWs;

suite(`the tools for language models, with a service of ${name}`, () => {
  let address;
  let client;
  let place;
  const server = suiteServer(name, packages, (port) => {
    place = emptyFolder(folder, "jaxWs-agents");
    prepare(place);
    address = wsdl(port, place);
    return command(port, place);
  });

  suiteSetup(async () => {
    client = new Client({ name: "test", version: "1" }, { capabilities: {} });
    const { PATH = "" } = process.env;
    const args = [await program(), "mcp", "--root", place, "--allow-send", `127.0.0.1:${server.port}`];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env: { PATH } }));
  });
  suiteTeardown(() => client?.close());

  const call = async (tool, given) => {
    const { isError, content, structuredContent } = await client.callTool({ name: tool, arguments: given });
    assert.ok(!isError, content[0]?.text);
    return structuredContent;
  };

  test("the tools list, write, check, send and read", async () => {
    const { operations } = await call("list_operations", { wsdl: address });
    const { operation } = operations.find((one) => /^add$/i.test(one.operation)) ?? {};
    assert.ok(operation, JSON.stringify(operations));
    const written = await call("write_request", { wsdl: address, operation, values: { a: "40", b: "2" } });
    assert.deepEqual(written.findings, []);
    // The fixes of the check correct a count that no longer fits.
    const edited = written.text.replace(">40<", ">4000<");
    const checked = await call("check_request", { text: edited, wsdl: address });
    assert.equal(checked.errors, 1);
    const sent = await call("send_request", { text: checked.fixed, wsdl: address });
    assert.equal(sent.status, 200);
    assert.deepEqual((await call("read_response", { path: "//*:return" })).values, ["4002"]);
  });
});
