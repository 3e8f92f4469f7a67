// Measures validation by a schema of 5 MB beside libxml2-wasm with the same schema, and the memory of our model of the schema.
// usage: node --expose-gc test/bench/validate.mjs [SECONDS FOR EACH]
import { ParseOption, XmlDocument, XsdValidator } from "libxml2-wasm";
import { importBundled } from "../../scripts/importBundled.mjs";
import { compare, given, heap, sized, target } from "./measure.mjs";
import { largeSchema, order } from "./messages.mjs";

const seconds = given(4);
const { parseXml, Validator, Schemas, Declarations, readDocument, schemasIn } = await importBundled(
  ...["xml/parser", "validation/validate", "xsd/schemas", "xsd/declarations", "xsd/document"].map(
    (name) => `server/src/${name}.ts`,
  ),
);
const schema = largeSchema(sized(5e6, 5e4));
const before = heap();
const schemas = new Schemas(new Declarations(schemasIn(readDocument("file:///large.xsd", schema)), () => undefined));
const theirs = XsdValidator.fromDoc(XmlDocument.fromString(schema, { option: ParseOption.XML_PARSE_HUGE }));
const options = { resolve: () => undefined, ignores: () => false };
const as = { kind: "global", process: "strict" };
memory("the model");
for (const size of sized([1e5, 1e6], [4e3])) {
  const document = parseXml(order(size));
  const parsed = XmlDocument.fromString(order(size));
  // A validator remembers which elements were valid.
  const ours = () => {
    if (new Validator(schemas).validate(document, document.root, as, options).length > 0) throw new Error("not valid");
  };
  const candidates = { ours, "libxml2-wasm": () => theirs.validate(parsed) };
  const title = `validation of ${size / 1e3} KB`;
  const { times } = await compare(title, candidates, { before: 20, rounds: 20, seconds });
  target(`${title}, times libxml2-wasm, CPU`, times("ours", undefined, "cpu"), { most: 0.7 });
  parsed.dispose();
}
for (let n = 0; schemas.type({ namespace: "urn:t", local: `Item${n}` }); n++);
memory("the model with all types");

function memory(what) {
  const added = (heap() - before) / schema.length;
  console.log(`memory of ${what}: ${added.toFixed(1)} bytes for each character of the schema`);
}
