import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { lookOf, pictures } from "../../scripts/pictures.mjs";

suite("the pictures of the documentation", () => {
  const all = Object.entries(pictures());

  test("each picture is in docs/images/pictures.json, and a test of npm run pictures takes it", () => {
    const files = readdirSync("docs/images").filter((name) => name.endsWith(".png"));
    assert.deepEqual(files.map((name) => name.replace(/\.png$/, "")).sort(), all.map(([name]) => name).sort());
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
    const [, suites = ""] = /--grep "([^"]+)"/.exec(scripts.pictures) ?? [];
    const taken = readdirSync("test/e2e")
      .filter((name) => name.endsWith(".test.mjs"))
      .map((name) => readFileSync(`test/e2e/${name}`, "utf8"))
      .filter((text) => new RegExp(`suite\\("[^"]*(?:${suites})`).test(text))
      .flatMap((text) => [...text.matchAll(/[pP]icture\((?:page, )?"([\w-]+)"/g)].map(([, name]) => name ?? ""));
    assert.deepEqual(
      all.map(([name]) => name).filter((name) => !taken.includes(name)),
      [],
    );
  });

  test("no picture is older than the texts, icons and colors that it shows: npm run pictures takes them again", () => {
    const old = all.filter(([, picture]) => picture.look !== lookOf(picture));
    assert.deepEqual(
      old.map(([name]) => name),
      [],
    );
  });

  test("a picture depends on the texts and icons of its sources, and not on their code", () => {
    for (const [name, picture] of all) assert.match(lookOf(picture), /^[\da-f]{16}$/, name);
    const without = { shows: [], look: "" };
    const withTexts = { shows: ["client/src/extension/send/requestLenses.ts"], look: "" };
    assert.notEqual(lookOf(withTexts), lookOf(without));
  });
});

suite("the pictures of the walkthrough", () => {
  const own = ["package.nls.json", "l10n/bundle.l10n.de.json"].flatMap((file) => {
    const texts: Readonly<Record<string, string>> = JSON.parse(readFileSync(file, "utf8"));
    return file.startsWith("l10n") ? Object.keys(texts) : Object.values(texts);
  });
  const interfaceTexts = new Set(own);
  const patterns = own
    .filter((text) => text.includes("{0}") && text.length < 100)
    .map((text) => new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\d\}/g, "\\S+")}$`));

  for (const name of readdirSync("walkthrough")) {
    test(`${name} shows only texts that the interface has`, () => {
      const shown = [...readFileSync(`walkthrough/${name}`, "utf8").matchAll(/class="ui"[^>]*>([^<]*)</g)];
      const wrong = shown
        .map(([, text = ""]) => text.replaceAll("\u00a0", " "))
        .filter((text) => !interfaceTexts.has(text) && !patterns.some((pattern) => pattern.test(text)));
      assert.deepEqual(wrong, []);
    });
  }

  test("the pictures of the walkthrough use the colors of the theme", () => {
    for (const name of readdirSync("walkthrough")) {
      const text = readFileSync(`walkthrough/${name}`, "utf8");
      assert.ok(name.endsWith(".svg"), name);
      assert.deepEqual(text.match(/(?:fill|stroke)="(?!var\(--vscode-)[^"]*"/g) ?? [], [], name);
    }
  });
});
