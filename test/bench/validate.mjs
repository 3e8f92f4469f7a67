// Measures the validation of messages against a schema of 5 MB, beside libxml2-wasm with the same schema and documents,
// without parsing and with it.
// usage: node test/bench/validate.mjs [SECONDS FOR EACH]
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { ParseOption, XmlDocument, XsdValidator } from "libxml2-wasm";
import { checkTarget, heading, machine, reportTargets, row, sideBySide } from "./sideBySide.mjs";

const seconds = Number(process.argv[2] ?? 2);
const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "soaphttp-bench-"));
try {
  const { parseXml, Validator, Schemas, Declarations, readDocument, schemasIn } = await load();
  const schema = largeSchema(5e6);
  const declarations = new Declarations(schemasIn(readDocument("file:///large.xsd", schema)), () => undefined);
  const validator = new Validator(new Schemas(declarations));
  const theirs = XsdValidator.fromDoc(XmlDocument.fromString(schema, { option: ParseOption.XML_PARSE_HUGE }));
  const options = { resolve: () => undefined, ignores: () => false };
  const as = { kind: "global", process: "strict" };
  console.log(`Node ${process.versions.node}, ${machine()}; a schema of ${(schema.length / 1e6).toFixed(1)} MB`);
  for (const size of [1e5, 1e6]) {
    const text = order(size);
    const document = parseXml(text);
    const parsed = XmlDocument.fromString(text);
    const check = (one) => {
      if (validator.validate(one, one.root, as, options).length > 0) throw new Error("our verdict is wrong");
    };
    const name = `${size / 1e3} KB`;
    heading(name);
    const alone = await sideBySide(
      { ours: () => check(document), "libxml2-wasm": () => theirs.validate(parsed) },
      { before: 20, rounds: 20, limit: seconds },
    );
    const ratio = row("validation", alone, "ours", "libxml2-wasm");
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
    const whole = row("parsing and validation", both, "ours", "libxml2-wasm");
    checkTarget(`${name}: validation at least as fast as libxml2-wasm`, ratio <= 1, ratio);
    checkTarget(`${name}: with parsing`, whole <= 1, whole);
    parsed.dispose();
  }
  console.log(`\n${machine()}`);
} finally {
  rmSync(folder, { recursive: true });
}
reportTargets();

async function load() {
  const entry = join(folder, "entry.ts");
  const files = ["xml/parser", "validation/validate", "xsd/compile", "xsd/schemas", "xsd/document"];
  writeFileSync(
    entry,
    files.map((file) => `export * from ${JSON.stringify(join(root, "server/src", `${file}.ts`))};`).join("\n"),
  );
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    target: "es2023",
    packages: "external",
    outfile: join(root, "out", "bench-validate.mjs"),
    logLevel: "warning",
  });
  return import(pathToFileURL(join(root, "out", "bench-validate.mjs")).href);
}

/** Types as those of services: sequences of simple values, with enumerations, patterns, lists and optional parts. */
function largeSchema(size) {
  const types = [];
  const one = (n) => `<xs:complexType name="Item${n}"><xs:sequence>
    <xs:element name="id" type="xs:int"/><xs:element name="name" type="xs:string"/><xs:element name="price" type="t:Price${n}"/>
    <xs:element name="unit" type="t:Unit${n}" minOccurs="0"/><xs:element name="day" type="xs:date" minOccurs="0" maxOccurs="1000"/>
    <xs:element name="note" type="xs:string" minOccurs="0" nillable="true"/></xs:sequence><xs:attribute name="code" type="t:Code${n}" use="required"/></xs:complexType>
    <xs:simpleType name="Price${n}"><xs:restriction base="xs:decimal"><xs:minInclusive value="0"/><xs:fractionDigits value="2"/></xs:restriction></xs:simpleType>
    <xs:simpleType name="Unit${n}"><xs:restriction base="xs:token"><xs:enumeration value="piece"/><xs:enumeration value="dozen"/></xs:restriction></xs:simpleType>
    <xs:simpleType name="Code${n}"><xs:restriction base="xs:string"><xs:pattern value="[A-Z]{3}\\d{2,4}"/></xs:restriction></xs:simpleType>`;
  for (let n = 0, length = 0; length < size; n++) {
    types.push(one(n));
    length += types[n].length;
  }
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">
    <xs:element name="Order"><xs:complexType><xs:choice maxOccurs="unbounded">
    ${Array.from({ length: 20 }, (_, n) => `<xs:element name="item${n}" type="t:Item${n}"/>`).join("")}
    </xs:choice></xs:complexType></xs:element>${types.join("\n")}</xs:schema>`;
}

function order(size) {
  const items = [];
  for (let n = 0, length = 0; length < size; n++) {
    const name = `item${n % 20}`;
    items.push(`  <${name} code="ABC${10 + (n % 900)}">
    <id>${n}</id>
    <name>A bolt, number ${n}</name>
    <price>${n}.50</price>
    <unit>piece</unit>
    <day>2026-11-${10 + (n % 20)}</day>
    <note/>
  </${name}>`);
    length += items[n].length;
  }
  return `<Order xmlns="urn:t">\n${items.join("\n")}\n</Order>`;
}
