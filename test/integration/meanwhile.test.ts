import type { Socket } from "node:net";
import * as vscode from "vscode";
import type { ShownResponse } from "../../client/src/extension/send/sendCommands.ts";
import * as assert from "./assert.ts";
import { builtin } from "./builtin.ts";
import { emptyEnvelope, envelope, post } from "./messages.ts";
import { answer, listening } from "./peer.ts";
import { serverProcesses } from "./processes.ts";
import {
  clearHistory,
  clickLens,
  closeAll,
  codesOf,
  documentOf,
  eventually,
  extension,
  lensesOf,
  open,
  openUnsaved,
  provided,
  replace,
  suiteInNode,
  titleOf,
} from "./support.ts";

/*
 * What the author does, and what fails, while a request is being sent. The service responds when the test tells it to.
 */
suiteInNode("while a request is being sent", () => {
  let service: Held;
  setup(async () => {
    await clearHistory();
    service = await held();
  });
  teardown(async () => {
    await service.close();
    await closeAll();
  });

  const request = () => post(service.origin, "/calc12", emptyEnvelope);
  const two = () => `${request()}\n###\n${request()}\n`;
  const sum = answer(envelope("<sum>42</sum>"));
  const send = (document: vscode.TextDocument, line = 0) =>
    vscode.commands.executeCommand<ShownResponse | undefined>("soaphttp.send", document.uri, line);
  const lensLines = async (document: vscode.TextDocument) =>
    (await lensesOf(document)).map((lens) => [lens.range.start.line, titleOf(lens)]);
  const labels = async () => (await (await extension()).forTests.history.entries()).map(({ label }) => label);

  /** Sends, calls `meanwhile` once the service has the request, lets it respond, and returns the shown response. */
  async function answeredAfter(
    document: vscode.TextDocument,
    meanwhile: () => Thenable<unknown>,
    { line = 0, bytes = sum } = {},
  ): Promise<vscode.TextDocument> {
    const sending = send(document, line);
    await service.arrived(1);
    await meanwhile();
    service.answer(bytes);
    const sent = await sending;
    assert.ok(sent?.kind === "response", `it became ${sent?.kind}`);
    assert.deepEqual(await labels(), ["POST calc12"]);
    return documentOf(sent);
  }

  test("a pending request gets its response while the language server is restarted", async () => {
    const document = await open(request());
    const shown = await answeredAfter(document, () => vscode.commands.executeCommand("soaphttp.restartServer"));
    assert.match(shown.getText(), /^ *<sum>42<\/sum>$/m);
  });

  test("a pending request gets its response when the language server crashes", async () => {
    const document = await open(request());
    const [pid] = await serverProcesses();
    assert.ok(pid);
    const shown = await answeredAfter(document, async () => process.kill(pid, "SIGKILL"));
    assert.match(shown.getText(), /<sum>42<\/sum>/);
    await eventually("its lens", async () => assert.deepEqual(await lensLines(document), [[0, "Send Request"]]));
    assert.deepEqual(await codesOf(document), []);
  });

  test("a response without a running language server is shown, and checked once the server runs", async () => {
    const document = await open(request());
    let restarted: Thenable<unknown> | undefined;
    const shown = await answeredAfter(
      document,
      async () => {
        restarted = vscode.commands.executeCommand("soaphttp.restartServer");
      },
      { bytes: sum.replace("Content-Type", "X-Type") },
    );
    assert.match(shown.getText(), /<sum>42<\/sum>/);
    await restarted;
    await eventually("the diagnostics of the response", async () => {
      assert.ok((await codesOf(shown)).includes("response-content-type-missing"));
    });
  });

  test("restarting the language server during Send All reports no sent request as unsent", async () => {
    const document = await open(request());
    const all = vscode.commands.executeCommand<vscode.Uri>("soaphttp.sendAll", document.uri);
    await service.arrived(1);
    const restarted = vscode.commands.executeCommand("soaphttp.restartServer");
    service.answer(sum);
    const summary = await vscode.workspace.openTextDocument(await all);
    await restarted;
    assert.match(summary.lineAt(0).text, /, 0 not sent$/);
    const links = await provided<vscode.DocumentLink[]>("Link", summary.uri);
    assert.equal(links.length, 2);
  });

  test("progress is shown only after half a second", async () => {
    const document = await open(request());
    const unmarked = [[0, "Send Request"]];
    const timers = heldTimers(500);
    try {
      const [quick] = [send(document), await service.arrived(1)];
      assert.deepEqual(await lensLines(document), unmarked);
      service.answer(sum);
      await quick;
      timers.fire();
      assert.deepEqual(await lensLines(document), unmarked);
      service.hold();
      const [slow] = [send(document), await service.arrived(2)];
      assert.deepEqual(await lensLines(document), unmarked);
      timers.fire();
      assert.deepEqual(await lensLines(document), [[0, "Sending… Cancel"]]);
      service.answer(sum);
      await slow;
      assert.deepEqual(await lensLines(document), unmarked);
    } finally {
      timers.release();
    }
  });

  test("the request is shown and can be cancelled while the language server is busy, and then isn't sent", async () => {
    const document = await open(request());
    await lensLines(document);
    const [pid] = await serverProcesses();
    assert.ok(pid);
    process.kill(pid, "SIGSTOP");
    try {
      const sending = send(document);
      await eventually("its progress", async () => {
        assert.deepEqual(await lensLines(document), [[0, "Preparing… Cancel"]]);
      });
      await clickLens(document, "Preparing… Cancel");
      assert.equal(await sending, undefined);
      assert.deepEqual(await lensLines(document), [
        [0, "Send Request"],
        [0, "Cancelled"],
      ]);
    } finally {
      process.kill(pid, "SIGCONT");
    }
    const again = send(document);
    await service.arrived(1);
    service.answer(sum);
    await again;
    assert.equal(service.count(), 1);
    assert.deepEqual(await lensLines(document), [[0, "Send Request"]]);
  });

  test("the request isn't sent if it is cancelled at once", async () => {
    const document = await open(two());
    const first = send(document);
    // As with keys, each command is a message of its own.
    await new Promise((resolve) => setTimeout(resolve, 0));
    await vscode.commands.executeCommand("soaphttp.cancel");
    assert.equal(await first, undefined);
    const second = send(document, document.lineCount - 2);
    await service.arrived(1);
    service.answer(sum);
    assert.equal((await second)?.kind, "response");
    assert.equal(service.count(), 1);
  });

  test("the line of a cancelled request says so until it is sent again", async () => {
    const document = await open(two());
    const sending = send(document);
    await service.arrived(1);
    await vscode.commands.executeCommand("soaphttp.cancel");
    assert.equal((await sending)?.kind, "cancelled");
    const second = document.lineCount - 7;
    assert.deepEqual(await lensLines(document), [
      [0, "Send Request"],
      [0, "Cancelled"],
      [second, "Send Request"],
    ]);
    await replace(document, new vscode.Range(0, 0, 0, 0), "# first\n");
    assert.deepEqual((await lensLines(document)).slice(0, 2), [
      [1, "Send Request"],
      [1, "Cancelled"],
    ]);
    service.answer(sum);
    await send(document, 1);
    assert.deepEqual(await lensLines(document), [
      [1, "Send Request"],
      [second + 1, "Send Request"],
    ]);
  });

  test("the request is sent once even if Send Request is clicked twice", async () => {
    const document = await open(two());
    const both = [send(document), send(document)];
    await service.arrived(1);
    const third = await send(document);
    const other = send(document, document.lineCount - 2);
    await service.arrived(2);
    service.answer(sum);
    const kinds = (await Promise.all([...both, third, other])).map((sent) => sent?.kind);
    assert.equal(kinds.filter((kind) => kind === "response").length, 2, kinds.join());
    assert.equal(service.count(), 2);
    assert.equal(kinds[2], undefined);
  });

  test("the lens of the request moves with the text, and the response links to its current position", async () => {
    const document = await open(two());
    const second = document.lineCount - 7;
    const shown = await answeredAfter(
      document,
      async () => {
        await replace(document, new vscode.Range(0, 0, 0, 0), `${request()}\n###\n`);
        await eventually("the lens of what takes its time", async () => {
          assert.deepEqual(await lensLines(document), [
            [0, "Send Request"],
            [7, "Sending… Cancel"],
            [second + 7, "Send Request"],
          ]);
        });
      },
      { line: 2 },
    );
    const [found] = await provided<vscode.LocationLink[]>("Definition", shown.uri, new vscode.Position(0, 3));
    assert.equal(found?.targetSelectionRange?.start.line, 7);
  });

  test("deleting a pending request doesn't show progress on another one", async () => {
    const document = await open(two());
    await answeredAfter(document, async () => {
      await replace(document, new vscode.Range(0, 0, 7, 0), "");
      assert.deepEqual(await lensLines(document), [[0, "Send Request"]]);
    });
  });

  test("a pending request can be changed to another request", async () => {
    const document = await open(request());
    await answeredAfter(document, () => replace(document, document.lineAt(0).range, "GET /other HTTP/1.1"));
  });

  test("the file of a pending request can be closed and opened again", async () => {
    const document = await open(request());
    const shown = await answeredAfter(document, async () => {
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      const again = await vscode.workspace.openTextDocument(document.uri);
      await vscode.window.showTextDocument(again);
      await eventually("its lens", async () => {
        assert.deepEqual(await lensLines(again), [[0, "Sending… Cancel"]]);
      });
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    });
    assert.match(shown.getText(), /<sum>42<\/sum>/);
  });

  test("the unsaved document of a pending request can be closed", async () => {
    const document = await openUnsaved(request());
    await answeredAfter(document, () => vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor"));
  });

  test("the file of a pending request can be deleted", async () => {
    const document = await open(request());
    const text = document.getText();
    const shown = await answeredAfter(document, async () => {
      await vscode.workspace.fs.delete(document.uri);
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    });
    assert.match(shown.getText(), /<sum>42<\/sum>/);
    // `closeAll` deletes it.
    await vscode.workspace.fs.writeFile(document.uri, new TextEncoder().encode(text));
  });

  test("a file can be closed and a pending request deleted during Send All", async () => {
    const document = await open(`${two()}###\n${request()}\n`);
    const all = vscode.commands.executeCommand<vscode.Uri>("soaphttp.sendAll", document.uri);
    await service.arrived(1);
    await replace(document, new vscode.Range(7, 0, 14, 0), "");
    await document.save();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    service.answer(sum);
    const summary = (await vscode.workspace.openTextDocument(await all)).getText();
    assert.match(summary, /^3 requests: 1 succeeded, 0 failed, 2 not sent\n/);
    assert.match(summary, /not sent\n.*no longer in the file/);
  });
});

/** Holds back timers with this delay until `fire`, and all of them until `release`. */
function heldTimers(milliseconds: number): { fire(): void; release(): void } {
  const { setTimeout } = globalThis;
  const held: (() => void)[] = [];
  const fire = () => {
    for (const act of held.splice(0)) act();
  };
  globalThis.setTimeout = Object.assign((act: (...given: unknown[]) => void, after?: number, ...given: unknown[]) => {
    if (after === milliseconds) held.push(() => act(...given));
    return setTimeout(after === milliseconds ? () => {} : act, after, ...given);
  }, setTimeout) as typeof setTimeout;
  return {
    fire,
    release: () => {
      globalThis.setTimeout = setTimeout;
      fire();
    },
  };
}

interface Held {
  readonly origin: string;
  /** Resolves once this number of requests has arrived. */
  arrived(count: number): Promise<void>;
  readonly count: () => number;
  /** Responds to all requests that arrived, and to all that arrive until `hold`. `bytes`: one character for each byte. */
  answer(bytes: string): void;
  hold(): void;
  close(): Promise<void>;
}

/** Starts a service that responds when the test tells it to. */
async function held(): Promise<Held> {
  const net = await builtin.net();
  const sockets = new Set<Socket>();
  let waiting: Socket[] = [];
  let count = 0;
  let bytes: string | undefined;
  const take = (socket: Socket) => {
    count++;
    if (bytes === undefined) waiting.push(socket);
    else socket.end(bytes, "latin1");
  };
  const server = net.createServer((socket) => {
    sockets.add(socket);
    let received = "";
    socket.on("error", () => {});
    socket.on("data", (data) => {
      received += data.toString("latin1");
      if (received.endsWith("</s:Envelope>") || received.endsWith("</s:Envelope>\n")) take(socket);
    });
  });
  return {
    origin: `http://localhost:${await listening(server)}`,
    arrived: (wanted) => eventually(`request ${wanted}`, () => assert.ok(count >= wanted, `${count} have come`)),
    count: () => count,
    answer: (given) => {
      bytes = given;
      for (const socket of waiting) socket.end(given, "latin1");
      waiting = [];
    },
    hold: () => {
      bytes = undefined;
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
