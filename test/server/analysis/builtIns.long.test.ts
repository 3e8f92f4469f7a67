import { analyze, diagnose, outgoingOf, requestAt } from "../../../server/src/service/languageService.ts";
import { builtIns } from "../../../server/src/variables/builtIns.ts";
import { fixedSending } from "../../support/outgoing.ts";
import { around } from "../../support/resolver.ts";
import { request, secured, testKeys, timestamp, token } from "../../support/signing.ts";
import { growthTests } from "../../support/steps.ts";

suite("a check of many references to a built-in variable", () => {
  const grows = growthTests();
  const resolver = around({
    keys: testKeys,
    processEnv: () => "value",
    files: { "/w/a/b/.env": "NAME=value" },
  });
  const times = (n: number, text: (at: number) => string) => Array.from({ length: n }, (_, at) => text(at)).join("");

  for (const builtIn of builtIns) {
    const words = builtIn.arguments.map(({ kind, usage, example, optional }) => {
      if (kind === "key") return "ec256";
      return example ?? (optional ? "" : usage);
    });
    const reference = `{{${[builtIn.name, ...words].join(" ").trim()}}}`;
    const variables = '@user = "u"\n@password = p\n';
    const places: Readonly<Record<string, (n: number) => string>> = {
      "in the Header": (n) =>
        `${variables}${request(secured(`${timestamp}${token("ec256")}`, { header: `<m:H>${times(n, () => `<m:h>${reference}</m:h>`)}</m:H>` }))}`,
      "in Security": (n) =>
        `${variables}${request(secured(`${timestamp}${token("ec256")}${times(n, () => reference)}`))}`,
      "in UsernameTokens": (n) =>
        `${variables}${request(secured(times(n, () => `<wsse:UsernameToken><wsse:Password>${reference}</wsse:Password><wsse:Nonce>{{$wsse.nonce}}</wsse:Nonce><wsu:Created>{{$wsse.created}}</wsu:Created></wsse:UsernameToken>`)))}`,
      "in a value": (n) =>
        `${variables}@all = ${times(n, () => reference)}\n${request(secured("", { body: "<m:a>{{all}}</m:a>" }))}`,
      "in variables": (n) =>
        `${variables}${times(n, (at) => `@v${at} = ${reference}\n`)}${request(secured("", { body: times(n, (at) => `<m:a>{{v${at}}}</m:a>`) }))}`,
      "in nested variables": (n) =>
        `${variables}@v0 = ${reference}\n${times(n, (at) => `@v${at + 1} = {{v${at}}}\n`)}${request(secured("", { body: times(n, (at) => `<m:a>{{v${at}}}</m:a>`) }))}`,
      "in headers": (n) =>
        `${variables}${request(
          secured(""),
          times(n, (at) => `X-${at}: ${reference}\n`),
        )}`,
    };
    for (const [place, textOf] of Object.entries(places)) {
      grows(`${builtIn.name} ${place}`, textOf, (text) => {
        const analysis = analyze(text, undefined, resolver);
        diagnose(analysis);
        const info = requestAt(analysis, 0);
        if (info) outgoingOf(analysis, info, fixedSending);
      });
    }
  }
});
