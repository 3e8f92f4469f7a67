import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folderOf, soaphttp, temporaryFolder } from "./built.ts";

function run(cwd: string, ...args: readonly string[]) {
  return soaphttp(["import", ...args], { cwd });
}

const har = JSON.stringify({
  log: {
    entries: [
      {
        request: {
          method: "POST",
          url: "http://localhost:8080/calc",
          headers: [
            { name: "Content-Type", value: "text/xml" },
            { name: "Cookie", value: "id=secret" },
          ],
          postData: { mimeType: "text/xml", text: "<Envelope><Body><Add/></Body></Envelope>" },
        },
      },
    ],
  },
});

suite("soaphttp import", () => {
  test("the import creates a folder for each project, and says what is in it", async () => {
    const cwd = folderOf({ "sent.txt": har });
    const { code, out, error } = await run(cwd, "--out", "imported", "sent.txt");
    assert.deepEqual([code, error], [0, ""]);
    assert.equal(out, "sent.txt is now imported/sent. 1 request imported.\n");
    assert.deepEqual(readdirSync(join(cwd, "imported")), ["sent"]);
    assert.deepEqual(readdirSync(join(cwd, "imported/sent"), { recursive: true }).sort(), [
      ".gitignore",
      "http-client.private.env.json",
      "import.md",
      "requests",
      "requests/sent.soaphttp",
    ]);
  });

  test("the main file of a Bruno collection stands for its folder", async () => {
    const files = {
      "orders/bruno.json": JSON.stringify({ version: "1", name: "Shop", type: "collection" }),
      "orders/list/all.bru": "meta {\n  name: All\n  type: http\n}\n\nget {\n  url: http://h/\n}\n",
    };
    const cwd = folderOf(files);
    const { code, out, error } = await run(cwd, "orders/bruno.json");
    assert.deepEqual([code, error], [0, ""]);
    assert.equal(out, "orders is now Shop. 1 request imported.\n");
    const inside = await run(join(cwd, "orders"), "--out", "..", "bruno.json");
    assert.deepEqual([inside.code, inside.error], [0, ""]);
    assert.deepEqual(readdirSync(cwd).sort(), ["Shop", "Shop-2", "orders"]);
  });

  test("the import never overwrites a folder", async () => {
    const cwd = folderOf({ "a.har": har, "A/mine": "1" });
    const { out } = await run(cwd, "a.har", "a.har");
    assert.ok(out.startsWith("a.har is now a-2."), out);
    assert.deepEqual(readdirSync(cwd).sort(), ["A", "a-2", "a-3", "a.har"]);
    assert.equal(readFileSync(join(cwd, "A/mine"), "utf8"), "1");
  });

  test("the import lists every item as JSON", async () => {
    const cwd = folderOf({ "a.har": har });
    const { out } = await run(cwd, "--format", "json", "a.har");
    assert.deepEqual(JSON.parse(out), {
      version: 1,
      sources: [
        {
          file: "a.har",
          kind: "har",
          name: "a",
          folder: "a",
          items: [
            {
              kind: "request",
              type: "POST",
              path: ["Add"],
              outcome: "translated",
              file: "a/requests/a.soaphttp",
              line: 3,
              name: "Add",
            },
          ],
          secrets: ["cookie"],
        },
      ],
    });
  });

  test("the import imports the other sources if one can't be imported", async () => {
    const cwd = folderOf({ "in/a.har": har, "in/b.txt": "text", "empty/b.txt": "text" });
    const { code, out, error } = await run(cwd, "empty", "in", "missing.xml");
    assert.equal(code, 1);
    assert.ok(out.startsWith("in/a.har is now a."), out);
    assert.deepEqual(error.trimEnd().split("\n"), [
      "soaphttp: missing.xml: file not found.",
      "soaphttp: The folder empty has no file that can be imported. Choose a SoapUI project, a Postman, Insomnia or Bruno collection, or a HAR file.",
    ]);
  });

  test("the import needs a source", async () => {
    assert.equal((await run(temporaryFolder())).code, 2);
  });

  test("the import follows no link in the output folder, and leaves nothing half-written", async () => {
    const cwd = folderOf({ "a.har": har });
    const elsewhere = temporaryFolder();
    symlinkSync(elsewhere, join(cwd, "out"));
    const { code, error } = await run(cwd, "--out", "out", "a.har");
    assert.deepEqual([code, readdirSync(elsewhere)], [2, []], error);
    mkdirSync(join(cwd, "real"));
    symlinkSync(elsewhere, join(cwd, "real/a"));
    await run(cwd, "--out", "real", "a.har");
    assert.deepEqual([readdirSync(join(cwd, "real")), readdirSync(elsewhere)], [["a", "a-2"], []]);
    writeFileSync(join(cwd, "file"), "");
    assert.equal((await run(cwd, "--out", "file", "a.har")).code, 2);
    assert.ok(existsSync(join(cwd, "file")));
  });
});
