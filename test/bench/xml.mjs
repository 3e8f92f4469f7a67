// Measures the XML parser beside others, and the memory of its tree; validation by a schema of 5 MB beside libxml2-wasm with the
// same schema, and the memory of our model of the schema.
// usage: node [--expose-gc] test/bench/xml.mjs [SECONDS FOR EACH SIZE]
import { ParseOption, XmlDocument, XsdValidator } from "libxml2-wasm";
import sax from "sax";
import { importBundled } from "../../scripts/importBundled.mjs";
import { compare, given, heap, sized, target } from "./measure.mjs";
import { envelope, largeSchema, order } from "./messages.mjs";

const seconds = given(6);
const { parseXml, Validator, Schemas, Declarations, readDocument, schemasIn } = await importBundled(
  ...["xml/parser", "validation/validate", "xsd/schemas", "xsd/declarations", "xsd/document"].map(
    (name) => `server/src/${name}.ts`,
  ),
);
/** The whole tree, as features that read all of it need it. */
const parse = (text) => parseXml(text, 0, text.length, { forgetful: false });
const libxml2 = (text) => XmlDocument.fromString(text, { option: ParseOption.XML_PARSE_HUGE }).dispose();

/** How many times as fast as libxml2-wasm the parser should be, by characters. */
const targets = { 2e3: 2, 1e5: 2.5, 1e6: 2.5, 1e7: 1.5 };
for (const size of sized([2e3, 1e5, 1e6, 1e7], [2e3])) {
  const text = envelope(size);
  const parsers = {
    "libxml2-wasm, with a tree": () => libxml2(text),
    "sax, strict, xmlns": () => void sax.parser(true, { xmlns: true }).write(text).close(),
    "ours, with a tree": () => void parse(text),
  };
  const how = { before: 5, rounds: 5, seconds, repeat: Math.max(1, Math.round(2e5 / size)) };
  const measured = await compare(`parsing ${size / 1e3} KB`, parsers, how);
  const [theirs, , ours] = Object.values(measured);
  console.log(`${(text.length / 1e3 / ours.wall).toFixed(1)} MB/s`);
  target("times as fast as libxml2-wasm", theirs.wall / ours.wall, { least: targets[size] });
}

const text = envelope(sized(1e7, 1e5));
const before = heap();
const document = parse(text);
const bytes = (heap() - before) / text.length;
target(`bytes of the tree for each character (${document.children.length} top-level nodes)`, bytes, { most: 3 });

const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">
${largeSchema(sized(5e6, 5e4))}</xs:schema>`;
const beforeSchemas = heap();
const schemas = new Schemas(new Declarations(schemasIn(readDocument("file:///large.xsd", schema)), () => undefined));
const theirs = XsdValidator.fromDoc(XmlDocument.fromString(schema, { option: ParseOption.XML_PARSE_HUGE }));
const options = { resolve: () => undefined, ignores: () => false };
const as = { kind: "global", process: "strict" };
memory("the model");
for (const size of sized([1e5, 1e6], [4e3])) {
  const valid = parseXml(order(size));
  const parsed = XmlDocument.fromString(order(size));
  // A validator remembers which elements were valid.
  const ours = () => {
    if (new Validator(schemas).validate(valid, valid.root, as, options).length > 0) throw new Error("not valid");
  };
  const candidates = { ours, "libxml2-wasm": () => theirs.validate(parsed) };
  const targets = [["ours", "cpu", 0.7]];
  await compare(`validation of ${size / 1e3} KB`, candidates, { before: 20, rounds: 20, seconds, targets });
  parsed.dispose();
}
for (let n = 0; schemas.type({ namespace: "urn:t", local: `Item${n}` }); n++);
memory("the model with all types");

function memory(what) {
  const added = (heap() - beforeSchemas) / schema.length;
  console.log(`memory of ${what}: ${added.toFixed(1)} bytes for each character of the schema`);
}
