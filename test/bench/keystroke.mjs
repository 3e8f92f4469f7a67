// Measures what a keystroke in a body of 100 KB costs with a contract whose schema has 5 MB, beside the same without one:
// everything from the changed text to all findings.
// usage: node test/bench/keystroke.mjs [SECONDS FOR EACH]
import { importBundled } from "./bundled.mjs";
import { largeSchema, order, request, wsdl } from "./orders.mjs";
import { checkTarget, heading, row, sideBySide } from "./sideBySide.mjs";

/** The maximum cost of a keystroke with a contract, as a multiple of one without. */
const limit = 2;
const seconds = Number(process.argv[2] ?? 2);
const { analyze, analyzeAgain, diagnose, around } = await importBundled(
  "./server/src/service/languageService.ts",
  "./test/support/resolver.ts",
);
const contract = around({ files: { "/w/orders.wsdl": wsdl(largeSchema(5e6)) } });
const nothing = around({ files: {} });
const text = request(order(1e5));
for (const [place, part] of Object.entries({ start: 0.02, middle: 0.5, end: 0.98 })) {
  heading(`100 KB, at its ${place}`);
  const at = text.indexOf("A bolt", text.length * part);
  const measured = await sideBySide(
    { "with a contract": typing(contract, at), without: typing(nothing, at) },
    { before: 20, rounds: 50, limit: seconds },
  );
  row("", measured, "with a contract", "without");
  const ratio = measured["with a contract"].cpu / measured.without.cpu;
  checkTarget(`at its ${place}: at most ${limit} times as much as without`, ratio <= limit, ratio);
}

/** Returns a function that types one character, or deletes it again. */
function typing(resolver, at) {
  let analysis = analyze(text, undefined, resolver);
  let isTyped = false;
  return () => {
    isTyped = !isTyped;
    const next = isTyped ? `${text.slice(0, at)}x${text.slice(at)}` : text;
    analysis = analyzeAgain(analysis, next, undefined, resolver);
    if (diagnose(analysis).length > 0) throw new Error("a finding in a valid body");
  };
}
