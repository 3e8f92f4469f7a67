import * as vscode from "vscode";
import type { ShownResponse } from "../../client/src/extension/send/sendCommands.ts";
import * as assert from "./assert.ts";
import { builtin } from "./builtin.ts";
import { emptyEnvelope, envelope, post, serviceOrigin } from "./messages.ts";
import { answer, type Peer, peer, soapXml } from "./peer.ts";
import {
  answerQuestions,
  clearHistory,
  clickLens,
  closeAll,
  documentOf,
  eventually,
  extension,
  inNode,
  lensesOf,
  open,
  replace,
  suiteInNode,
  titleOf,
  titlesOf,
} from "./support.ts";
import { type RecordedRun, recordedRuns } from "./testRuns.ts";

/** A request with the address for the callback. */
const order = (origin: string, preamble = "# @name order") =>
  `${preamble}\n${post(origin, "/order", emptyEnvelope).replace("\n\n", "\nX-To: {{callback.address}}\n\n")}\n`;
const receive = (preamble: string, path = "/done") =>
  `${preamble}\n# @receive POST ${path} within 2 min\nHTTP/1.1 202 Accepted\nContent-Length: 0\n`;
const file = (...segments: readonly string[]) => segments.join("\n###\n");
const done = receive("# @name done\n# @expect //*:State = done\n# @set id = //*:Id");

/* The test is the service: it reads the address for the callback from the request, and calls it. */

/** The address for the callback in the last request that a service has received. */
async function sentTo({ received }: Peer): Promise<string> {
  let to: string | undefined;
  await eventually("the address of the callback", () => {
    to = [...received().matchAll(/^X-To: (\S+)\r$/gm)].at(-1)?.[1];
    assert.ok(to, received());
  });
  return to ?? "";
}

/** Calls back. Returns the status of the response. */
async function callBack(to: string, state = "done"): Promise<number> {
  const body = envelope(`<Done xmlns="urn:shop"><Id>7</Id><State>${state}</State></Done>`);
  const [name = "", value = ""] = soapXml.split(": ");
  return (await fetch(to, { method: "POST", headers: { [name]: value }, body })).status;
}

async function expectClosed(to: string): Promise<void> {
  const { connect } = await builtin.net();
  const { hostname, port } = new URL(to);
  await eventually("the port to be free", async () => {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(Number(port), hostname, () => resolve(true)).on("error", () => resolve(false));
      socket.on("connect", () => socket.destroy());
    });
    assert.equal(isOpen, false);
  });
}

/** Calls `meanwhile` with the address of the callback, after the service has the request and before the editor has the response. */
async function beforeResponse(
  service: Peer,
  meanwhile: (to: string) => Promise<void>,
  run: () => PromiseLike<unknown>,
): Promise<void> {
  const { transport } = (await extension()).forTests;
  const { send } = transport;
  transport.send = async (...given) => {
    const result = await send.apply(transport, given);
    await meanwhile(await sentTo(service));
    return result;
  };
  try {
    await run();
  } finally {
    transport.send = send;
  }
}

const lineOf = (document: vscode.TextDocument, text: string) =>
  document.positionAt(document.getText().indexOf(text)).line;

suiteInNode("the callback of a service", () => {
  let service: Peer;
  setup(async () => {
    await clearHistory();
    service = await peer(answer(emptyEnvelope));
  });
  teardown(closeAll);

  const send = (document: vscode.TextDocument, text: string) =>
    vscode.commands.executeCommand<ShownResponse | undefined>("soaphttp.send", document.uri, lineOf(document, text));
  const sent = async () => (await (await extension()).forTests.history.entries()).map(({ label }) => label).reverse();
  const results = async (document: vscode.TextDocument) =>
    (await extension()).forTests.lines
      .in(document.uri.toString())
      .flatMap((one) => one.results.map(({ line, held, text }) => [document.lineAt(line).text, held, text]));
  const shown = () => vscode.window.visibleTextEditors.map(({ document }) => document.getText()).join("\n");

  const waits = (document: vscode.TextDocument) =>
    eventually("the callback to be waited for", async () => {
      const lens = (await lensesOf(document)).find((one) => titleOf(one) === "Sending… Cancel");
      assert.equal(lens?.range.start.line, lineOf(document, "HTTP/1.1 202"));
    });

  test("Send Request waits for the callback below the request, and shows it with what it expects and sets", async () => {
    const document = await open(
      file(order(service.origin), done, order(service.origin, "# @name next").replace("X-To", "X-Id: {{id}}\nX-To")),
    );
    assert.deepEqual(await titlesOf(document), ["Send Request", "Receive Request", "Send Request"]);
    const sending = send(document, "POST /order");
    const to = await sentTo(service);
    await waits(document);
    assert.equal(await callBack(to), 202);
    assert.equal((await sending)?.kind, "response");
    assert.deepEqual(await sent(), ["order", "done"]);
    assert.match(shown(), /<State>done<\/State>/);
    assert.deepEqual(await results(document), [["# @expect //*:State = done", true, "done"]]);
    await send(document, "X-Id");
    assert.match(service.received(), /^X-Id: 7\r$/m);
  });

  const sendAnd = (document: vscode.TextDocument, meanwhile: (to: string) => Promise<void>) =>
    beforeResponse(service, meanwhile, () => send(document, "POST /order"));

  test("a callback that comes before the response to the request is shown, too", async () => {
    const document = await open(file(order(service.origin), done));
    await sendAnd(document, async (to) => assert.equal(await callBack(to, "open"), 202));
    assert.deepEqual(await sent(), ["order", "done"]);
    assert.deepEqual(await results(document), [["# @expect //*:State = done", false, "open"]]);
  });

  test("Send Request doesn't wait for the callback of a request that failed, nor asks to send that again", async () => {
    await answerQuestions({ needs: async () => assert.fail("nothing is asked") });
    await send(await open(file(order(service.origin, "# @name order\n# @expect status 404"), done)), "POST /order");
    assert.deepEqual(await sent(), ["order"]);
  });

  test("Send All Requests sends a request with the address of its callback", async () => {
    await answerQuestions({ unsendable: async () => "cancel" });
    const document = await open(file(order(service.origin), done));
    const sending = vscode.commands.executeCommand<vscode.Uri>("soaphttp.sendAll", document.uri);
    await callBack(await sentTo(service));
    const summary = (await vscode.workspace.openTextDocument(await sending)).getText();
    assert.match(summary, /2 requests: 2 succeeded, 0 failed, 0 not sent/);
  });

  test("Receive Request waits for a callback alone, also below a request that expects nothing", async () => {
    const document = await open(file(order(service.origin, ""), done));
    const first = send(document, "POST /order");
    const to = await sentTo(service);
    await callBack(to);
    await first;
    const receiving = clickLens<ShownResponse | undefined>(document, "Receive Request");
    await waits(document);
    assert.equal(await callBack(to), 202);
    const received = await receiving;
    assert.ok(received);
    assert.match((await documentOf(received)).getText(), /<State>done<\/State>/);
    assert.deepEqual(await sent(), ["POST order", "done", "done"]);
  });

  test("Send Request shows a callback that has no name and expects nothing", async () => {
    const document = await open(file(order(service.origin, ""), receive("")));
    await sendAnd(document, async (to) => assert.equal(await callBack(to), 202));
    assert.deepEqual(await sent(), ["POST order", "POST done"]);
    assert.ok(vscode.workspace.textDocuments.some((one) => one.getText().startsWith("POST /done HTTP/1.1")));
  });

  // VS Code closes a document later than its editor, but at once if its language is changed.
  const close = (document: vscode.TextDocument) => vscode.languages.setTextDocumentLanguage(document, "plaintext");

  test("Cancel ends the wait, and the port is free when the file is closed", async () => {
    const document = await open(file(order(service.origin), done));
    const sending = send(document, "POST /order");
    const to = await sentTo(service);
    await waits(document);
    await clickLens(document, "Sending… Cancel");
    await sending;
    assert.equal((await (await extension()).forTests.history.entries())[0]?.kind, "cancelled");
    await close(document);
    await expectClosed(to);
  });

  test("the wait ends when the file is closed", async () => {
    const document = await open(file(order(service.origin), done));
    const sending = send(document, "POST /order");
    const to = await sentTo(service);
    await waits(document);
    await close(document);
    await sending;
    await expectClosed(to);
  });

  test("Cancel of the request doesn't wait for its callback", async () => {
    const silent = await peer("", () => false);
    const document = await open(file(order(silent.origin), done));
    const sending = send(document, "POST /order");
    await sentTo(silent);
    await clickLens(document, "Sending… Cancel");
    assert.equal((await sending)?.kind, "cancelled");
    assert.deepEqual(await sent(), ["order"]);
  });

  test("edits during the wait move the callbacks, which keep what has come for them", async () => {
    const paid = receive("# @name paid\n# @expect //*:State = paid", "/paid");
    const request = order(service.origin).replace("{{callback.address}}", "http://{{callback.host}}/done");
    const document = await open(file(request, done, paid));
    const insertBefore = (text: string, added: string) =>
      replace(document, new vscode.Range(lineOf(document, text), 0, lineOf(document, text), 0), added);
    await sendAnd(document, async (to) => {
      assert.equal(await callBack(to), 202);
      await insertBefore("# @name order", `${receive("# @name other", "/other")}\n###\n`);
      await insertBefore("# @name paid", `${receive("# @name more", "/more")}\n###\n# a comment\n`);
      assert.equal(await callBack(to.replace("/done", "/paid"), "paid"), 202);
    });
    assert.deepEqual(await sent(), ["order", "done", "paid"]);
    assert.deepEqual(await results(document), [
      ["# @expect //*:State = done", true, "done"],
      ["# @expect //*:State = paid", true, "paid"],
    ]);
  });
});

suite("a run of tests with a callback", () => {
  const runs = recordedRuns();
  let controller: vscode.TestController;
  suiteSetup(async () => {
    controller = (await extension()).forTests.tests;
  });
  setup(async () => {
    await vscode.commands.executeCommand("testing.refreshTests");
    await eventually("the deleted files to be no longer listed", () => assert.equal(controller.items.size, 0));
    runs.length = 0;
  });
  teardown(closeAll);

  const begin = async () => {
    await eventually("the tests to be listed", () => assert.equal(controller.items.size, 1));
    // VS Code's view learns of new tests a moment later; until then, the command runs nothing.
    const running = eventually("tests to run", async () => {
      await vscode.commands.executeCommand("testing.runAll");
      assert.ok(runs.length > 0, "there is no run");
    });
    running.catch(() => {});
  };
  const ended = async () => {
    await eventually("the run to end", () => assert.ok(runs.length > 0 && runs.every((one) => one.ended)));
    return runs[0]?.reported ?? [];
  };
  const states = (reported: RecordedRun["reported"]) => reported.map(({ label, state }) => `${label} ${state}`);
  const tested = "# @name order\n# @expect status 200";

  if (inNode) {
    test("a test passes if the request comes and is as expected", async () => {
      const service = await peer(answer(emptyEnvelope));
      await open(file(order(service.origin, tested), done));
      await begin();
      assert.equal(await callBack(await sentTo(service)), 202);
      assert.deepEqual(states(await ended()), ["order passed", "done passed"]);
    });

    test("a test passes if the request comes before the response to the one above", async () => {
      const service = await peer(answer(emptyEnvelope));
      await open(file(order(service.origin, tested), done));
      const meanwhile = async (to: string) => assert.equal(await callBack(to), 202);
      await beforeResponse(service, meanwhile, async () => {
        await begin();
        assert.deepEqual(states(await ended()), ["order passed", "done passed"]);
      });
    });

    test("a test fails if no request comes, and its message lists the requests that arrived instead", async () => {
      const service = await peer(answer(emptyEnvelope));
      await open(file(order(service.origin, tested), done.replace("2 min", "500 ms")));
      await begin();
      assert.equal(await callBack((await sentTo(service)).replace("/done", "/other?token=oleander")), 404);
      const reported = await ended();
      assert.deepEqual(states(reported), ["order passed", "done errored"]);
      assert.match(
        String(reported[1]?.messages[0]?.message),
        /No request for \/done arrived within 0\.5 s\. (?:This|These) arrived: POST \/other\.$/m,
      );
    });

    test("Cancel while it waits ends the run, and the port is free", async () => {
      const service = await peer(answer(emptyEnvelope));
      await open(file(order(service.origin, tested), done));
      await begin();
      const to = await sentTo(service);
      await eventually("the test to be started", () => assert.deepEqual(runs[0]?.started, ["order", "done"]));
      await vscode.commands.executeCommand("testing.cancelRun");
      assert.deepEqual(states(await ended()), ["order passed", "done skipped"]);
      await expectClosed(to);
    });
  } else {
    test("nothing is sent in a browser, and the reason is shown", async () => {
      const document = await open(file(order(serviceOrigin(), tested), done));
      await begin();
      const reported = await ended();
      assert.deepEqual(states(reported), ["order errored", "done failed"]);
      const [why, needed] = reported.map(({ messages }) => String(messages[0]?.message));
      assert.match(needed ?? "", /^It needs order/);
      assert.match(why ?? "", /@receive listens on a port, which VS Code in a browser can't do/);
      assert.equal(await clickLens(document, "Receive Request"), undefined);
      assert.equal(await clickLens(document, "Send Request"), undefined);
    });
  }
});
