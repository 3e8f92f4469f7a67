import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { collect, messages, translations, written } from "../../scripts/l10n.mjs";
import { pathsWith } from "../support/modules.ts";

const read = (file: string): Record<string, string> => JSON.parse(readFileSync(file, "utf8"));
const placeholders = (text: string) => [...new Set(text.match(/\{\d+\}/g))].sort();

suite("texts for users", () => {
  const all = collect();

  test("texts are collected from the sources", () => {
    assert.ok(all.length > 800, `${all.length} messages`);
    assert.ok(all.includes("A SOAP 1.2 message."), "without the facts in JSON files");
    assert.deepEqual(messages("l10n.t(\"a {0}\", b); l10n.t(\n  'c',\n); vscode.l10n.t(`d`)", "x.ts"), [
      "a {0}",
      "c",
      "d",
    ]);
    assert.throws(() => messages("l10n.t(text)", "x.ts"), /no literal/);
  });

  const bundles = translations();
  test("texts are translated into at least one language", () => assert.ok(bundles.length > 0));
  for (const { language, bundle } of bundles) {
    suite(`in ${language}`, () => {
      test("the translations are complete, and contain no unused text (node scripts/l10n.mjs lists what is missing)", () => {
        assert.deepEqual(
          all.filter((text) => !(text in bundle)),
          [],
        );
        assert.deepEqual(
          Object.keys(bundle).filter((text) => !all.includes(text)),
          [],
        );
      });
      test("the bundle is as node scripts/l10n.mjs --write writes it", () => {
        const file = readFileSync(`l10n/bundle.l10n.${language}.json`, "utf8");
        assert.equal(file, written(all, bundle));
      });
      test("the translations have the placeholders of the original", () => {
        const wrong = Object.entries(bundle).filter(
          ([text, own]) => `${placeholders(text)}` !== `${placeholders(own)}`,
        );
        assert.deepEqual(wrong, []);
      });
      test("the translation uses the same word for a request and for a password everywhere", () => {
        const words: Readonly<Record<string, RegExp>> = { de: /anfrage|anforderung|passwort/i };
        const others = words[language];
        assert.ok(others, `no words for ${language}`);
        const all = { ...bundle, ...read(`package.nls.${language}.json`) };
        const own = Object.entries(all).filter(([, text]) => others.test(text));
        assert.deepEqual(own, []);
      });
      test("the translations include the manifest's strings", () => {
        const manifest = read(`package.nls.${language}.json`);
        assert.deepEqual(Object.keys(manifest).sort(), Object.keys(read("package.nls.json")).sort());
      });
    });
  }

  test("the texts in the manifest are %keys%, and each key is used", () => {
    const manifest = readFileSync("package.json", "utf8");
    const used = [...manifest.matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key ?? "");
    const keys = Object.keys(read("package.nls.json"));
    assert.deepEqual([...new Set(used)].sort(), keys.sort());
    const { contributes } = JSON.parse(manifest);
    for (const { command, title } of contributes.commands) assert.match(title, /^%.*%$/, command);
  });

  test("the texts in rules are never untranslated literals", () => {
    assert.deepEqual(pathsWith(/\b(?:message|title): *["'`]/, "server/src/rules"), []);
  });
});
