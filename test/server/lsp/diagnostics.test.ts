import assert from "node:assert/strict";
import { CancellationTokenSource, LSPErrorCodes } from "vscode-languageserver/node";
import { envelope12, request } from "../../support/findings.ts";
import { startTestServer, type TestServer } from "../../support/server.ts";

const pull = "textDocument/diagnostic";

async function codes(server: TestServer, uri: string): Promise<readonly unknown[]> {
  return (await server.diagnostics(uri)).map(({ code }) => code);
}

suite("pulled diagnostics", () => {
  test("diagnostics belong to the latest text", async () => {
    const server = await startTestServer({ textDocument: { diagnostic: {} } });
    const { uri } = server.open(request());
    await server.request(pull, { textDocument: { uri } });
    await server.edit(uri, 2, request({ "Content-Length": "1" }));
    assert.deepEqual(await codes(server, uri), ["content-length-mismatch"]);
    server.close();
  });

  test("diagnostics of a .soapmock file are about its responses and its data files", async () => {
    const server = await startTestServer({ textDocument: { diagnostic: {} } });
    const { uri } = server.open("# @data ./none.csv where a = //a\n# @dela 2 s\nHTTP/1.1 204 No Content\n", "soapmock");
    assert.deepEqual(await codes(server, uri), ["data-file-missing", "directive-unknown"]);
    server.close();
  });

  test("diagnostics are not computed for a canceled request", async () => {
    const server = await startTestServer({ textDocument: { diagnostic: {} } });
    const { uri } = server.open(request());
    const source = new CancellationTokenSource();
    const asked = server.request(pull, { textDocument: { uri } }, source.token);
    source.cancel();
    await assert.rejects(asked, { code: LSPErrorCodes.RequestCancelled });
    server.close();
  });

  test("diagnostics are computed in turns, and a request that is canceled between two of them stops the work", async () => {
    const cancel = new CancellationTokenSource();
    const counted = { turns: 0, end: Number.POSITIVE_INFINITY };
    const later = (work: () => void) => {
      // The response to another request comes after the cancellation.
      const isEnd = ++counted.turns === counted.end;
      if (isEnd) cancel.cancel();
      if (isEnd) void server.request("textDocument/foldingRange", { textDocument: { uri } }).then(work);
      else setImmediate(work);
    };
    const server = await startTestServer({ textDocument: { diagnostic: {} } }, {}, { later });
    const text = Array.from({ length: 600 }, (_, index) => request({ "X-Number": String(index) })).join("\n###\n");
    const { uri } = server.open(text);
    counted.end = counted.turns + 3;
    await assert.rejects(server.request(pull, { textDocument: { uri } }, cancel.token), {
      code: LSPErrorCodes.RequestCancelled,
    });
    const stopped = counted.turns;
    await server.request(pull, { textDocument: { uri } });
    assert.equal(stopped, counted.end);
    assert.ok(counted.turns > stopped + 3, "the rest of the work took more turns");
    const before = counted.turns;
    await server.request(pull, { textDocument: { uri } });
    assert.equal(counted.turns, before + 1, "nothing is checked anew");
    server.close();
  });

  test("diagnostics belong to the latest text if it changes between two turns", async () => {
    let turns = 0;
    const later = (work: () => void) => {
      const isLast = ++turns === 3;
      const changed = {
        textDocument: { uri, version: 2 },
        contentChanges: [{ text: request({ "Content-Length": "1" }) }],
      };
      if (!isLast) setImmediate(work);
      else
        void server
          .notify("textDocument/didChange", changed)
          .then(() => server.request("textDocument/foldingRange", { textDocument: { uri } }))
          .then(work);
    };
    const server = await startTestServer({ textDocument: { diagnostic: {} } }, {}, { later });
    const { uri } = server.open(Array.from({ length: 600 }, () => request()).join("\n###\n"));
    assert.deepEqual(await codes(server, uri), ["content-length-mismatch"]);
    assert.equal(turns, 3);
    server.close();
  });

  test("diagnostics are computed again when the editor changes the encoding of the document", async () => {
    const body = envelope12.replace("<s:Body/>", '<s:Body><a xmlns="urn:a">\u20ac</a></s:Body>');
    const server = await startTestServer({ textDocument: { diagnostic: {} } });
    const { uri } = server.open(request({}, body));
    assert.deepEqual(await codes(server, uri), []);
    await server.notify("soaphttp/encoding", { uri, encoding: "windows1252" });
    assert.deepEqual(await codes(server, uri), ["body-encoding"]);
    await server.notify("soaphttp/encoding", { uri, encoding: "utf8" });
    assert.deepEqual(await codes(server, uri), []);
    server.close();
  });
});

suite("the features of a response", () => {
  test("features are computed one by one, each after the messages that were received meanwhile", async () => {
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
