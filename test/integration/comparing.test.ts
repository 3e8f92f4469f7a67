import * as vscode from "vscode";
import type { ShownDifference } from "../../client/src/extension/testing/compareEnvironments.ts";
import * as assert from "./assert.ts";
import { envelope, misbehavingPort, post } from "./messages.ts";
import { answer, peer, soapXml } from "./peer.ts";
import { answerQuestions, closeAll, inNode, open, send, workspaceFile, writeFile } from "./support.ts";

suite("comparing environments", () => {
  let count = 0;
  teardown(closeAll);

  /** Environments, and files with these requests. */
  async function files(requests: Readonly<Record<string, string>>): Promise<vscode.Uri> {
    const old = { value: "1" };
    const now = { value: "2" };
    // A folder for each test: VS Code reports with a delay that a file was deleted.
    const folder = `comparing-${++count}`;
    await writeFile(`${folder}/http-client.env.json`, JSON.stringify({ old, new: now, third: old }));
    for (const [name, text] of Object.entries(requests)) await writeFile(`${folder}/${name}`, text);
    return workspaceFile(folder);
  }

  /** A request whose response has its body. */
  const echoOf = (body: string, preamble = "") =>
    `${preamble}${post(`http://localhost:${misbehavingPort()}`, "/echo-body", body, "{{$contentLength}}")}`;
  const echo = (content: string, preamble?: string) => echoOf(envelope(content), preamble);

  async function compare(uri: vscode.Uri): Promise<readonly ShownDifference[]> {
    const asked = await answerQuestions({ compareEnvironments: async () => ["old", "new"] });
    const shown = await vscode.commands.executeCommand<readonly ShownDifference[] | undefined>(
      "soaphttp.compareEnvironments",
      uri,
    );
    assert.deepEqual(
      asked("compareEnvironments").map(([names]) => names.toSorted()),
      [["new", "old", "third"]],
    );
    assert.ok(shown, "nothing was compared");
    return shown;
  }

  const textsOf = ({ left, right }: ShownDifference) =>
    Promise.all([left, right].map(async (uri) => (await vscode.workspace.openTextDocument(uri)).getText()));

  test("a value that differs is one difference of a folder, and other prefixes or orders of attributes are no difference", async () => {
    const folder = await files({
      "a.soaphttp": echoOf("< ./same-{{value}}.xml", "# @name same\n"),
      "same-1.xml": envelope('<m:x xmlns:m="urn:m" a="1" b="2">1</m:x>'),
      "same-2.xml": envelope('<n:x xmlns:n="urn:m" b="2" a="1">1</n:x>'),
      "b.soaphttp": echo('<m:x xmlns:m="urn:m">{{value}}</m:x>', "# @name other\n"),
    });
    const shown = await compare(folder);
    assert.equal(shown.length, 1, (await Promise.all(shown.map(textsOf))).join("\n"));
    const [difference] = shown;
    assert.ok(difference);
    assert.match(difference.label.path, /b\.soaphttp › other\.txt$/);
    const [left = "", right = ""] = await textsOf(difference);
    assert.match(left, /^old\n[\s\S]*<m:x>1<\/m:x>/);
    assert.match(right, /^new\n[\s\S]*<m:x>2<\/m:x>/);
  });

  test("equal responses have no difference", async () => {
    const folder = await files({ "a.soaphttp": echo("") });
    assert.deepEqual(await compare(vscode.Uri.joinPath(folder, "a.soaphttp")), []);
  });

  test("a file whose data can't be read is listed with the reason, and the other files are compared", async () => {
    const folder = await files({
      "a.soaphttp": `# @data missing.csv\n\n###\n${echo("")}`,
      "b.soaphttp": echo('<m:x xmlns:m="urn:m">{{value}}</m:x>', "# @name other\n"),
    });
    const [first, other] = await compare(folder);
    assert.ok(first && other);
    assert.match(first.label.path, /a\.soaphttp/);
    for (const text of await textsOf(first)) assert.match(text, /missing\.csv/);
    assert.match(other.label.path, /b\.soaphttp › other/);
  });

  // A browser hides cookies from the extension.
  if (inNode) {
    test("each environment has cookies of its own", async () => {
      const service = await peer(answer("<a/>", [soapXml, "Set-Cookie: sid=7"]), (received) =>
        received.endsWith("\r\n\r\n"),
      );
      const get = `# @cookies\nGET /{{value}} HTTP/1.1\nHost: ${service.origin.slice(7)}\n`;
      const folder = await files({ "a.soaphttp": `${get}\n###\n${get}` });
      await send(await open(get.replace("{{value}}", "0")));
      const before = service.received().length;
      assert.deepEqual(await compare(folder), []);
      const sent = service.received().slice(before).split("GET ").slice(1);
      assert.equal(sent.length, 4);
      for (const value of [1, 2]) {
        const cookies = sent.filter((one) => one.startsWith(`/${value} `)).map((one) => one.includes("Cookie: sid=7"));
        assert.deepEqual(cookies, [false, true]);
      }
      await vscode.commands.executeCommand("soaphttp.clearCookies");
    });
  }

  test("a request that can't be sent to one environment is a difference with the reason, without secrets", async () => {
    const folder = await files({
      "a.soaphttp": echo('<m:x xmlns:m="urn:m">{{missing}}</m:x>'),
      "b.soaphttp": echo('<m:password xmlns:m="urn:m">hidden{{value}}</m:password>'),
    });
    const [first, other] = await compare(folder);
    assert.ok(first && other);
    assert.match((await textsOf(first)).join(), /missing/);
    assert.ok(!(await textsOf(other)).join().includes("hidden"));
  });
});
