// Measures the check of a document, the check after a keystroke, completion, hover and formatting, also by a large schema.
// usage: node test/bench/check.mjs [SECONDS FOR EACH]
import sax from "sax";
import { importBundled } from "../../scripts/importBundled.mjs";
import { compare, given, sized, target } from "./measure.mjs";
import { envelope, largeSchema, orderRequest, requestText } from "./messages.mjs";

const seconds = given(6);
const { analyze, analyzeAgain, diagnose, parseXml, ...features } = await importBundled(
  "server/src/service/languageService.ts",
  "server/src/xml/parser.ts",
  "server/src/features/completion/completion.ts",
  "server/src/features/formatting.ts",
  "server/src/features/support/section.ts",
  "test/support/contracts.ts",
  "test/support/resolver.ts",
);
const { around, complete, formatSegment, sectionsOfSegments, serviceWsdl } = features;
const post = (body, path = "/s") => requestText(body, { path, type: "application/soap+xml" });
const bySax = (body) => () => void sax.parser(true, { xmlns: true }).write(body).close();
const resolver = around({ files: { "/w/orders.wsdl": serviceWsdl(largeSchema(sized(5e6, 5e4))) } });
const [body100, body1000] = sized([1e5, 1e6], [2e4, 3e4]);

for (const size of sized([2e3, 1e5, 1e6, 1e7], [2e3])) {
  const body = envelope(size);
  let round = 0;
  const check = () => void diagnose(analyze(post(body, `/${round++}`)));
  await compare(`the whole check of ${size / 1e3} KB`, { check, "sax, the body": bySax(body) }, { rounds: 5, seconds });
}

for (const [name, text, ...most] of [
  ["in a body of 100 KB", post(envelope(body100))],
  ["in a body of 1 MB", post(envelope(body1000)), 0.2],
  ["in one of 1,000 requests of 2 KB", `${post(envelope(2e3))}\n###\n`.repeat(sized(1000, 10))],
]) {
  const body = text.slice(text.indexOf("<?xml"), text.indexOf("</soap:Envelope>") + 16);
  const keystroke = typing(text, text.indexOf("lazy dog", text.length / 2));
  const candidates = { keystroke, "our parser, the body": () => void parseXml(body) };
  const targets = most.map((most) => ["keystroke", "wall", most]);
  await compare(`a keystroke ${name}`, candidates, { before: 5, rounds: 20, seconds, targets });
}

for (const part of [0.02, 0.5, 0.98]) {
  const text = orderRequest(body100);
  const at = text.indexOf("A bolt", text.length * part);
  const candidates = { "with the schema": typing(text, at, resolver), "without a schema": typing(text, at) };
  const title = `a keystroke after ${part} of 100 KB, with a schema of 5 MB`;
  const targets = [["with the schema", "cpu", 2]];
  await compare(title, candidates, { before: 20, rounds: 50, seconds, targets });
}

const text = post(envelope(body100));
const section = sectionIn(text);
const start = text.indexOf("<ns1:order", text.length / 2) + 1;
const layout = { indent: "    ", lineBreak: "\n" };
const editing = {
  completion: () => void complete({ section, trigger: "<" }, start),
  formatting: () => void formatSegment(section.placed.segment, section.message, layout),
};
await compare("in a body of 100 KB", editing, { before: 5, rounds: 10, seconds });

for (const size of [body100, body1000]) {
  const text = orderRequest(size);
  const at = text.indexOf("<unit>", text.length / 2);
  const section = sectionIn(`${text.slice(0, at)}<${text.slice(at)}`, resolver);
  const names = () => {
    if (complete({ section, trigger: "<" }, at + 1).length === 0) throw new Error("completion has no items");
  };
  const title = `completion by a schema of 5 MB, in ${size / 1e3} KB`;
  const measured = await compare(title, { completion: names }, { before: 5, rounds: 10, seconds });
  if (size === body100) target(`${title}, ms`, measured.completion.wall, { most: 5 });
}

function sectionIn(text, resolver) {
  return sectionsOfSegments(analyze(text, undefined, resolver))[0];
}

/** Returns a function that types a character, or deletes it again, and finds all problems of a text without any. */
function typing(text, at, resolver) {
  let analysis = analyze(text, undefined, resolver);
  diagnose(analysis);
  let isTyped = false;
  return () => {
    isTyped = !isTyped;
    analysis = analyzeAgain(analysis, isTyped ? `${text.slice(0, at)}x${text.slice(at)}` : text, undefined, resolver);
    if (diagnose(analysis).length > 0 && resolver) throw new Error("a finding in a valid body");
  };
}
