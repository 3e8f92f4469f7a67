// Measures the validation of messages against a schema of 5 MB, beside libxml2-wasm with the same schema and documents,
// without parsing and with it, and the memory that the model of the schema takes.
// usage: node --expose-gc test/bench/validate.mjs [SECONDS FOR EACH]
import { ParseOption, XmlDocument, XsdValidator } from "libxml2-wasm";
import { importBundled } from "./bundled.mjs";
import { largeSchema, order } from "./orders.mjs";
import { checkTarget, heading, machine, reportTargets, row, sideBySide } from "./sideBySide.mjs";

const seconds = Number(process.argv[2] ?? 2);
const { parseXml, Validator, Schemas, Declarations, readDocument, schemasIn } = await importBundled(
  ...["xml/parser", "validation/validate", "xsd/schemas", "xsd/declarations", "xsd/document"].map(
    (name) => `./server/src/${name}.ts`,
  ),
);
const schema = largeSchema(5e6);
const before = heap();
const declarations = new Declarations(schemasIn(readDocument("file:///large.xsd", schema)), () => undefined);
const schemas = new Schemas(declarations);
const theirs = XsdValidator.fromDoc(XmlDocument.fromString(schema, { option: ParseOption.XML_PARSE_HUGE }));
const options = { resolve: () => undefined, ignores: () => false };
const as = { kind: "global", process: "strict" };
console.log(`${machine()}; a schema of ${(schema.length / 1e6).toFixed(1)} MB`);
memory("the model", before);
for (const size of [1e5, 1e6]) {
  const text = order(size);
  const document = parseXml(text);
  const parsed = XmlDocument.fromString(text);
  const check = (one) => {
    // A validator remembers which elements were valid.
    if (new Validator(schemas).validate(one, one.root, as, options).length > 0) throw new Error("our verdict is wrong");
  };
  const name = `${size / 1e3} KB`;
  heading(name);
  const alone = await sideBySide(
    { ours: () => check(document), "libxml2-wasm": () => theirs.validate(parsed) },
    { before: 20, rounds: 20, limit: seconds },
  );
  row("validation", alone, "ours", "libxml2-wasm");
  const ratio = alone.ours.cpu / alone["libxml2-wasm"].cpu;
  const both = await sideBySide(
    {
      ours: () => check(parseXml(text)),
      "libxml2-wasm": () => {
        const one = XmlDocument.fromString(text);
        theirs.validate(one);
        one.dispose();
      },
    },
    { before: 20, rounds: 20, limit: seconds },
  );
  row("parsing and validation", both, "ours", "libxml2-wasm");
  checkTarget(`${name}: validation at most 0.7 times the CPU time of libxml2-wasm`, ratio <= 0.7, ratio);
  parsed.dispose();
}
for (let n = 0; schemas.type({ namespace: "urn:t", local: `Item${n}` }); n++);
memory("the model with all types", before);
largeChoice(300_000);
reportTargets();

/** Measures the first validation of an element whose content is a choice of many others. */
function largeChoice(count) {
  const alternatives = Array.from({ length: count }, (_, n) => `<xs:element name="e${n}" type="xs:string"/>`).join("");
  const text = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t" elementFormDefault="qualified">
    <xs:element name="any"><xs:complexType><xs:choice>${alternatives}</xs:choice></xs:complexType></xs:element></xs:schema>`;
  const before = heap();
  const { user } = process.cpuUsage();
  const read = readDocument("file:///choice.xsd", text);
  const validator = new Validator(new Schemas(new Declarations(schemasIn(read), () => undefined)));
  const document = parseXml('<any xmlns="urn:t"><e1/></any>');
  if (validator.validate(document, document.root, as, options).length > 0) throw new Error("our verdict is wrong");
  const ms = (process.cpuUsage().user - user) / 1000;
  const bytes = (heap() - before) / text.length;
  console.log(`\na choice of ${count} alternatives, ${(text.length / 1e6).toFixed(1)} MB: ${ms.toFixed(0)} CPU ms`);
  if (globalThis.gc) checkTarget("its model takes at most 30 bytes a character", bytes <= 30, bytes);
}

/** Prints the heap that was added, without the text of the schema. */
function memory(what, before) {
  if (globalThis.gc === undefined) return;
  const added = (heap() - before) / 1e6;
  console.log(
    `memory of ${what}: ${added.toFixed(1)} MB, ${(added / (schema.length / 1e6)).toFixed(1)} MB per MB of schema`,
  );
}

/** In bytes, after garbage collection. */
function heap() {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
