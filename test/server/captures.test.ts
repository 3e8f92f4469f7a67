import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { analyze, diagnose, fixesOf, requestsOf } from "../../server/src/languageService.ts";
import { sentOf } from "../support/outgoing.ts";

/*
 * Requests that real clients have sent and real services have answered: a rule that calls one of them an error is wrong.
 * Everything else that is said about them is listed, so that a change is seen.
 */
const folder = join("test", "fixtures", "requests");

/** The code and the text it stands at, of all that is found in a file. */
const found: Readonly<Record<string, readonly (readonly [code: string, at: string])[]>> = {
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
  "zeep-11-wsse": [["line-ends-mixed", "\n"]],
  "zeep-11": [["line-ends-mixed", "\n"]],
  "zeep-12": [
    ["soapaction-in-soap12", "SOAPAction"],
    ["line-ends-mixed", "\n"],
  ],
};

/**
 * What becomes of a message with mixed line ends once an editor has made them CRLF (most lines have it). LF: the count is
 * wrong, and the first fix brings it back. "lost": the body itself mixes line ends, so no editor can hold it.
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
  test("are all listed here", () => {
    assert.deepEqual(names.toSorted(), Object.keys(found).toSorted());
  });

  for (const name of names) {
    test(`${name}: what is found`, () => {
      const analysis = analysisOf(name);
      const findings = diagnose(analysis).map(({ code, at }) => [code, analysis.document.text.slice(at.start, at.end)]);
      assert.deepEqual(findings, found[name]);
    });

    test(`${name}: the bytes that would be sent are those that were`, () => {
      const analysis = analysisOf(name);
      const [request, ...others] = requestsOf(analysis);
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

  test("have no error", () => {
    const all = names.flatMap((name) => {
      const wrong = diagnose(analysisOf(name)).filter(({ severity }) => severity === "error");
      return wrong.map(({ code }) => `${name}: ${code}`);
    });
    assert.deepEqual(all, []);
  });

  test("with mixed line ends are those that an editor changes", () => {
    const mixed = names.filter((name) => found[name]?.some(([code]) => code === "line-ends-mixed"));
    assert.deepEqual(mixed, Object.keys(inEditor));
  });

  for (const name of Object.keys(inEditor)) {
    test(`${name}: the count that an editor would make of it is told`, () => {
      const [request] = requestsOf(analyze(asInEditor(name)));
      assert.ok(request);
      const outgoing = sentOf(analyze(asInEditor(name)), request);
      assert.ok(!("problems" in outgoing));
      const told = diagnose(analysisOf(name)).find(({ code }) => code === "line-ends-mixed")?.message;
      assert.match(told ?? "", new RegExp(`which makes this body ${outgoing.body.length} `));
    });
  }

  for (const [name, outcome] of Object.entries(inEditor)) {
    test(`${name} in an editor: ${outcome}`, () => {
      const analysis = analyze(asInEditor(name));
      const finding = diagnose(analysis).find(({ code }) => code === "content-length-mismatch");
      assert.ok(finding, "nothing is said about Content-Length");
      const [fix] = fixesOf(analysis, finding);
      assert.equal(fix?.lineEnds, outcome === "LF" ? "\n" : undefined);
      const mended = diagnose(analyze(analysis.document.text.replaceAll("\r\n", "\n")));
      assert.equal(
        mended.some(({ code }) => code === "content-length-mismatch"),
        outcome === "lost",
      );
    });
  }
});
