import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contributions, createGrammars, root, tokenize } from "./grammars.ts";

const request = [
  "POST /s HTTP/1.1",
  "Content-Type: application/soap+xml; charset=utf-8",
  "X-Trace-Id: 1",
  "",
  '<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope">',
  "  <ns.a:Größe-2>{{$guid}} {{base.url}}</ns.a:Größe-2>",
];

suite("Language contribution", () => {
  test("every file that it names is there", async () => {
    const { languages, grammars } = await contributions();
    const files = [...languages.flatMap(({ configuration, icon }) => [configuration, icon.light, icon.dark])];
    for (const file of [...files, ...grammars.map(({ path }) => path)]) {
      assert.ok(existsSync(join(root, file)), `${file} is missing`);
    }
  });

  test("each language that the grammars embed has the scope that says so", async () => {
    const { grammars } = await contributions();
    const text = grammars.map(({ path }) => readFileSync(join(root, path), "utf8")).join("");
    const scopes = grammars.flatMap(({ embeddedLanguages }) => Object.keys(embeddedLanguages ?? {}));
    assert.notEqual(scopes.length, 0);
    for (const scope of scopes) assert.ok(text.includes(`"${scope}"`), `no rule has the scope ${scope}`);
  });

  test("every include of the grammars leads somewhere", async () => {
    const { load, registry } = await createGrammars();
    const { grammars } = await contributions();
    for (const { scopeName, path } of grammars) {
      await load(scopeName);
      const grammar = JSON.parse(readFileSync(join(root, path), "utf8"));
      for (const include of JSON.stringify(grammar).matchAll(/"include":"([^"]+)"/g)) {
        const [scope, rule] = (include[1] ?? "").split("#");
        const home = scope ? grammars.find((one) => one.scopeName === scope) : { path };
        if (scope && !home) assert.ok(await registry.loadGrammar(scope), `${scope} is no grammar`);
        if (!rule || !home) continue;
        const { repository } = JSON.parse(readFileSync(join(root, home.path), "utf8"));
        assert.ok(rule in repository, `${path} includes #${rule}, which is not there`);
      }
    }
  });

  test("a word is a whole header name, media type token, qualified name or variable", async () => {
    const words = request.flatMap((line) => line.match(wordPattern("soaphttp.language-configuration.json")) ?? []);
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

  test("the body is XML to the editor, the head is not", async () => {
    const lines = tokenize(await (await createGrammars()).load("source.soaphttp"), request);
    const isXml = lines.map((tokens) => tokens.every(({ scopes }) => scopes.includes("meta.embedded.xml.soaphttp")));
    assert.deepEqual(isXml, [false, false, false, false, true, true]);
  });
});

function wordPattern(file: string): RegExp {
  const { wordPattern: given } = JSON.parse(readFileSync(join(root, "syntaxes", file), "utf8"));
  return new RegExp(given.pattern, `${given.flags}g`);
}
