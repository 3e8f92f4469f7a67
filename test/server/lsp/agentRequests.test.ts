import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type {
  AgentChecked,
  AgentOperations,
  AgentOutgoing,
  AgentWritten,
} from "../../../server/src/protocol/agentProtocol.ts";
import { startTestServer } from "../../support/server.ts";

const wsdl = readFileSync("test/server/wsdl/stacks/gsoap.wsdl");
const files: Readonly<Record<string, string>> = {
  "file:///work/calc.wsdl": wsdl.toString("base64"),
  "file:///work/http-client.env.json": Buffer.from('{"dev":{"x":"1"},"test":{"x":"2"}}').toString("base64"),
};
const client = {
  folders: ["file:///work"],
  readFile: (uri: string) => {
    const bytes = files[uri];
    return bytes === undefined ? ({ kind: "missing" } as const) : ({ kind: "bytes", bytes } as const);
  },
};
const place = { uri: "file:///work/agent-1.soaphttp" };

suite("the server's functions for tools of language models", () => {
  test("the functions list operations and write a request that has no findings", async () => {
    const server = await startTestServer({}, {}, client);
    const listed = await server.request<AgentOperations>("soaphttp/agent/operations", {
      wsdl: "file:///work/calc.wsdl",
    });
    const operations = listed.operations.map(({ operation }) => operation);
    assert.deepEqual(operations, ["Add", "Divide", "Log"]);
    const given = { ...place, wsdl: "file:///work/calc.wsdl", index: 0, optional: false, values: { a: "40" } };
    const written = await server.request<AgentWritten>("soaphttp/agent/write", given);
    assert.ok(written.kind === "request");
    assert.match(written.text, /^# @wsdl \.\/calc\.wsdl\n[\s\S]*<a>40<\/a>/m);
    const checked = await server.request<AgentChecked>("soaphttp/agent/check", { ...place, text: written.text });
    assert.deepEqual(checked.findings, []);
    const broken = written.text.replace("<a>40</a>", "<a>forty</a>");
    const again = await server.request<AgentChecked>("soaphttp/agent/check", { ...place, text: broken });
    const codes = again.findings.filter(({ severity }) => severity === "error").map(({ code }) => code);
    assert.deepEqual(codes, ["content-length-mismatch", "schema-value"]);
  });

  test("the functions use the environment of the call", async () => {
    const server = await startTestServer({}, {}, client);
    const text = "GET /{{x}} HTTP/1.1\nHost: localhost\n";
    const target = async (environment?: string) => {
      const given = { ...place, text, environment, secrets: {} };
      const made = await server.request<AgentOutgoing>("soaphttp/agent/outgoing", given);
      return made.kind === "message" ? made.message.target : made.kind;
    };
    assert.deepEqual(
      [await target("dev"), await target("test"), await target("none"), await target()],
      ["/1", "/2", "environment", "refused"],
    );
  });

  test("the functions read nothing in Restricted Mode", async () => {
    const server = await startTestServer({}, {}, { ...client, circumstances: { trusted: false, environment: null } });
    const listed = await server.request<AgentOperations>("soaphttp/agent/operations", {
      wsdl: "file:///work/calc.wsdl",
    });
    assert.deepEqual(listed.operations, []);
    assert.match(listed.problems.join(), /Restricted Mode/);
    assert.deepEqual(server.asked, []);
  });
});
