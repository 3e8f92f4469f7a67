// Measures the check of a whole document, the check after a keystroke, completion and formatting, relative to sax.
// usage: node test/bench/check.mjs [SECONDS FOR EACH]
import sax from "sax";
import { importBundled } from "./bundled.mjs";
import { envelope } from "./envelope.mjs";

const seconds = Number(process.argv[2] ?? 2);
const { analyze, analyzeAgain, diagnose, parseXml, ...features } = await importBundled(
  "./server/src/service/languageService.ts",
  "./server/src/xml/parser.ts",
  "./server/src/features/completion/completion.ts",
  "./server/src/features/formatting.ts",
  "./server/src/features/support/section.ts",
);
whole(analyze, diagnose);
keystrokes(diagnose, parseXml);
editing(analyze, features);

/** Parses and checks a new document. */
function whole(analyze, diagnose) {
  console.log("the whole check".padEnd(36) + "ms".padStart(10) + "MB/s".padStart(10) + "of sax".padStart(12));
  for (const size of [2e3, 1e5, 1e6, 1e7]) {
    const body = envelope(size);
    let round = 0;
    const ours = median(() => diagnose(analyze(post(body, String(round++)))));
    const theirs = median(() => sax.parser(true, { xmlns: true }).write(body).close());
    const rate = body.length / 1e3 / ours;
    console.log(
      `${size / 1e3} KB`.padEnd(36) +
        ours.toFixed(2).padStart(10) +
        rate.toFixed(1).padStart(10) +
        (ours / theirs).toFixed(2).padStart(12),
    );
  }
}

/** Checks a known document after a character is typed in the middle of the body. */
function keystrokes(diagnose, parseXml) {
  console.log(`\n${"a keystroke".padEnd(36)}${"ms".padStart(10)}${"of sax".padStart(12)}${"of parsing".padStart(12)}`);
  const cases = {
    "in a body of 100 KB": post(envelope(1e5)),
    "in a body of 1 MB": post(envelope(1e6)),
    "in one of 1,000 requests of 2 KB": Array.from({ length: 1000 }, (_, i) => `### ${i}\n${post(envelope(2e3))}`).join(
      "\n",
    ),
  };
  for (const [name, text] of Object.entries(cases)) {
    const at = text.indexOf("lazy dog", text.length / 2);
    let analysis = analyze(text);
    diagnose(analysis);
    let typed = 0;
    const keystroke = () => {
      typed++;
      const next = `${text.slice(0, at)}${"x".repeat(typed % 50)}${text.slice(at)}`;
      analysis = analyzeAgain(analysis, next);
      diagnose(analysis);
    };
    const body = text.slice(text.indexOf("<?xml"), text.indexOf("</soap:Envelope>") + 16);
    const bySax = () => sax.parser(true, { xmlns: true }).write(body).close();
    const [time, theirs, parsing] = medians(keystroke, bySax, () => parseXml(body));
    const ratios = [theirs, parsing].map((other) => (time / other).toFixed(2).padStart(12));
    console.log(name.padEnd(36) + time.toFixed(2).padStart(10) + ratios.join(""));
  }
}

/** Completes a start tag in the middle of a parsed body of 100 KB, and formats the body. */
function editing(analyze, { complete, formatSegment, sectionsOfRequests }) {
  const body = envelope(1e5);
  const text = post(body);
  const [section] = sectionsOfRequests(analyze(text));
  const at = text.indexOf("<ns1:order", text.length / 2) + 1;
  const layout = { indent: "    ", lineBreak: "\n" };
  const theirs = median(() => sax.parser(true, { xmlns: true }).write(body).close());
  console.log(`\n${"in a body of 100 KB".padEnd(36)}${"ms".padStart(10)}${"of sax".padStart(10)}`);
  for (const [name, work] of Object.entries({
    completion: () => complete({ section, trigger: "<" }, at),
    formatting: () => formatSegment(section.placed.segment, section.message, layout),
  })) {
    const ours = median(work);
    console.log(name.padEnd(36) + ours.toFixed(2).padStart(10) + (ours / theirs).toFixed(2).padStart(10));
  }
}

function post(body, path = "s") {
  return [
    `POST /${path} HTTP/1.1`,
    "Host: h",
    "Content-Type: application/soap+xml; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body.trimEnd())}`,
    "",
    body,
  ].join("\n");
}

function median(work) {
  return medians(work)[0];
}

/** The medians of works that take turns, so that the load of the machine affects all of them. */
function medians(...works) {
  const times = works.map(() => []);
  const end = performance.now() + seconds * works.length * 1000;
  do {
    for (const [index, work] of works.entries()) {
      const start = performance.now();
      work();
      times[index].push(performance.now() - start);
    }
  } while (performance.now() < end || times[0].length < 5);
  return times.map((each) => each.sort((a, b) => a - b)[each.length >> 1]);
}
