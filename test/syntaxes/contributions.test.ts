import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contributions, createGrammars, languagesOf, root } from "./grammars.ts";

const request = [
  "POST /s HTTP/1.1",
  "Content-Type: application/soap+xml; charset=utf-8",
  "X-Trace-Id: 1",
  "",
  '<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope">',
  "  <ns.a:Größe-2>{{$guid}} {{base.url}}</ns.a:Größe-2>",
];

suite("Language contribution", () => {
  test("the contribution refers only to existing files", async () => {
    const { languages, grammars } = await contributions();
    const files = languages.flatMap(({ configuration, icon }) => [configuration, ...(icon ? Object.values(icon) : [])]);
    for (const file of [...files, ...grammars.map(({ path }) => path)]) {
      assert.ok(existsSync(join(root, file)), `${file} is missing`);
    }
  });

  test("the contribution embeds languages in scopes that the grammars use", async () => {
    const { grammars } = await contributions();
    const text = grammars.map(({ path }) => readFileSync(join(root, path), "utf8")).join("");
    const scopes = grammars.flatMap(({ embeddedLanguages }) => Object.keys(embeddedLanguages ?? {}));
    assert.notEqual(scopes.length, 0);
    for (const scope of scopes) assert.ok(text.includes(`"${scope}"`), `no rule has the scope ${scope}`);
  });

  test("the contribution includes only existing grammars and rules", async () => {
    const { load, registry } = await createGrammars();
    const { grammars } = await contributions();
    for (const { scopeName, path } of grammars) {
      await load(scopeName);
      const grammar = JSON.parse(readFileSync(join(root, path), "utf8"));
      for (const include of JSON.stringify(grammar).matchAll(/"include":"([^"]+)"/g)) {
        const [scope, rule] = (include[1] ?? "").split("#");
        const home = scope ? grammars.find((one) => one.scopeName === scope) : { path };
        if (scope && !home) assert.ok(await registry.loadGrammar(scope), `${scope} isn't a grammar`);
        if (!rule || !home) continue;
        const { repository } = JSON.parse(readFileSync(join(root, home.path), "utf8"));
        assert.ok(rule in repository, `${path} includes #${rule}, which doesn't exist`);
      }
    }
  });

  test("the contribution defines a word as a whole header name, media type token, qualified name or variable", async () => {
    const words = request.flatMap((line) => line.match(wordPattern("soaphttp-body")) ?? []);
    for (const word of [
      "Content-Type",
      "X-Trace-Id",
      "charset",
      "utf-8",
      "soap:Envelope",
      "xmlns:soap",
      "ns.a:Größe-2",
    ]) {
      assert.ok(words.includes(word), `${word} is not among ${words.join(" | ")}`);
    }
    assert.ok(words.includes("$guid") && words.includes("base.url"));
    assert.ok(!words.includes("http:"));
  });

  test("the contribution has separate languages for header section and body", async () => {
    const lines = [...request, "", "text", "### next", "GET / HTTP/1.1"];
    const body = Array(5).fill("soaphttp-body");
    const head = Array(3).fill("soaphttp");
    assert.deepEqual(await languagesOf("source.soaphttp", lines), [...head, ...body, "soaphttp", "soaphttp"]);
  });

  for (const [body, language] of [
    ['{ "a": 1 }', "json"],
    ["<!doctype html>", "html"],
    ["<a/>", "soaphttp-body"],
  ] as const) {
    test(`the contribution uses ${language} for a response with the body ${body}`, async () => {
      const languages = await languagesOf("source.soaphttp-response", ["HTTP/1.1 200 OK", "Server: x", "", body]);
      assert.deepEqual(languages, ["soaphttp-response", "soaphttp-response", "soaphttp-body", language]);
    });
  }

  test("the editor indents after a start tag, and outdents an end tag after the cursor", () => {
    assert.deepEqual(onEnter("  <soap:Body>|</soap:Body>"), "indentOutdent");
    assert.deepEqual(onEnter('<a b="c"><d>|'), "indent");
    for (const line of [
      "<a/>|",
      "</a>|",
      "<?xml version='1.0'?>|",
      "<!-- x -->|",
      "<a>text|",
      "<a b='c' />|",
      "text|",
    ]) {
      assert.equal(onEnter(line), undefined, line);
    }
  });

  test("the editor doesn't indent in a header section, where whitespace would fold a header", () => {
    for (const line of ["X: (|", "X: <a>|", "### {|", "|"]) assert.equal(onEnter(line, "soaphttp"), "none", line);
  });
});

function onEnter(line: string, language = "soaphttp-body"): string | undefined {
  const [before = "", after = ""] = line.split("|");
  const { onEnterRules } = configuration(language);
  return onEnterRules?.find(
    ({ beforeText, afterText }) =>
      new RegExp(beforeText.pattern).test(before) && (!afterText || new RegExp(afterText.pattern).test(after)),
  )?.action.indent;
}

interface Configuration {
  readonly wordPattern: { readonly pattern: string; readonly flags: string };
  readonly onEnterRules?: readonly {
    readonly beforeText: { readonly pattern: string };
    readonly afterText?: { readonly pattern: string };
    readonly action: { readonly indent: string };
  }[];
}

function configuration(language: string): Configuration {
  return JSON.parse(readFileSync(join(root, `syntaxes/${language}.language-configuration.json`), "utf8"));
}

function wordPattern(language: string): RegExp {
  const { pattern, flags } = configuration(language).wordPattern;
  return new RegExp(pattern, `${flags}g`);
}
