import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Contract, ContractDocuments, type Extent } from "../../../server/src/contract/contract.ts";
import { schemaProblems } from "../../../server/src/rules/schema.ts";
import { analyze, diagnose, messageOf, VariantTexts } from "../../../server/src/service/languageService.ts";
import { variantOf } from "../../../server/src/text/variantName.ts";
import { invalidKinds } from "../../../server/src/variants/variant.ts";
import { isViolation } from "../../../server/src/variants/variants.ts";
import { sampleWsdl } from "../../support/contracts.ts";
import { around } from "../../support/resolver.ts";
import { shopWsdl } from "../../support/shopWsdl.ts";
import { shapes } from "./shapes.ts";

/** A WSDL with the documents that it imports, by their paths. */
interface Fixture {
  readonly path: string;
  readonly files: Readonly<Record<string, Uint8Array>>;
}

const written = {
  ...shapes,
  "the shop": shopWsdl(),
  "several ports": sampleWsdl({ operations: ["Add", "Sub"], versions: ["1.1", "1.2"] }),
  "operations with the same payload and action": sampleWsdl({
    ...{ operations: ["Add", "Sub"], payload: "Do", action: () => "urn:same" },
  }),
};
const fixtures: Readonly<Record<string, Fixture>> = {
  ...Object.fromEntries(
    Object.entries(written).map(([title, wsdl]) => {
      const path = "/w/a/b/s.wsdl";
      return [title, { path, files: { [path]: new TextEncoder().encode(wsdl) } }];
    }),
  ),
  ...Object.fromEntries(
    [...filesBelow("test/server"), ...filesBelow("test/interop/services"), ...filesBelow("samples")]
      .filter((path) => path.endsWith(".wsdl"))
      .map((path) => [path, fixtureOf(path)]),
  ),
};
const extents: readonly Extent[] = ["parameters", "required", "optional"];

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

/** The WSDL beside the request, with the WSDLs and schemas of its folder. */
function fixtureOf(wsdl: string): Fixture {
  const folder = dirname(wsdl);
  const documents = filesBelow(folder).filter((path) => /\.(?:wsdl|xsd)$/.test(path));
  const place = (path: string) => path.replace(folder, "/w/a/b");
  return { path: place(wsdl), files: Object.fromEntries(documents.map((path) => [place(path), readFileSync(path)])) };
}

function contractOf({ path, files }: Fixture): Contract {
  const read = (uri: string) => {
    const bytes = files[uri.replace("file://", "")];
    return bytes && { bytes };
  };
  return new Contract(`file://${path}`, read, new ContractDocuments());
}

function analysisOf(text: string, { files }: Fixture) {
  return analyze(text, undefined, around({ files }));
}

/** The findings in a text that names its WSDL, each with the text at its place. */
function findings(text: string, fixture: Fixture): readonly string[] {
  return diagnose(analysisOf(text, fixture)).map(
    ({ severity, code, message, at }) => `${severity} ${code}: ${message} «${text.slice(at.start, at.end)}»`,
  );
}

/** The requests of a text with tests, each with the variables of the file. */
function testsIn(text: string): readonly string[] {
  const variables = text.match(/^@.*\n/gm) ?? [];
  return text.split(/^(?=### )/m).map((one) => variables.filter((variable) => !one.includes(variable)).join("") + one);
}

/** Asserts that a test is valid, or has only the problem that its name says. */
function checkTest(test: string, fixture: Fixture): void {
  const variant = variantOf(/^# @name (.*)$/m.exec(test)?.[1] ?? "");
  if (variant === undefined) return;
  const codes = /^# @ignore (.*)$/m.exec(test)?.[1]?.split(" ") ?? [];
  const analysis = analysisOf(test.replace(/^# @ignore .*\n/m, ""), fixture);
  const reportedCodes = new Set(diagnose(analysis).map(({ code }) => code));
  assert.deepEqual([...reportedCodes].toSorted(), codes.toSorted(), test);
  const kind = invalidKinds.find((one) => one === variant.kind);
  const segment = analysis.document.segments.at(-1);
  const message = segment && messageOf(analysis, segment.segment);
  if (variant.valid || kind === undefined || message === undefined) return;
  const [problem, ...others] = schemaProblems(message);
  assert.ok(problem && isViolation(kind, problem) && others.length === 0, `${problem?.kind}: ${test}`);
}

suite("what is generated for a WSDL", () => {
  for (const [title, fixture] of Object.entries(fixtures)) {
    const wsdl = fixture.path.replace("/w/a/b", ".");
    test(`the requests of a WSDL have no findings: ${title}`, () => {
      for (const extent of extents) {
        const contract = contractOf(fixture);
        const options = { extent, wsdl, contentLength: "calculated" } as const;
        const text = contract.requests([...contract.operations.keys()], options);
        assert.deepEqual(findings(text, fixture), [], text);
      }
    });
    test(`the tests of a WSDL differ from each other, and are valid or have only their own problem: ${title}`, () => {
      const contract = contractOf(fixture);
      const options = { which: "all", limit: 200, seed: 0, wsdl } as const;
      const text = [...new VariantTexts(contract, [...contract.operations.keys()], options)].join("");
      assert.deepEqual(findings(text, fixture), []);
      for (const generatedTest of testsIn(text)) checkTest(generatedTest, fixture);
      const messages = testsIn(text).map((one) =>
        one.match(/^# @operation .*$|^[A-Z]+ \S+ HTTP\/1\.1\n[\s\S]*/gm)?.join("\n"),
      );
      const equal = messages.filter((one, at) => one !== undefined && messages.indexOf(one) < at);
      assert.deepEqual(equal, []);
    });
  }
});
