import assert from "node:assert/strict";
import { CancellationTokenSource, type DocumentDiagnosticReport, LSPErrorCodes } from "vscode-languageserver/node";
import { envelope12, request } from "../../support/findings.ts";
import { startTestServer } from "../../support/server.ts";

const pull = "textDocument/diagnostic";

suite("pulled diagnostics", () => {
  test("belong to the latest text", async () => {
    const server = await startTestServer({ textDocument: { diagnostic: {} } });
    const { uri } = server.open(request());
    await server.request(pull, { textDocument: { uri } });
    await server.notify("textDocument/didChange", {
      textDocument: { uri, version: 2 },
      contentChanges: [{ text: request({ "Content-Length": "1" }) }],
    });
    const report = await server.request<DocumentDiagnosticReport>(pull, { textDocument: { uri } });
    assert.ok(report.kind === "full");
    assert.deepEqual(
      report.items.map(({ code }) => code),
      ["content-length-mismatch"],
    );
    server.close();
  });

  test("of a .soapmock file are those of its responses, with its data files", async () => {
    const server = await startTestServer({ textDocument: { diagnostic: {} } });
    const { uri } = server.open("# @data ./none.csv where a = //a\n# @dela 2 s\nHTTP/1.1 204 No Content\n", "soapmock");
    const report = await server.request<DocumentDiagnosticReport>(pull, { textDocument: { uri } });
    assert.ok(report.kind === "full");
    assert.deepEqual(
      report.items.map(({ code }) => code),
      ["data-file-missing", "directive-unknown"],
    );
    server.close();
  });

  test("are not computed for a canceled request", async () => {
    const server = await startTestServer({ textDocument: { diagnostic: {} } });
    const { uri } = server.open(request());
    const source = new CancellationTokenSource();
    const asked = server.request(pull, { textDocument: { uri } }, source.token);
    source.cancel();
    await assert.rejects(asked, { code: LSPErrorCodes.RequestCancelled });
    server.close();
  });

  test("are computed again when the editor changes the encoding of the document", async () => {
    const body = envelope12.replace("<s:Body/>", '<s:Body><a xmlns="urn:a">\u20ac</a></s:Body>');
    const server = await startTestServer({ textDocument: { diagnostic: {} } });
    const { uri } = server.open(request({}, body));
    const codes = async () => {
      const report = await server.request<DocumentDiagnosticReport>(pull, { textDocument: { uri } });
      return report.kind === "full" ? report.items.map(({ code }) => code) : [];
    };
    assert.deepEqual(await codes(), []);
    await server.notify("soaphttp/encoding", { uri, encoding: "windows1252" });
    assert.deepEqual(await codes(), ["body-encoding"]);
    await server.notify("soaphttp/encoding", { uri, encoding: "utf8" });
    assert.deepEqual(await codes(), []);
    server.close();
  });
});

suite("the features of a response", () => {
  test("are computed one by one, each after the messages that were received meanwhile", async () => {
    const waiting: (() => void)[] = [];
    const server = await startTestServer(
      { textDocument: { diagnostic: {} } },
      {},
      { later: (work) => waiting.push(work) },
    );
    const requests = server.open(request());
    const { uri, position } = server.open("HTTP/1.1 200 OK\nContent-Type: text/xml\n\n<a>1</a>", "soaphttp-response");
    const computed: string[] = [];
    const ask = async (method: string) => {
      await server.request(method, { textDocument: { uri }, position });
      computed.push(method);
    };
    const features = ["foldingRange", "documentSymbol", "hover", "diagnostic"].map((name) => `textDocument/${name}`);
    const all = features.map(ask);
    for (const index of features.keys()) {
      await server.request("soaphttp/requests", { uri: requests.uri });
      assert.deepEqual(computed, features.slice(0, index));
      assert.equal(waiting.length, 1);
      waiting.shift()?.();
      await all[index];
    }
    server.close();
  });
});
