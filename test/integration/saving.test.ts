import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { builtin } from "./builtin.ts";
import { add, post, serviceOrigin } from "./messages.ts";
import { answer, peer } from "./peer.ts";
import { closeAll, extension, responseTo, suiteInNode, workspaceFile } from "./support.ts";

suite("saving responses", () => {
  teardown(closeAll);

  const response = async () => responseTo(`# @name sum\n${post(serviceOrigin(), "/calc12", add(1, 2))}`);

  test("proposes a file in the folder of the request, with the extension of its format", async () => {
    const shown = await response();
    const { forTests } = await extension();
    const asked: unknown[] = [];
    forTests.answer({
      file: async (name, near) => {
        asked.push(name, near?.path.replace(/\/?$/, "/"));
        return undefined;
      },
    });
    assert.equal(await save(shown), undefined);
    assert.deepEqual(asked, ["sum.xml", workspaceFile("").path.replace(/\/?$/, "/")]);
  });

  test("explains a failure and lets the author choose another file", async () => {
    const shown = await response();
    const { forTests } = await extension();
    const before = shown.getText();
    const places = [
      vscode.Uri.parse("none-has-this:/a.xml"),
      // A read-only file system.
      shown.uri.with({ query: `${shown.uri.query}/body` }),
      workspaceFile("saved.xml"),
    ];
    const reasons: string[] = [];
    forTests.answer({
      file: async () => places.shift(),
      notSaved: async (reason) => {
        reasons.push(reason);
        return "elsewhere";
      },
    });
    const [saved] = (await save(shown)) ?? [];
    assert.equal(saved?.toString(), workspaceFile("saved.xml").toString());
    assert.equal(reasons.length, 2, reasons.join("; "));
    assert.ok(
      reasons.every((reason) => reason.length > 10),
      reasons.join("; "),
    );
    assert.equal(shown.getText(), before);
    assert.match(new TextDecoder().decode(await take("saved.xml")), /^<\?xml.*<result>3<.*<\/soap:Envelope>\s*$/s);
    places.push(vscode.Uri.parse("none-has-this:/a.xml"));
    forTests.answer({ file: async () => places.shift(), notSaved: async () => "cancel" });
    assert.equal(await save(shown), undefined);
    assert.deepEqual(places, []);
  });

  test("saves a body without parts as one file, also from the Command Palette", async () => {
    const shown = await response();
    await vscode.window.showTextDocument(shown);
    (await extension()).forTests.answer({ file: async () => workspaceFile("one.xml") });
    await vscode.commands.executeCommand("soaphttp.response.save");
    assert.match(new TextDecoder().decode(await take("one.xml")), /<result>3</);
  });
});

suiteInNode("saving responses byte for byte", () => {
  teardown(closeAll);

  const all = String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte));
  const shownFrom = async (fields: readonly string[], body: string) => {
    const { origin } = await peer(answer(body, fields));
    return responseTo(post(origin, "/calc12", add(1, 2)));
  };
  const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
  const xml = '<?xml version="1.0" encoding="utf-16"?>\r\n<a>größe €\n</a>';

  const bodies: Readonly<
    Record<string, () => Promise<readonly [fields: readonly string[], sent: string, saved: string]>>
  > = {
    "all byte values": async () => [["Content-Type: application/octet-stream"], all, all],
    "UTF-16 with a byte order mark": async () => {
      const body = latin1(Buffer.from(`\ufeff${xml}`, "utf16le"));
      return [["Content-Type: text/xml; charset=utf-16"], body, body];
    },
    "all kinds of line endings, with a byte order mark": async () => {
      const body = "\xef\xbb\xbf<a>\r\n\n\r</a>\n\n";
      return [["Content-Type: text/xml; charset=utf-8"], body, body];
    },
    "bytes that are invalid in the charset": async () => [
      ["Content-Type: text/xml; charset=utf-8"],
      "<a>\xff\xfe\0</a>",
      "<a>\xff\xfe\0</a>",
    ],
    "gzip, decoded": async () => {
      const { gzipSync } = await builtin.zlib();
      const body = latin1(gzipSync(Buffer.from("<a>ü</a>\r\n")));
      return [["Content-Type: text/xml", "Content-Encoding: gzip"], body, "<a>\xc3\xbc</a>\r\n"];
    },
    "six million bytes": async () => {
      const body = `<a>${"0123456789abcdef".repeat(400_000)}</a>`;
      return [["Content-Type: text/xml"], body, body];
    },
  };
  for (const [name, made] of Object.entries(bodies)) {
    test(name, async () => {
      const [fields, sent, wanted] = await made();
      const shown = await shownFrom(fields, sent);
      (await extension()).forTests.answer({ file: async () => workspaceFile("saved.bin") });
      await save(shown);
      assert.ok(latin1(await take("saved.bin")) === wanted, "other bytes were saved");
    });
  }

  const part = (type: string, name: string, content: string) =>
    `--b\r\nContent-Type: ${type}\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${content}\r\n`;
  const multipart = [
    part("text/xml", "root.xml", "<a/>\r\n"),
    part("application/octet-stream", "../up.bin", all),
    part("text/xml", "root.xml", "again"),
  ].join("");
  const parts = async () =>
    shownFrom(['Content-Type: multipart/related; type="text/xml"; boundary=b'], `${multipart}--b--\r\n`);

  test("saves one part", async () => {
    const shown = await parts();
    const asked: string[] = [];
    (await extension()).forTests.answer({
      file: async (name) => {
        asked.push(name);
        return workspaceFile("saved.bin");
      },
    });
    await vscode.commands.executeCommand("soaphttp.response.save", shown.uri.toString(), 1);
    assert.ok(latin1(await take("saved.bin")) === all, "other bytes were saved");
    assert.deepEqual(asked, ["up.bin"]);
  });

  test("saves all parts as files in a folder, and overwrites files only after confirmation", async () => {
    const shown = await parts();
    const folder = workspaceFile("saved");
    await vscode.workspace.fs.createDirectory(folder);
    const { forTests } = await extension();
    const asked: (readonly string[])[] = [];
    const replacing = (replace: boolean) =>
      forTests.answer({
        folder: async () => folder,
        replace: async (names) => {
          asked.push(names);
          return replace;
        },
      });
    replacing(false);
    const names = async () => (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name).sort();
    await clickSaveAll(shown);
    assert.deepEqual(await names(), ["root-2.xml", "root.xml", "up.bin"]);
    assert.deepEqual(asked, []);
    const up = vscode.Uri.joinPath(folder, "up.bin");
    assert.ok(latin1(await vscode.workspace.fs.readFile(up)) === all, "other bytes were saved");
    await vscode.workspace.fs.writeFile(up, new Uint8Array([1]));
    await clickSaveAll(shown);
    assert.equal(asked.length, 1);
    assert.equal((await vscode.workspace.fs.readFile(up)).length, 1);
    replacing(true);
    await clickSaveAll(shown);
    assert.equal((await vscode.workspace.fs.readFile(up)).length, 256);
    await vscode.workspace.fs.delete(folder, { recursive: true });
  });

  const clickSaveAll = (shown: vscode.TextDocument) =>
    vscode.commands.executeCommand("soaphttp.response.save", shown.uri.toString(), "parts");
});

function save(shown: vscode.TextDocument): Thenable<readonly vscode.Uri[] | undefined> {
  return vscode.commands.executeCommand("soaphttp.response.save", shown.uri.toString());
}

/** Returns the bytes of a workspace file, and deletes it. */
async function take(name: string): Promise<Uint8Array> {
  const uri = workspaceFile(name);
  const bytes = await vscode.workspace.fs.readFile(uri);
  await vscode.workspace.fs.delete(uri);
  return bytes;
}
