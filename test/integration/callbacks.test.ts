import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { builtin } from "./builtin.ts";
import { emptyEnvelope, post } from "./messages.ts";
import { answer } from "./peer.ts";
import { closeAll, extension, open, send, suiteInNode } from "./support.ts";

/* `# @receive`: a service calls back what the header X-To says, when it has responded. */

suiteInNode("callbacks", () => {
  let origin = "";
  let orders = 0;
  let close = () => {};

  suiteSetup(async () => {
    const net = await builtin.net();
    const service = net.createServer((socket) => {
      let text = "";
      socket.on("error", () => {});
      socket.on("data", (data) => {
        text += data.toString("latin1");
        if (!text.endsWith("</s:Envelope>")) return;
        orders++;
        const to = /^X-To: (.*)\r$/m.exec(text)?.[1];
        socket.end(answer("ok", ["Content-Type: text/plain"]), () => {
          if (to) void fetch(to, { method: "POST", body: "<done/>" });
        });
      });
    });
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
    const address = service.address();
    assert.ok(typeof address === "object" && address !== null);
    origin = `http://localhost:${address.port}`;
    close = () => service.close();
  });

  suiteTeardown(() => close());
  setup(() => {
    orders = 0;
  });
  teardown(async () => {
    await closeAll();
    // The Testing view must not list the deleted files in other tests.
    await vscode.commands.executeCommand("testing.refreshTests");
  });

  const order = (preamble: string) =>
    `${preamble}${post(origin, "/order", emptyEnvelope).replace("\n\n", "\nX-To: {{callback.address}}\n\n")}\n`;
  const file = (preamble: string) =>
    `${order(preamble)}\n###\n# @receive POST /done within 20 s\nHTTP/1.1 202 Accepted\nContent-Length: 0\n\n`;

  test("Send Request shows the callback, also of a request that expects nothing", async () => {
    await send(await open(file("")));
    assert.ok(vscode.workspace.textDocuments.some((one) => one.getText().startsWith("POST /done HTTP/1.1")));
    assert.equal(orders, 1);
  });

  test("Send Request doesn't wait for the callback of a request that failed, nor asks to send that again", async () => {
    (await extension()).forTests.answer({ needs: async () => assert.fail("nothing is asked") });
    await send(await open(file("# @name order\n# @expect status 404\n")));
    assert.equal(orders, 1);
  });

  test("Send All Requests sends a request with the address of its callback", async () => {
    (await extension()).forTests.answer({ unsendable: async () => "cancel" });
    const document = await open(file("# @name order\n"));
    const uri = await vscode.commands.executeCommand<vscode.Uri>("soaphttp.sendAll", document.uri);
    const summary = (await vscode.workspace.openTextDocument(uri)).getText();
    assert.match(summary, /2 requests: 2 succeeded, 0 failed, 0 not sent/);
  });
});
