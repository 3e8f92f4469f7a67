import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { DocumentLink, Hover, Location, LocationLink, Range, WorkspaceEdit } from "vscode-languageserver-types";
import type { FileRead } from "../../../server/src/protocol/protocol.ts";
import { startTestServer, type TestServer } from "../../support/server.ts";

const login = [
  "# @name login",
  "# @set token = //m:Token",
  "@user = alice",
  "POST /session HTTP/1.1",
  "Host: h",
  "X-User: {{user}}",
  "",
].join("\n");
const rows = "sku;country\nA-1;CH\n";

/** The files in the folder of the document, by name. */
const files: Readonly<Record<string, string>> = {
  "login.soaphttp": login,
  "rows.csv": rows,
  "other.soaphttp": "# @import ./login.soaphttp\n# @tag slow\nGET / HTTP/1.1\nX: {{login.token}}\n",
  "latin.csv": "größe;sku\n1;A\n",
  "odd.csv": "sku;a,\n1;2\n",
  "stock.csv": "sku,amount\nA-1,3\n",
  "data.json": '[{"sku": "A", "at": {"city": "Bern"}}]',
  "data.xml": "<orders><note>the sku below</note><order sku='A'/></orders>",
  "data.xlsx": readFileSync("test/fixtures/data/openpyxl.xlsx", "latin1"),
};

const without = { context: { includeDeclaration: false } };
const importing = "# @import ./login.soaphttp as auth\n";

suite("names across files", () => {
  let server: TestServer;
  setup(async () => {
    const readFile = (uri: string): FileRead => {
      const text = files[uri.slice(uri.lastIndexOf("/") + 1)];
      const outside = uri.includes("/elsewhere/") ? { outside: uri } : {};
      return text === undefined
        ? { kind: "missing" }
        : {
            kind: "bytes",
            bytes: Buffer.from(text, /\/latin\.csv$|xlsx$/.test(uri) ? "latin1" : "utf8").toString("base64"),
            ...outside,
          };
    };
    const linkSupport = { textDocument: { definition: { linkSupport: true } } };
    server = await startTestServer(
      linkSupport,
      {},
      { options: { readsFiles: true }, folders: [`${folder}/`], readFile },
    );
  });

  /** Opens a document with a cursor, waits until its files have been read, asks, and closes it. */
  async function ask<R>(method: string, source: string, params: object = {}): Promise<R> {
    const { uri, position } = server.open(source);
    await server.request("soaphttp/tests", { uri });
    const asked = server.ask<R>(method, { uri, position }, params);
    return asked.finally(() => server.notify("textDocument/didClose", { textDocument: { uri } }));
  }

  async function definition(source: string): Promise<readonly string[]> {
    const links = await ask<readonly LocationLink[]>("definition", source);
    return links.map((one) => `${nameOf(one.targetUri)}: ${textAt(one.targetUri, one.targetSelectionRange)}`);
  }

  async function references(source: string): Promise<readonly string[]> {
    const locations = await ask<readonly Location[]>("references", source, { context: { includeDeclaration: true } });
    const own = source.replace("|", "");
    return locations.map(({ uri, range }) => `${nameOf(uri)}: ${lineAt(files[nameOf(uri)] ?? own, range)}`);
  }

  /** The texts of the files that are changed. */
  async function renamed(source: string, newName: string): Promise<Readonly<Record<string, string>>> {
    const { changes = {} } = await ask<WorkspaceEdit>("rename", source, { newName });
    return Object.fromEntries(
      Object.entries(changes).map(([uri, edits]) => {
        const text = files[nameOf(uri)] ?? source.replace("|", "");
        return [nameOf(uri), TextDocument.applyEdits(TextDocument.create(uri, "", 0, text), edits)];
      }),
    );
  }

  async function hover(source: string): Promise<string> {
    const { contents } = (await ask<Hover | null>("hover", source)) ?? { contents: "" };
    return JSON.stringify(contents);
  }

  test("The definition of an imported name is in the file that has it", async () => {
    const of = (line: string) => `${importing}${line}GET / HTTP/1.1\nHost: h\n`;
    assert.deepEqual(await definition(of("# @needs auth.lo|gin\n")), ["login.soaphttp: login"]);
    assert.deepEqual(await definition(of("@a = {{auth.to|ken}}\n")), ["login.soaphttp: token"]);
    assert.deepEqual(await definition(of("@a = {{auth.log|in.response.body.//m:Token}}\n")), ["login.soaphttp: login"]);
    assert.deepEqual(await definition(of("# @needs ./login.soaphttp#log|in with user = bob\n")), [
      "login.soaphttp: login",
    ]);
    assert.deepEqual(await definition(of("# @needs ./login.soaphttp#login with us|er = bob\n")), [
      "login.soaphttp: user",
    ]);
    assert.deepEqual(await definition("# @import ./log|in.soaphttp as auth\nGET / HTTP/1.1\n"), ["login.soaphttp: "]);
    assert.deepEqual(await definition("# @needs ./log|in.soaphttp#login\nGET / HTTP/1.1\n"), ["login.soaphttp: "]);
  });

  test("The name in front of an imported name is defined by # @import", async () => {
    const locations = await ask<readonly LocationLink[]>(
      "definition",
      `${importing}# @needs au|th.login\nGET / HTTP/1.1\n`,
    );
    const ranges = locations.map((one) => one.targetSelectionRange);
    assert.deepEqual(ranges, [{ start: { line: 0, character: 30 }, end: { line: 0, character: 34 } }]);
  });

  test("The definition of a column is its name in the data file", async () => {
    const of = (data: string, name: string) => `# @data ${data}\n###\nGET /{{${name}}} HTTP/1.1\nHost: h\n`;
    assert.deepEqual(await definition(of("./rows.csv", "coun|try")), ["rows.csv: country"]);
    assert.deepEqual(await definition(of("./rows.csv where cou|ntry = CH", "sku")), ["rows.csv: country"]);
    assert.deepEqual(await definition(of("./ro|ws.csv", "sku")), ["rows.csv: "]);
    assert.deepEqual(await definition(of("./data.json", "at.ci|ty")), ["data.json: city"]);
  });

  test("The references of an imported name are in all files that are known", async () => {
    const of = (line: string) => `${importing}${line}GET / HTTP/1.1\nX: {{auth.token}}\n`;
    const uses = ["own: X: {{auth.token}}", "login.soaphttp: # @set token = //m:Token"];
    assert.deepEqual(await references(`${importing}GET / HTTP/1.1\nX: {{auth.tok|en}}\n`), uses);
    server.open(files["other.soaphttp"] ?? "");
    assert.deepEqual(await references(of("# @needs auth.log|in\n")), [
      "own: # @needs auth.login",
      "login.soaphttp: # @name login",
    ]);
  });

  test("The references of a name include the open files that import it", async () => {
    server.open(`${importing}GET / HTTP/1.1\nX: {{auth.token}}\n`);
    const uri = `${folder}/login.soaphttp`;
    await server.openAs(uri, login);
    const place = { uri, position: { line: 1, character: 8 } };
    const locations = await server.ask<readonly Location[]>("references", place, without);
    const places = locations.map(({ uri, range }) => [nameOf(uri), range.start]);
    assert.deepEqual(places, [["own", { line: 2, character: 10 }]]);
  });

  test("Renaming an imported name changes it where it is defined and used", async () => {
    const of = (line: string) => `${importing}${line}GET / HTTP/1.1\nHost: h\n`;
    assert.deepEqual(await renamed(of("@a = {{auth.to|ken}}\n"), "ticket"), {
      own: of("@a = {{auth.ticket}}\n"),
      "login.soaphttp": login.replace("token", "ticket"),
    });
    assert.deepEqual(await renamed(of("# @needs auth.login, ./login.soaphttp#lo|gin with user = bob\n"), "signIn"), {
      own: of("# @needs auth.signIn, ./login.soaphttp#signIn with user = bob\n"),
      "login.soaphttp": login.replace("@name login", "@name signIn"),
    });
    assert.deepEqual(await renamed(of("# @needs ./login.soaphttp#login with us|er = bob\n"), "who"), {
      own: of("# @needs ./login.soaphttp#login with who = bob\n"),
      "login.soaphttp": login.replaceAll("user", "who"),
    });
    await assert.rejects(renamed(of("@a = {{auth.to|ken}}\n"), "user"), /already defines user/);
    await assert.rejects(renamed(of("@a = {{auth.to|ken}}\n"), "a.b"), /without dots/);
  });

  test("Renaming the import name in front of imported names changes only this file", async () => {
    const of = (name: string) =>
      `# @import ./login.soaphttp as ${name}\n# @needs ${name}.login\nGET / HTTP/1.1\nX: {{${name}.token}}\n`;
    assert.deepEqual(await renamed(of("auth").replace("as au", "as au|"), "session"), { own: of("session") });
    for (const line of ["# @import ./other.soaphttp\n", "# @needs ./other.soaphttp#slow\n"]) {
      const beside = of("auth").replace("as au", "as au|");
      await assert.rejects(renamed(`${line}${beside}`, "other"), /Another file is imported as other/);
    }
    const unnamed = "# @import ./login.soaphttp\n# @needs log|in.login\nGET / HTTP/1.1\n";
    await assert.rejects(renamed(unnamed, "auth"), /Write as and another name/);
  });

  test("Renaming a column changes the first line of its table", async () => {
    const of = (name: string) => `# @data ./rows.csv where ${name} = CH\n###\nGET /{{${name}}} HTTP/1.1\nHost: h\n`;
    assert.deepEqual(await renamed(of("country").replace("{{coun", "{{coun|"), "land"), {
      own: of("land"),
      "rows.csv": rows.replace("country", "land"),
    });
    for (const file of ["data.json", "data.xml //order", "data.xlsx"]) {
      const source = `# @data ./${file}\n###\nGET /{{sk|u}} HTTP/1.1\nHost: h\n`;
      await assert.rejects(renamed(source, "article"), /Only columns of a \.csv file .* Rename sku in \.\/data\./);
    }
  });

  test("The new name of a column is refused if another column has it, or if a table or where can't contain it", async () => {
    const source = "# @data ./rows.csv where country = CH\n###\n@all = 1\nGET /{{sk|u}} HTTP/1.1\nHost: h\n";
    await assert.rejects(renamed(source, "country"), /rows\.csv already has a column country/);
    await assert.rejects(renamed(source, "land.name"), /without dots/);
    await assert.rejects(renamed(source, 'a"b'), /isn't a valid variable name/);
    await assert.rejects(renamed(source, "all"), /already defines all/);
    await assert.rejects(
      renamed(source.replace("@al", "@a|l").replace("k|u", "ku"), "sku"),
      /already has a column sku/,
    );
    const { "rows.csv": table } = await renamed(source, "a,b");
    assert.equal(table, rows.replace("sku", '"a,b"'));
  });

  test("The new name of a variable that imports set can't contain a comma", async () => {
    const source = `${importing}# @needs ./login.soaphttp#login with us|er = bob\nGET / HTTP/1.1\n`;
    await assert.rejects(renamed(source, "a,b"), /behind with/);
  });

  test("A comma at the end of the last column's name is part of the name if the table has another separator", async () => {
    const { "odd.csv": table } = await renamed("# @data ./odd.csv\n###\nGET /{{a|,}} HTTP/1.1\nHost: h\n", "b");
    assert.equal(table, "sku;b\n1;2\n");
  });

  test("An open file is the one that is imported, whatever the case of its drive is", async () => {
    const importer = { uri: "file:///C:/w/a.soaphttp", text: `${importing}# @needs auth.login\nGET / HTTP/1.1\n` };
    const imported = { uri: "file:///c%3A/w/login.soaphttp", text: login };
    for (const { uri, text } of [importer, imported]) await server.openAs(uri, text);
    const place = { uri: imported.uri, position: { line: 0, character: 9 } };
    const locations = await server.ask<readonly Location[]>("references", place, without);
    const uris = locations.map(({ uri }) => uri);
    assert.deepEqual(uris, [importer.uri]);
  });

  test("A table in Windows-1252 without a mark isn't changed", async () => {
    const source = "# @data ./latin.csv\n###\nGET /{{sk|u}} HTTP/1.1\nHost: h\n";
    await assert.rejects(renamed(source, "article"), /latin\.csv isn't in UTF-8/);
    await assert.rejects(renamed(source.replace("sk|u", "grö|ße"), "size"), /latin\.csv isn't in UTF-8/);
  });

  test("A column belongs to the request that has its rows, or to the whole file", async () => {
    const of = (first: string, second: string) =>
      `# @data ./rows.csv\nGET /{{${first}}} HTTP/1.1\nHost: h\n###\n# @data ./stock.csv\nGET /{{${second}}} HTTP/1.1\nHost: h\n`;
    assert.deepEqual(await renamed(of("sk|u", "sku"), "article"), {
      own: of("article", "sku"),
      "rows.csv": rows.replace("sku", "article"),
    });
    assert.deepEqual(await definition(of("sku", "sk|u")), ["stock.csv: sku"]);
    assert.match(await hover(of("sk|u", "sku")), /A column of \.\/rows\.csv/);
    const none = `${of("sku", "sku")}###\nGET /{{sk|u}} HTTP/1.1\nHost: h\n`;
    await assert.rejects(renamed(none, "article"), /isn't defined in this file/);
    const ofFile = (name: string) => `# @data ./rows.csv\n###\n${of("amount", name).replace("rows", "stock")}`;
    assert.deepEqual(await definition(ofFile("coun|try")), ["rows.csv: country"]);
    assert.deepEqual(await definition(ofFile("sk|u")), ["stock.csv: sku"]);
    const inDefinition = of("all", "amount").replace("###", "###\n@all = {{coun|try}}");
    assert.deepEqual(await definition(inDefinition), ["rows.csv: country"]);
  });

  test("A name that is both a variable of the file and a column isn't renamed", async () => {
    const source = "# @data ./rows.csv where country = CH\n###\n@country = DE\nGET /{{country}} HTTP/1.1\nHost: h\n";
    for (const name of ["where coun", "@coun", "{{coun"])
      await assert.rejects(renamed(source.replace(name, `${name}|`), "land"), /both a variable and a column of .*rows/);
  });

  test("Renaming a tag changes it in all files that are known", async () => {
    const source = "# @import ./other.soaphttp\n# @tag sl|ow smoke\nGET / HTTP/1.1\n";
    assert.deepEqual(await renamed(source, "long"), {
      own: source.replace("sl|ow", "long"),
      "other.soaphttp": files["other.soaphttp"]?.replace("slow", "long"),
    });
    await assert.rejects(renamed(source, "a b"), /A tag consists of/);
  });

  test("A body outside of the open folders has no names of the document", async () => {
    const source = "# @tag sl|ow\nPOST / HTTP/1.1\nHost: h\n\n< ./elsewhere/other.soaphttp\n";
    assert.deepEqual(await renamed(source, "long"), { own: source.replace("sl|ow", "long") });
  });

  test("A tag is renamed in documents with the same scheme, not in documents with another one", async () => {
    const source = "# @tag slow\nGET / HTTP/1.1\n";
    for (const uri of ["git:/1.soaphttp?HEAD", "file:///w/tagged.soaphttp"]) await server.openAs(uri, source);
    const { changes = {} } = await ask<WorkspaceEdit>("rename", source.replace("sl", "sl|"), { newName: "long" });
    assert.deepEqual(Object.keys(changes), ["file:///1.soaphttp", "file:///w/tagged.soaphttp"]);
  });

  test("A hover says what an imported name, a column and a tag are", async () => {
    const of = (line: string) => `${importing}${line}GET / HTTP/1.1\nHost: h\n`;
    assert.match(
      await hover(of("# @needs auth.lo|gin\n")),
      /A request of \.\/login\.soaphttp\..*POST \/session HTTP\/1\.1/,
    );
    assert.match(await hover(of("@a = {{auth.to|ken}}\n")), /sets it from the response of login.*\/\/m:Token/);
    assert.match(await hover(of("@a = {{auth.lo|gin.response.status}}\n")), /A request of \.\/login/);
    assert.match(await hover(`${importing.replace("log", "lo|g")}GET / HTTP/1.1\n`), /auth\.login.*{{auth\.token}}/);
    assert.match(await hover("# @data ./rows.csv\n###\nGET /{{sk|u}} HTTP/1.1\n"), /A column of \.\/rows\.csv/);
    const columns = await hover("# @data ./ro|ws.csv\n###\nGET /{{sku}} HTTP/1.1\n");
    assert.match(columns, /Columns: `sku`, `country`/);
    assert.doesNotMatch(columns, /A-1/);
    assert.match(await hover("# @tag smo|ke\nGET / HTTP/1.1\n"), /with this tag: 1.*soaphttp test --tag smoke/);
  });

  test("Paths of directives are links to their files", async () => {
    const links = await ask<readonly DocumentLink[]>(
      "documentLink",
      "|# @import ./login.soaphttp as auth\n# @data ./rows.csv\n# @needs ./login.soaphttp#login\nGET / HTTP/1.1\n",
    );
    assert.deepEqual(
      links.map(({ target, range }) => `${nameOf(target ?? "")} ${range.start.character}-${range.end.character}`),
      ["login.soaphttp 9-25", "login.soaphttp 10-26", "rows.csv 8-18"],
    );
  });
});

const folder = "file://";

function nameOf(uri: string): string {
  const name = decodeURIComponent(uri.slice(uri.lastIndexOf("/") + 1));
  return name in files ? name : "own";
}

function textAt(uri: string, range: Range): string {
  return TextDocument.create(uri, "", 0, files[nameOf(uri)] ?? "").getText(range);
}

function lineAt(text: string, { start: { line } }: Range): string {
  return text.split("\n")[line] ?? "";
}
