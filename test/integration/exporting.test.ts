import type { Har } from "har-format";
import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { add, post, serviceOrigin } from "./messages.ts";
import {
  answerQuestions,
  clearHistory,
  closeAll,
  extension,
  inNode,
  open,
  readText,
  responseTo,
  sendText,
  workspaceFile,
} from "./support.ts";

suite("exporting exchanges as HAR", () => {
  const origin = serviceOrigin();
  setup(clearHistory);
  teardown(closeAll);

  const entries = async () => (await extension()).forTests.history.entries();

  /** Runs a command that writes an archive. Returns the name that it proposes, and what it writes. */
  async function exported(command: string, ...given: readonly unknown[]): Promise<readonly [string, Har]> {
    const file = workspaceFile("saved.har");
    const asked = await answerQuestions({ file: async () => file });
    await vscode.commands.executeCommand(command, ...given);
    const text = await readText(file);
    await vscode.workspace.fs.delete(file);
    return [asked("file")[0]?.[0] ?? "", JSON.parse(text)];
  }

  const request = (name: string, a: number) =>
    `# @name ${name}\n${post(origin, "/calc12", add(a, 2)).replace("\nContent-Type", "\nX-Api-Key: oleander$&")}`;

  test("the command writes a response and its request, without secrets", async () => {
    const shown = await responseTo(request("sum", 1));
    const [name, { log }] = await exported("soaphttp.exportHar", shown.uri);
    assert.equal(name, "sum.har");
    assert.deepEqual([log.version, log.creator.name, log.entries.length], ["1.2", "soaphttp", 1]);
    const [entry] = log.entries;
    assert.equal(entry?.request.url, `${origin}/calc12`);
    assert.equal(entry?.request.postData?.text, add(1, 2));
    assert.match(entry?.response.content.text ?? "", /result>3</);
    assert.deepEqual(
      entry?.request.headers.filter(({ name }) => name === "X-Api-Key"),
      [{ name: "X-Api-Key", value: "[redacted]" }],
    );
    assert.equal(entry?.request.headersSize === -1, !inNode);
    assert.ok(!JSON.stringify(log).includes("oleander"));
  });

  test("the command writes the selected entries of the history, or all of them, in the order in which they were sent", async () => {
    for (const [index, name] of ["one", "two", "three"].entries()) await sendText(request(name, index));
    const [newest, middle, oldest] = await entries();
    const comments = ({ log }: Har) => log.entries.map(({ comment }) => comment);
    const [first, one] = await exported("soaphttp.exportHar", middle, [middle]);
    assert.deepEqual([first, comments(one)], ["two.har", ["two"]]);
    const [, two] = await exported("soaphttp.exportHar", newest, [newest, oldest]);
    assert.deepEqual(comments(two), ["one", "three"]);
    const [last, all] = await exported("soaphttp.history.exportHar");
    assert.deepEqual([last, comments(all)], ["soaphttp.har", ["one", "two", "three"]]);
  });
});

suite("exporting requests", () => {
  const folder = workspaceFile("exported");
  teardown(async () => {
    await closeAll();
    await vscode.workspace.fs.delete(folder, { recursive: true }).then(undefined, () => {});
  });

  const read = (path: string) => readText(vscode.Uri.joinPath(folder, path));
  const text = `# @name one\n${post(serviceOrigin(), "/calc12", add(1, 2))}\n###\n# @name two\n# @retry 2 every 1 s\n${post(serviceOrigin(), "/calc12", add(3, 4))}`;

  /** Exports with these decisions. Returns the folder that was written, and what was asked. */
  async function exported(engine: "jmeter" | "har", all: boolean, replace = false) {
    const asked = await answerQuestions({
      exportWhat: async () => ({ engine, all }),
      exportFolder: async () => folder,
      replace: async () => replace,
    });
    return { written: await vscode.commands.executeCommand<vscode.Uri | undefined>("soaphttp.export"), asked };
  }

  test("the command writes the request at the cursor, and shows what was written and what was not carried over", async () => {
    const line = text.split("\n").indexOf("# @name two");
    await vscode.window.showTextDocument(await open(text), { selection: new vscode.Range(line, 0, line, 0) });
    const { written, asked } = await exported("jmeter", false);
    assert.equal(written?.toString(), folder.toString());
    assert.deepEqual(asked("exportWhat"), [["two"]]);
    assert.equal(await read("requests/two.bin"), add(3, 4));
    assert.match(await read("plan.jmx"), /testname="two"/);
    assert.ok(!(await read("plan.jmx")).includes('testname="one"'));
    const summary = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === "soaphttp-export")?.getText() ?? "";
    assert.match(summary, /\n- plan\.jmx\n- requests\/two\.bin\n/);
    assert.match(summary, /\n- two: # @retry: /);
  });

  test("the command writes all requests, and overwrites files only after confirmation", async () => {
    await vscode.window.showTextDocument(await open(text));
    await exported("har", true);
    const { log }: Har = JSON.parse(await read("requests.har"));
    assert.deepEqual(
      log.entries.map(({ request, response }) => [request.postData?.text, response.status]),
      [
        [add(1, 2), 0],
        [add(3, 4), 0],
      ],
    );
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, "requests.har"), new Uint8Array([1]));
    await vscode.window.showTextDocument(await open(text));
    const { written, asked } = await exported("har", true);
    assert.deepEqual([written, asked("replace")], [undefined, [[["requests.har"]]]]);
    assert.equal(await read("requests.har"), "\u0001");
    await exported("har", true, true);
    assert.match(await read("requests.har"), /"entries"/);
  });
});
