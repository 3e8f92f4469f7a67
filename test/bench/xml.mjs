// Measures the speed of the XML parser and of others in one run.
// usage: node [--expose-gc] test/bench/xml.mjs [SECONDS FOR EACH]
import { ParseOption, XmlDocument } from "libxml2-wasm";
import sax from "sax";
import { SaxesParser } from "saxes";
import { importBundled } from "./bundled.mjs";
import { envelope } from "./envelope.mjs";
import { checkTarget } from "./sideBySide.mjs";

const seconds = Number(process.argv[2] ?? 2);
/** Characters, and how many times as fast as libxml2-wasm the parser should be. */
const targets = new Map([
  [2e3, 2],
  [1e5, 2.5],
  [1e6, 2.5],
  [1e7, 1.5],
]);
const sizes = [...targets.keys()];
/** The whole tree, as features that read all of it need it. */
const kept = { forgetful: false };
const { parseXml } = await importBundled("./server/src/xml/parser.ts");
compare({
  "ours, with tree": (text) => parseXml(text, 0, text.length, kept).root,
  "libxml2-wasm, with tree": (text) => XmlDocument.fromString(text, { option: ParseOption.XML_PARSE_HUGE }).dispose(),
  "sax, strict, xmlns": (text) => sax.parser(true, { xmlns: true }).write(text).close(),
  "saxes, xmlns": (text) => new SaxesParser({ xmlns: true }).write(text).close(),
});
memory(parseXml);

function compare(parsers) {
  console.log(`${"".padEnd(26)}${sizes.map((size) => `${size / 1e3} KB`.padStart(12)).join("")}   (MB/s, median)`);
  const rates = new Map(Object.keys(parsers).map((name) => [name, []]));
  for (const size of sizes) {
    const text = envelope(size);
    for (const [name, parse] of Object.entries(parsers)) rates.get(name).push(rate(parse, text));
  }
  for (const [name, own] of rates) {
    console.log(name.padEnd(26) + own.map((each) => each.toFixed(1).padStart(12)).join(""));
  }
  const [ours, ...others] = rates;
  for (const [name, theirs] of others) {
    console.log(
      `ours / ${name}`.padEnd(32) +
        ours[1]
          .map((each, i) => (each / theirs[i]).toFixed(2).padStart(12))
          .join("")
          .slice(6),
    );
  }
  for (const [at, size] of sizes.entries()) {
    const ratio = ours[1][at] / rates.get("libxml2-wasm, with tree")[at];
    const target = targets.get(size);
    checkTarget(`${size / 1e3} KB: at least ${target} times as fast as libxml2-wasm`, ratio >= target, ratio);
  }
}

/** Millions of characters (here also bytes) per second. */
function rate(parse, text) {
  const repeat = Math.max(1, Math.round(2e5 / text.length));
  const times = [];
  const stop = performance.now() + seconds * 1000;
  while (performance.now() < stop || times.length < 3) {
    const start = performance.now();
    for (let i = 0; i < repeat; i++) parse(text);
    times.push((performance.now() - start) / repeat);
  }
  // The first third warms up the compiler.
  const warm = times.slice(Math.floor(times.length / 3)).sort((a, b) => a - b);
  return text.length / warm[Math.floor(warm.length / 2)] / 1e3;
}

function memory(parseXml) {
  if (globalThis.gc === undefined) return console.log("memory: run with --expose-gc");
  const text = envelope(1e7);
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  const document = parseXml(text, 0, text.length, kept);
  globalThis.gc();
  const used = process.memoryUsage().heapUsed - before;
  const bytes = used / text.length;
  checkTarget(
    `the tree takes at most 3 bytes a character (${document.children.length} top-level nodes)`,
    bytes <= 3,
    bytes,
  );
}
