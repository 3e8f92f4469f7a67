// Measures completion and hover by a schema of 5 MB in the middle of a body, beside the validation of the body.
// usage: node test/bench/complete.mjs [SECONDS FOR EACH]
import { importBundled } from "./bundled.mjs";
import { largeSchema, order, request, wsdl } from "./orders.mjs";
import { checkTarget, heading, row, sideBySide } from "./sideBySide.mjs";

/** Milliseconds that a completion in a body of 100 KB may take. */
const limit = 5;
const seconds = Number(process.argv[2] ?? 2);
const service = await importBundled(
  "./server/src/service/languageService.ts",
  "./server/src/features/completion/completion.ts",
  "./server/src/features/hover/hover.ts",
  "./server/src/features/support/section.ts",
  "./test/support/resolver.ts",
);
const resolver = service.around({ files: { "/w/orders.wsdl": wsdl(largeSchema(5e6)) } });
for (const size of [1e5, 1e6]) await measure(service, resolver, size);

async function measure({ analyze, diagnose, complete, hover, sectionsOfRequests }, resolver, size) {
  const text = request(order(size));
  const at = text.indexOf("<unit>", text.length / 2);
  const typed = `${text.slice(0, at)}<${text.slice(at)}`;
  const [section] = sectionsOfRequests(analyze(typed, undefined, resolver));
  const known = analyze(text, undefined, resolver);
  const [other] = sectionsOfRequests(known);
  const name = `${size / 1e3} KB`;
  heading(name);
  let line = 0;
  const measured = await sideBySide(
    {
      completion: () => expect(complete({ section, trigger: "<" }, at + 1).length > 0),
      hover: () => expect(hover(other, at + 2).markdown.includes("Unit")),
      "whole check": () => {
        diagnose(analyze(text.replace("/orders", `/orders${line++}`), undefined, resolver));
      },
    },
    { before: 5, rounds: 10, limit: seconds },
  );
  row("", measured, "completion", "whole check");
  if (size === 1e5)
    checkTarget(`${name}: completion in ${limit} ms`, measured.completion.wall <= limit, measured.completion.wall);
}

function expect(holds) {
  if (!holds) throw new Error("nothing was found");
}
