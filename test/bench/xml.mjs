// Measures the XML parser beside others, and the memory of its tree.
// usage: node [--expose-gc] test/bench/xml.mjs [SECONDS FOR EACH SIZE]
import { ParseOption, XmlDocument } from "libxml2-wasm";
import sax from "sax";
import { importBundled } from "../../scripts/importBundled.mjs";
import { compare, given, heap, sized, target } from "./measure.mjs";
import { envelope } from "./messages.mjs";

const seconds = given(6);
const { parseXml } = await importBundled("server/src/xml/parser.ts");
/** The whole tree, as features that read all of it need it. */
const parse = (text) => parseXml(text, 0, text.length, { forgetful: false });
const libxml2 = (text) => XmlDocument.fromString(text, { option: ParseOption.XML_PARSE_HUGE }).dispose();

// Characters, and how many times as fast as libxml2-wasm the parser should be.
for (const [size, least] of sized(
  [
    [2e3, 2],
    [1e5, 2.5],
    [1e6, 2.5],
    [1e7, 1.5],
  ],
  [[2e3, 2]],
)) {
  const text = envelope(size);
  const parsers = {
    "libxml2-wasm, with a tree": () => libxml2(text),
    "sax, strict, xmlns": () => void sax.parser(true, { xmlns: true }).write(text).close(),
    "ours, with a tree": () => void parse(text),
  };
  const how = { before: 5, rounds: 5, seconds, repeat: Math.max(1, Math.round(2e5 / size)) };
  const { times, ...measured } = await compare(`parsing ${size / 1e3} KB`, parsers, how);
  console.log(`${(text.length / 1e3 / measured["ours, with a tree"].wall).toFixed(1)} MB/s`);
  target("times as fast as libxml2-wasm", times("libxml2-wasm, with a tree"), { least });
}

const text = envelope(sized(1e7, 1e5));
const before = heap();
const document = parse(text);
const bytes = (heap() - before) / text.length;
target(`bytes of the tree for each character (${document.children.length} top-level nodes)`, bytes, { most: 3 });
