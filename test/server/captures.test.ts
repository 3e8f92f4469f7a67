import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { analyze, diagnose, fixesOf, messagesOf } from "../../server/src/service/languageService.ts";
import { sentOf } from "../support/outgoing.ts";

/*
 * Requests that real clients sent and real services answered: an error in one of them would be wrong. All other findings are
 * listed, so that a change is noticed.
 */
const folder = join("test", "fixtures", "requests");

/** The code and the text of each finding in a file. */
const expectedFindings: Readonly<Record<string, readonly (readonly [code: string, at: string])[]>> = {
  "curl-d": [],
  "gsoap-11": [["line-ends-mixed", "\n"]],
  "gsoap-12": [
    ["soapaction-in-soap12", "SOAPAction"],
    ["line-ends-mixed", "\n"],
  ],
  "jaxws-11-mtom": [],
  "jaxws-11": [],
  "jaxws-12": [],
  "node-soap-11": [],
  "node-soap-12": [],
  "php-11-iso8859": [],
  "php-11": [],
  "php-12": [],
  "pysimplesoap-12": [
    ["soap-version-media", "text/xml"],
    ["soapaction-in-soap12", "soapaction"],
    ["line-ends-mixed", "\n"],
  ],
  "saaj-11-swa": [],
  "soaplite-11": [],
  "soaplite-12": [
    ["soapaction-in-soap12", "SOAPAction"],
    ["soap-encoding-style-place", "soap:encodingStyle"],
  ],
  "zeep-11-wsse": [
    ["line-ends-mixed", "\n"],
    ["wsse-must-understand", "wsse:Security"],
  ],
  "zeep-11": [["line-ends-mixed", "\n"]],
  "zeep-12": [
    ["soapaction-in-soap12", "SOAPAction"],
    ["line-ends-mixed", "\n"],
  ],
};

/**
 * What happens to messages with mixed line endings when an editor changes them all to CRLF. "LF": Content-Length is wrong,
 * and the first fix restores it. "lost": the body itself has mixed line endings, which no editor keeps.
 */
const inEditor: Readonly<Record<string, "LF" | "lost">> = {
  "gsoap-11": "lost",
  "gsoap-12": "lost",
  "pysimplesoap-12": "LF",
  "zeep-11-wsse": "LF",
  "zeep-11": "LF",
  "zeep-12": "LF",
};

const names = readdirSync(folder)
  .filter((file) => file.endsWith(".http"))
  .map((file) => file.replace(/\.http$/, ""));
const bytesOf = (name: string) => readFileSync(join(folder, `${name}.http`));
const asInEditor = (name: string) => bytesOf(name).toString("utf8").replace(/\r?\n/g, "\r\n");
const analysisOf = (name: string) => analyze(bytesOf(name).toString("utf8"), { rules: {}, mixedLineEnds: true });

suite("requests of real clients", () => {
  test("the captures are all listed here", () => {
    assert.deepEqual(names.toSorted(), Object.keys(expectedFindings).toSorted());
  });

  for (const name of names) {
    test(`${name} has the listed findings`, () => {
      const analysis = analysisOf(name);
      const findings = diagnose(analysis).map(({ code, at }) => [code, analysis.document.text.slice(at.start, at.end)]);
      assert.deepEqual(findings, expectedFindings[name]);
    });

    test(`${name} is sent byte for byte`, () => {
      const analysis = analysisOf(name);
      const [request, ...others] = messagesOf(analysis);
      assert.ok(request);
      assert.deepEqual(others, []);
      const outgoing = sentOf(analysis, request);
      assert.ok(!("problems" in outgoing), JSON.stringify(outgoing));
      const { requestLine, head, body } = outgoing;
      assert.equal(
        Buffer.concat([Buffer.from(`${requestLine}\r\n${head}\r\n`), body]).toString("latin1"),
        bytesOf(name).toString("latin1"),
      );
    });
  }

  test("the captures have no errors", () => {
    const all = names.flatMap((name) => {
      const wrong = diagnose(analysisOf(name)).filter(({ severity }) => severity === "error");
      return wrong.map(({ code }) => `${name}: ${code}`);
    });
    assert.deepEqual(all, []);
  });

  test("the captures change in an editor if their line endings are mixed", () => {
    const mixed = names.filter((name) => expectedFindings[name]?.some(([code]) => code === "line-ends-mixed"));
    assert.deepEqual(mixed, Object.keys(inEditor));
  });

  for (const name of Object.keys(inEditor)) {
    test(`${name}: the warning names the length of the body in an editor`, () => {
      const [request] = messagesOf(analyze(asInEditor(name)));
      assert.ok(request);
      const outgoing = sentOf(analyze(asInEditor(name)), request);
      assert.ok(!("problems" in outgoing));
      const message = diagnose(analysisOf(name)).find(({ code }) => code === "line-ends-mixed")?.message;
      assert.match(message ?? "", new RegExp(`which makes this body ${outgoing.body.length} `));
    });
  }

  for (const [name, outcome] of Object.entries(inEditor)) {
    test(`${name} in an editor: ${outcome}`, () => {
      const analysis = analyze(asInEditor(name));
      const finding = diagnose(analysis).find(({ code }) => code === "content-length-mismatch");
      assert.ok(finding, "no finding about Content-Length");
      const [fix] = fixesOf(analysis, finding);
      assert.equal(fix?.lineEnds, outcome === "LF" ? "\n" : undefined);
      const fixed = diagnose(analyze(analysis.document.text.replaceAll("\r\n", "\n")));
      assert.equal(
        fixed.some(({ code }) => code === "content-length-mismatch"),
        outcome === "lost",
      );
    });
  }
});
