import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { builtin } from "./builtin.ts";
import { add, post, serviceOrigin } from "./messages.ts";
import { answer, peer } from "./peer.ts";
import { answerQuestions, closeAll, responseTo, suiteInNode, workspaceFile } from "./support.ts";

suite("saving responses", () => {
  teardown(closeAll);

  const response = async () => responseTo(`# @name sum\n${post(serviceOrigin(), "/calc12", add(1, 2))}`);

  test("the command proposes a file in the folder of the request, with the extension of its format", async () => {
    const shown = await response();
    const asked = await answerQuestions({ file: async () => undefined });
    const before = await filesOf(workspaceFile(""));
    assert.equal(await save(shown), undefined);
    const pathOf = (folder: vscode.Uri | undefined) => folder?.path.replace(/\/?$/, "/");
    assert.deepEqual(
      asked("file").map(([name, near]) => [name, pathOf(near)]),
      [["sum.xml", pathOf(workspaceFile(""))]],
    );
    assert.deepEqual(await filesOf(workspaceFile("")), before, "a file was written although the dialog was cancelled");
  });

  test("the command explains a failure and lets the author choose another file", async () => {
    const shown = await response();
    const before = shown.getText();
    const places = [
      vscode.Uri.parse("none-has-this:/a.xml"),
      // A read-only file system.
      shown.uri.with({ query: `${shown.uri.query}/body` }),
      workspaceFile("saved.xml"),
    ];
    const asked = await answerQuestions({ file: async () => places.shift(), notSaved: async () => "elsewhere" });
    assert.deepEqual(uris(await save(shown)), [workspaceFile("saved.xml").toString()]);
    const [unknown = "", readOnly = "", ...others] = asked("notSaved").flat();
    assert.match(unknown, /none-has-this/);
    assert.match(readOnly, /read-?only/i);
    assert.deepEqual(others, []);
    assert.equal(shown.getText(), before);
    assert.match(new TextDecoder().decode(await take("saved.xml")), /^<\?xml.*<result>3<.*<\/soap:Envelope>\s*$/s);
    places.push(vscode.Uri.parse("none-has-this:/a.xml"));
    const again = await answerQuestions({ file: async () => places.shift(), notSaved: async () => "cancel" });
    assert.equal(await save(shown), undefined);
    assert.deepEqual([places, again("notSaved")], [[], [[unknown]]]);
  });

  test("the command saves a body without parts as one file, also from the Command Palette", async () => {
    const shown = await response();
    await vscode.window.showTextDocument(shown);
    const body = shown.getText().split("\n\n").slice(1).join("\n\n");
    const squeezed = (text: string) => text.replace(/>\s+</g, "><").trim();
    await answerQuestions({ file: async () => workspaceFile("one.xml") });
    const saved = await vscode.commands.executeCommand<readonly vscode.Uri[]>("soaphttp.response.save");
    assert.deepEqual(uris(saved), [workspaceFile("one.xml").toString()]);
    assert.equal(squeezed(new TextDecoder().decode(await take("one.xml"))), squeezed(body));
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
    test(`the command saves ${name}`, async () => {
      const [fields, sent, wanted] = await made();
      const shown = await shownFrom(fields, sent);
      await answerQuestions({ file: async () => workspaceFile("saved.bin") });
      assert.deepEqual(uris(await save(shown)), [workspaceFile("saved.bin").toString()]);
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

  test("the command saves one part", async () => {
    const shown = await parts();
    const asked = await answerQuestions({ file: async () => workspaceFile("saved.bin") });
    const saveOne = (index: number) =>
      vscode.commands.executeCommand("soaphttp.response.save", shown.uri.toString(), { kind: "part", index });
    await saveOne(1);
    assert.ok(latin1(await take("saved.bin")) === all, "other bytes were saved");
    await saveOne(2);
    assert.equal(latin1(await take("saved.bin")), "again");
    assert.deepEqual(
      asked("file").map(([name]) => name),
      ["up.bin", "root-2.xml"],
    );
  });

  test("the command saves all parts as files in a folder, and overwrites files only after confirmation", async () => {
    const shown = await parts();
    const folder = workspaceFile("saved");
    await vscode.workspace.fs.createDirectory(folder);
    const replacing = (replace: boolean) =>
      answerQuestions({ folder: async () => folder, replace: async () => replace });
    const declined = await replacing(false);
    const names = ["root.xml", "up.bin", "root-2.xml"];
    const places = names.map((name) => vscode.Uri.joinPath(folder, name));
    const contents = () => Promise.all(places.map(async (place) => latin1(await vscode.workspace.fs.readFile(place))));
    const written = ["<a/>\r\n", all, "again"];

    assert.deepEqual(uris(await clickSaveAll(shown)), places.map(String));
    assert.deepEqual(await filesOf(folder), [...names].sort());
    assert.deepEqual(declined("replace"), []);
    assert.deepEqual(await contents(), written);

    for (const place of places) await vscode.workspace.fs.writeFile(place, new Uint8Array([0x31]));
    assert.equal(await clickSaveAll(shown), undefined);
    assert.deepEqual(declined("replace"), [[names]]);
    assert.deepEqual(await contents(), ["1", "1", "1"]);

    const accepted = await replacing(true);
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, "up.bin"));
    assert.deepEqual(uris(await clickSaveAll(shown)), places.map(String));
    assert.deepEqual(accepted("replace"), [[["root.xml", "root-2.xml"]]]);
    assert.deepEqual(await contents(), written);
    await vscode.workspace.fs.delete(folder, { recursive: true });
  });

  test("the command replaces no parts in a folder whose file system can't say which files exist", async () => {
    const shown = await parts();
    const written: string[] = [];
    const unsupported = () => assert.fail("nothing else is asked of the file system");
    const provider: vscode.FileSystemProvider = {
      onDidChangeFile: () => new vscode.Disposable(() => {}),
      watch: () => new vscode.Disposable(() => {}),
      stat: ({ path }) => {
        if (path !== "/parts") throw vscode.FileSystemError.Unavailable("the connection is lost");
        return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
      },
      writeFile: ({ path }) => void written.push(path),
      createDirectory: () => {},
      ...{ readDirectory: unsupported, readFile: unsupported, delete: unsupported, rename: unsupported },
    };
    const registered = vscode.workspace.registerFileSystemProvider("soaphttp-lost", provider);
    const folder = vscode.Uri.parse("soaphttp-lost:/parts");
    const asked = await answerQuestions({
      folder: async () => folder,
      replace: async () => assert.fail("nothing is known to exist"),
      notSaved: async () => "cancel",
    });
    assert.equal(await clickSaveAll(shown), undefined);
    registered.dispose();
    const [[reason = ""] = [], ...others] = asked("notSaved");
    assert.match(reason, /the connection is lost/);
    assert.deepEqual([others, written], [[], []]);
  });

  const clickSaveAll = (shown: vscode.TextDocument) =>
    vscode.commands.executeCommand<readonly vscode.Uri[] | undefined>(
      "soaphttp.response.save",
      shown.uri.toString(),
      "parts",
    );
});

function save(shown: vscode.TextDocument): Thenable<readonly vscode.Uri[] | undefined> {
  return vscode.commands.executeCommand("soaphttp.response.save", shown.uri.toString());
}

function uris(saved: readonly vscode.Uri[] | undefined): readonly string[] | undefined {
  return saved?.map(String);
}

async function filesOf(folder: vscode.Uri): Promise<readonly string[]> {
  return (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name).sort();
}

/** Returns the bytes of a workspace file, and deletes it. */
async function take(name: string): Promise<Uint8Array> {
  const uri = workspaceFile(name);
  const bytes = await vscode.workspace.fs.readFile(uri);
  await vscode.workspace.fs.delete(uri);
  return bytes;
}
