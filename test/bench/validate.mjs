// Measures the validation of messages against a schema of 5 MB, beside libxml2-wasm with the same schema and documents,
// and the memory that the model of the schema takes.
// usage: node --expose-gc test/bench/validate.mjs [SECONDS FOR EACH]
import { ParseOption, XmlDocument, XsdValidator } from "libxml2-wasm";
import { importBundled } from "./bundled.mjs";
import { largeSchema, order } from "./orders.mjs";
import { checkTarget, heading, row, sideBySide } from "./sideBySide.mjs";

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
console.log(`a schema of ${(schema.length / 1e6).toFixed(1)} MB`);
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
  checkTarget(`${name}: validation at most 0.7 times the CPU time of libxml2-wasm`, ratio <= 0.7, ratio);
  parsed.dispose();
}
for (let n = 0; schemas.type({ namespace: "urn:t", local: `Item${n}` }); n++);
memory("the model with all types", before);

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
