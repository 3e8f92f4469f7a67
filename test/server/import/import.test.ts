import assert from "node:assert/strict";
import { importSources } from "../../../server/src/import/import.ts";
import * as library from "../../../server/src/import/library.ts";
import { importProjects, importTools } from "../../../server/src/service/languageService.ts";
import { imported, problemOf, textIn } from "../../support/imported.ts";

const schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

function collection(item: readonly object[], variable: readonly object[] = []): object {
  return { info: { name: "Calc", schema }, item, variable };
}

const get = (name: string, more: object = {}) => ({ name, request: { method: "GET", url: "http://h/", ...more } });

suite("an import", () => {
  test("the files of a source are made one by one, and its text is kept only once", () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ log: { entries: [{ request: { url: "http://h/" } }] } }));
    const file = { path: "a.har", bytes };
    const [only] = importSources([{ path: "a.har", isFolder: false, files: [file] }], importTools);
    assert.ok(only && "items" in only);
    assert.equal(file.bytes.length, 0);
    assert.deepEqual(
      only.items.map(({ place }) => place),
      [undefined],
    );
    const paths = Array.from(only.files, ({ path }) => path);
    assert.ok(paths.includes(only.items[0]?.place?.file ?? ""), paths.join());
  });

  test("an import takes no time for values that use each other", () => {
    const doubling = Array.from({ length: 60 }, (_, at) => ({ key: `v${at}`, value: `{{v${at + 1}}}{{v${at + 1}}}` }));
    const variables = [...doubling, { key: "v60", value: "<x/>" }, { key: "self", value: "<a/>{{self}}" }];
    const body = { mode: "raw", raw: "<a>{{v0}}{{self}}</a>" };
    const source = imported({ "a.json": collection([get("One", { method: "POST", body })], variables) });
    assert.ok(textIn(source, "requests/Calc.soaphttp").length < 2_000_000);
  });

  test("an import writes no file outside its folder, whatever the names are", () => {
    const names = ["../../up", "..", "/etc/passwd", "C:\\x", "a\0b", "con", ".git", "\u202egnp"];
    const source = imported({ "a.json": collection(names.map((name) => ({ name, item: [get(name)] }))) });
    for (const { path } of source.files.filter((file) => file.path.startsWith("requests/"))) {
      assert.match(path, /^requests\/(?!\.|con\.)[^/\\:\u0000-\u001f\u202e]+\.soaphttp$/);
    }
    const dots = imported({ "a.json": { ...collection([get("One")]), info: { name: "../..", schema } } });
    assert.match(dots.folder, /^[^./][^/]*$/);
  });

  test("an import says what it can't read", () => {
    assert.match(problemOf({ "a.txt": "text" }), /^The file a\.txt can't be imported\. Choose a SoapUI project/);
    assert.match(problemOf({ "a.json": "{" }), /^The file a\.json can't be imported\. The file is not valid JSON: /);
    const deep = `{"info":{"name":"x"},"item":${"[".repeat(2000)}${"]".repeat(2000)}}`;
    assert.match(problemOf({ "a.json": deep }), /nested more than 1000 levels deep/);
  });

  test("an import tells an editor where a missing definition can be downloaded", () => {
    const iface = (definition: string) =>
      `<con:interface xsi:type="con:WsdlInterface" name="Calc" definition="${definition}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"/>`;
    const project = `<con:soapui-project name="Calc" xmlns:con="http://eviware.com/soapui/config">${iface("http://h/calc?wsdl")}${iface("file:/C:/calc.wsdl")}</con:soapui-project>`;
    const files = [{ path: "a.xml", bytes: Buffer.from(project).toString("base64") }];
    const { projects } = importProjects({ sources: [{ path: "a.xml", isFolder: false, files }] }, library);
    assert.deepEqual(
      projects.map(({ definitions }) => definitions),
      [["http://h/calc?wsdl"]],
    );
  });

  test("the problem of a WSDL says how it becomes requests", () => {
    const wsdl = '<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"/>';
    const why = /^The file calc\.wsdl can't be imported\. It is a WSDL: .*soaphttp new/;
    assert.match(problemOf({ "calc.wsdl": wsdl }), why);
    assert.match(problemOf({ "calc.wsdl": new Uint8Array(Buffer.from(`\ufeff${wsdl}`, "utf16le")) }), why);
    assert.match(problemOf({ "calc.wsdl": '<!-- 2.0 -->\n<description xmlns="http://www.w3.org/ns/wsdl">' }), why);
    assert.match(
      problemOf({ "a.xml": "<a xmlns='http://schemas.xmlsoap.org/wsdl/soap/'/>" }),
      /Choose a SoapUI project/,
    );
  });

  test("an import has an upper limit of items", () => {
    const items = Array.from({ length: 100_001 }, (_, at) => get(`r${at}`));
    assert.match(problemOf({ "a.json": collection(items) }), /more than 100000 items/);
  }).timeout(30_000);

  test("an import finds the projects in a folder, each once", () => {
    const files = {
      "all/b/one.txt": collection([get("One")]),
      "all/a/two.har": { log: { entries: [] } },
      "all/a/notes.md": "text",
    };
    const encoded = Object.entries(files).map(([path, content]) => {
      const text = typeof content === "string" ? content : JSON.stringify(content);
      return { path, bytes: new TextEncoder().encode(text) };
    });
    const sources = [...importSources([{ path: "all", isFolder: true, files: encoded }], importTools)];
    assert.deepEqual(
      sources.map(({ file, kind }) => [file, kind]),
      [
        ["all/b/one.txt", "postman"],
        ["all/a/two.har", "har"],
      ],
    );
  });

  test("a text of the source has no meaning as markup in the checklist", () => {
    const event = [{ listen: "test", script: { exec: ["x();"] } }];
    const name = "[a](http://evil) <b> `c` # d\n- e";
    const list = textIn(imported({ "a.json": collection([{ ...get(name), event }]) }), "import.md");
    const [row] = list.split("\n").filter((line) => line.startsWith("- [ ]"));
    assert.ok(row?.includes("\\[a\\]\\(http\\://evil\\) \\<b\\> \\`c\\` \\# d - e: test]("), row);
  });
});
