import assert from "node:assert/strict";
import { analyze, messageOf } from "../../../server/src/analysis/analysis.ts";
import { slice } from "../../../server/src/text/span.ts";
import { importAll, textIn, type WrittenSource } from "../../support/imported.ts";
import { benign, type ImportSample, importerKinds, sampleOf } from "../../support/importSamples.ts";

/** Where a source can have any text. */
const places: Readonly<Record<string, (text: string) => Partial<ImportSample>>> = {
  "the name of a request": (name) => ({ name }),
  "the name of a file": (fileName) => ({ fileName }),
  "an address": (text) => ({ url: `http://h/${text}` }),
  "a query": (text) => ({ url: `http://h/?a=${text}` }),
  "the value of a header": (value) => ({ headers: [{ name: "X-Trace", value }] }),
  "the name of a header": (name) => ({ headers: [{ name, value: "1" }] }),
  "a disabled header": (text) => ({ headers: [{ name: text, value: text, disabled: true }] }),
  "a body": (body) => ({ body }),
  "a body of XML": (text) => ({ body: `<a>${text}</a>` }),
  "a body of JSON": (text) => ({ body: JSON.stringify({ a: text }), type: "application/json" }),
  "a type of content": (type) => ({ type, body: "a" }),
  "a form": (text) => ({ form: [[text, text]] }),
  "a user": (user) => ({ auth: { type: "basic", user, secret: "s3cr3t-value" } }),
  "a password": (secret) => ({ auth: { type: "basic", user: "ann", secret } }),
  "a token": (secret) => ({ auth: { type: "bearer", user: "", secret } }),
  "a password of WS-Security": (wss) => ({
    wss,
    body: "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'/>",
  }),
  "a script": (script) => ({ script }),
  "a string in a script": (text) => ({ script: `pm.expect(pm.response.text()).to.include(${JSON.stringify(text)});` }),
  "the name of a variable in a script": (text) => ({
    script: `pm.environment.set(${JSON.stringify(text)}, pm.response.json().a);`,
  }),
  "a description": (description) => ({ description }),
  "a variable": (text) => ({ variables: { a: text } }),
  "the name of a variable": (text) => ({ variables: { [text]: "1" } }),
  "an environment": (text) => ({ environment: { a: text, [text]: "1" } }),
};

const texts: readonly string[] = [
  "\0\x01\x1b[31mforged\x1b]0;forged\x07",
  "a\r\nX-Forged: 1\r\n\r\nforged",
  "\n### forged\nGET http://forged/ HTTP/1.1\nHost: forged\n\n",
  "\n\n# @expect status 299\n# @delay 7 s\n@forged = 1\n// @delay 7 s\n",
  "\u2028### forged\u2028# @expect status 299\u2029@forged = 1\u0085# @delay 7 s",
  "{{forged}} {{$guid}} {{$processEnv HOME}}",
  "}} {{",
  "{% forged %}",
  "\n# Forged\n\n- [ ] [forged](http://forged/)\n\n## Forged\n",
  "<img src=x onerror=forged> [forged](javascript:forged) ![a](http://forged/) `a` *b* | c |",
  "</a><forged/><!-- ]]>",
  "../../forged",
  "..\\..\\forged",
  "/forged",
  "CON",
  "< /etc/passwd",
  "<@ /etc/passwd",
  "\ud800forged\u202egnp.exe",
  "x".repeat(100_000),
  "{{".repeat(50_000),
];

/** Bruno's files consist of lines, so a line break in a text gives the source another header. */
const lineBased = "bruno";

/** The files of the sample with a text; undefined if the source is refused. */
function written(kind: string, parts: Partial<ImportSample>): WrittenSource | undefined {
  const [only, ...others] = importAll(sampleOf(kind)({ ...benign, ...parts }));
  assert.ok(only && others.length === 0, `${others.length + 1} sources`);
  return "problem" in only ? undefined : only;
}

/** The structure of the files without their texts: requests, whether they send files, and the lines that only a hostile text has. */
function structureOf(source: WrittenSource): readonly string[] {
  return source.files.flatMap(({ path }) => {
    if (!path.endsWith(".soaphttp")) return [];
    const analysis = analyze(textIn(source, path));
    return analysis.document.segments.flatMap(({ segment }) => {
      const message = messageOf(analysis, segment);
      const head = segment.text.split(/\r?\n\r?\n/, 1)[0] ?? "";
      const lines = segment.preamble.filter(({ kind }) => kind !== "comment");
      const forged = lines.filter((line) => forgedLine.test(slice(segment.text, line)));
      const all = [...forged.map(() => "a line"), ...(/^X-Forged:/m.test(head) ? ["a header"] : [])];
      return message ? [`request${message.bodyFile ? " with a file" : ""} ${message.fileParts.length}`, ...all] : all;
    });
  });
}

const forgedLine = /^(?:#|\/\/) @(?:expect status 299|delay 7)|^@forged = 1/;

const checklistLine =
  /^(?:|# .*|## (?:Partly Translated|Kept as Comments|Not Imported|Secrets|Files)|- .*|(?:\d+ requests? and )?\d+ (?:request|test)s? imported\..*|These variables are in http-client\.private\.env\.json\..*)$/;

function checkStructure(source: WrittenSource, expected: readonly string[]): void {
  for (const { path } of source.files) {
    assert.doesNotMatch(path, /(?:^|\/)(?:\.\.?|con)(?:[/.]|$)|[\\:\p{Cc}\p{Cs}\u202e]|^\//iu);
    if (path.endsWith(".json")) assert.doesNotThrow(() => JSON.parse(textIn(source, path)), path);
  }
  assert.deepEqual(structureOf(source), expected);
  const list = textIn(source, "import.md");
  const [title = "", ...lines] = list.trimEnd().split("\n");
  assert.match(title, /^# /);
  for (const line of lines) {
    assert.match(line, checklistLine);
    assert.doesNotMatch(line, /^# |(?<!\\)<|(?<!\\)\]\((?:https?|javascript):|\p{Cc}/u);
  }
}

for (const kind of importerKinds) {
  suite(`an import of ${kind} with hostile texts`, () => {
    for (const [place, partsOf] of Object.entries(places)) {
      test(`an import keeps its structure with any text in ${place}`, function () {
        this.timeout(60_000);
        const plain = written(kind, partsOf("plain"));
        assert.ok(plain, "the sample is refused");
        const structure = structureOf(plain);
        assert.ok(structure.length > 0);
        for (const text of texts) {
          if (kind === lineBased && text.includes("X-Forged")) continue;
          const source = written(kind, partsOf(text));
          try {
            if (source) checkStructure(source, structure);
          } catch (error) {
            assert.fail(
              `${JSON.stringify(text.slice(0, 60))}: ${error instanceof Error ? error.message.slice(0, 1000) : error}`,
            );
          }
        }
      });
    }
  });
}
