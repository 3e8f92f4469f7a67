import assert from "node:assert/strict";
import { CancellationTokenSource, LSPErrorCodes } from "vscode-languageserver/node";
import { envelope12, request } from "../../support/findings.ts";
import { startTestServer, type TestClient, type TestServer } from "../../support/server.ts";

const pull = "textDocument/diagnostic";

let server: TestServer;

async function start(given: TestClient = {}): Promise<void> {
  server = await startTestServer({ textDocument: { diagnostic: {} } }, {}, given);
}

async function codes(uri: string): Promise<readonly unknown[]> {
  return (await server.diagnostics(uri)).map(({ code }) => code);
}

suite("pulled diagnostics", () => {
  test("diagnostics belong to the latest text", async () => {
    await start();
    const { uri } = server.open(request());
    await server.request(pull, { textDocument: { uri } });
    await server.edit(uri, 2, request({ "Content-Length": "1" }));
    assert.deepEqual(await codes(uri), ["content-length-mismatch"]);
  });

  test("diagnostics of a .soapmock file are about its responses and its data files", async () => {
    await start();
    const { uri } = server.open("# @data ./none.csv where a = //a\n# @dela 2 s\nHTTP/1.1 204 No Content\n", "soapmock");
    assert.deepEqual(await codes(uri), ["data-file-missing", "directive-unknown"]);
  });

  test("diagnostics are not computed for a canceled request", async () => {
    await start();
    const { uri } = server.open(request());
    const source = new CancellationTokenSource();
    const asked = server.request(pull, { textDocument: { uri } }, source.token);
    source.cancel();
    await assert.rejects(asked, { code: LSPErrorCodes.RequestCancelled });
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
    await start({ later });
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
    await start({ later });
    const { uri } = server.open(Array.from({ length: 600 }, () => request()).join("\n###\n"));
    assert.deepEqual(await codes(uri), ["content-length-mismatch"]);
    assert.equal(turns, 3);
  });

  test("diagnostics are computed again when the editor changes the encoding of the document", async () => {
    const body = envelope12.replace("<s:Body/>", '<s:Body><a xmlns="urn:a">\u20ac</a></s:Body>');
    await start();
    const { uri } = server.open(request({}, body));
    assert.deepEqual(await codes(uri), []);
    await server.notify("soaphttp/encoding", { uri, encoding: "windows1252" });
    assert.deepEqual(await codes(uri), ["body-encoding"]);
    await server.notify("soaphttp/encoding", { uri, encoding: "utf8" });
    assert.deepEqual(await codes(uri), []);
  });
});

suite("the features of a response", () => {
  test("features are computed one by one, each after the messages that were received meanwhile", async () => {
    const waiting: (() => void)[] = [];
    await start({ later: (work) => waiting.push(work) });
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
  });
});
