import type { Har } from "har-format";
import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { add, post, serviceOrigin } from "./messages.ts";
import { clearHistory, closeAll, extension, inNode, responseTo, sendText, workspaceFile } from "./support.ts";

suite("exporting exchanges as HAR", () => {
  const origin = serviceOrigin();
  setup(clearHistory);
  teardown(closeAll);

  const entries = async () => (await extension()).forTests.history.entries();

  /** Runs a command that writes an archive. Returns the name that it proposes, and what it writes. */
  async function exported(command: string, ...given: readonly unknown[]): Promise<readonly [string, Har]> {
    const file = workspaceFile("saved.har");
    let proposed = "";
    (await extension()).forTests.answer({
      file: async (name) => {
        proposed = name;
        return file;
      },
    });
    await vscode.commands.executeCommand(command, ...given);
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    await vscode.workspace.fs.delete(file);
    return [proposed, JSON.parse(text)];
  }

  const request = (name: string, a: number) =>
    `# @name ${name}\n${post(origin, "/calc12", add(a, 2)).replace("\nContent-Type", "\nX-Api-Key: oleander$&")}`;

  test("writes a response and its request, without secrets", async () => {
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

  test("writes the selected entries of the history, or all of them, in the order in which they were sent", async () => {
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
