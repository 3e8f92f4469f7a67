import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { rendered } from "../../../../server/src/analysis/messageInfo.ts";
import { Rounds } from "../../../../server/src/analysis/rounds.ts";
import { analyze, type Compute, messagesOf } from "../../../../server/src/service/languageService.ts";
import { asBytes, type Step, type StepArgument } from "../../../../server/src/variables/computed/step.ts";
import { steps } from "../../../../server/src/variables/computed/steps.ts";
import type { ComputedValue } from "../../../../server/src/variables/value.ts";
import { effort, Random } from "../../../fuzz/random.ts";
import { request } from "../../../support/findings.ts";
import { fixedSending } from "../../../support/outgoing.ts";
import { around, findingsAround } from "../../../support/resolver.ts";
import { testCompute, testKeys } from "../../../support/signing.ts";

const files = { "/w/a/b/any.bin": Uint8Array.of(0, 200, 7, 255), "/w/a/b/packed.gz": new Uint8Array(gzipSync("<a/>")) };

/** What chains begin with: text, bytes and XML, each known before sending, known by its length, and unknown. */
const definitions = `@typed = Zürich a1
@digits = 616263
@json = {"a":"b","n":[1]}
@markup = <a xmlns="urn:a"><b>&lt;c/></b></a>
@file = {{$file "./any.bin"}}
@packed = {{$file "./packed.gz"}}
@guid = {{$guid}}
@random = {{$random 24}}
@random24 = {{$random 24}}
@random12 = {{$random 12}}
@random16 = {{$random 16}}
@random32 = {{$random 32}}
@bytes12 = 0123456789ab
@bytes16 = 0123456789abcdef
@bytes24 = 0123456789abcdef01234567
@bytes32 = 0123456789abcdef0123456789abcdef
@header = {"kid":"7"}
`;
const documents = `# @document plain

<a><b>1</b></a>
###
# @document generated

<a xmlns="urn:a"><b>{{guid}}</b><c>&amp;</c></a>
###
# @set received = //*:x
${request()}
###
`;
const sources = [
  "typed",
  "digits",
  "json",
  "markup",
  "file",
  "packed",
  "guid",
  "random",
  "plain",
  "generated",
  "received",
];
const received = '<a b="1"><b>YWJj</b></a>';

/** Arguments by their usage. */
const words: Readonly<Record<string, readonly string[]>> = {
  key: ["typed", '"typed"', "random", "file"],
  '"entry"': ['"a.xml"'],
  '"regex"': ['"[a-c]"', '"(\\d)"', '"^"'],
  '"text"': ['""', '"xy"'],
  '"prefixes"': ['"#default"'],
  charset: ["utf-8", "utf-16le", "iso-8859-1"],
  iv: ["bytes12", "bytes16", "random12", "random16"],
  header: ["header"],
};
const paths = { xpath: ["/*", "//*:b", "string(/*)", "//@b"], without: ["//*:b", "//*:none"], jsonpath: ["$", "$.a"] };

/** A step as typed, with arguments that fit in most cases. */
function typedStep({ name, arguments: all }: Step, random: Random): string {
  const algorithm = random.pick(
    all.flatMap((one) => (one.usage === "ALGORITHM" && one.kind === "word" ? one.choices : [])).concat(""),
  );
  return [name, ...all.map((argument) => typedArgument(name, argument, algorithm, random))].filter(Boolean).join(" ");
}

function typedArgument(name: string, argument: StepArgument, algorithm: string, random: Random): string {
  if (argument.optional && argument.usage !== "ALGORITHM" && random.chance(60)) return "";
  switch (argument.kind) {
    case "path":
      return random.pick(paths[name as keyof typeof paths]);
    case "word":
      return argument.usage === "ALGORITHM" && (algorithm || argument.optional)
        ? algorithm
        : random.pick(argument.choices);
    case "option":
      return `${argument.usage}=${random.pick(argument.choices ?? words[argument.usage] ?? [])}`;
    case "key":
      if (!argument.isVariable?.(algorithm)) return random.pick(["me", "me", "ec256", "ec521"]);
      return `${random.pick(["bytes", "random"])}${Number(/^aes(\d+)/.exec(algorithm)?.[1] ?? 128) / 8}`;
    default:
      return random.pick(words[argument.usage] ?? []);
  }
}

/** A document with values, each of which is a variable. */
const textWith = (values: readonly string[]) =>
  [
    definitions,
    ...values.map((value, index) => `@v${index} = {{${value}}}\n`),
    documents,
    request(
      { "Content-Length": "{{$contentLength}}" },
      `<a>${values.map((_, index) => `{{v${index} | size}}`).join(" ")}</a>`,
    ),
  ].join("");
/** Computes like the host, which says why it can't decrypt. */
const compute: Compute = (operations) =>
  Promise.all(
    operations.map(async (one) => {
      const [result] = await testCompute([one]).catch((error) => [{ kind: "failed", why: String(error) } as const]);
      return result ?? { kind: "failed", why: "" };
    }),
  );

const host = around({ files, keys: testKeys });

/** What the check says of each value, and what is sent. */
async function checkedAndSent(values: readonly string[]) {
  const analysis = analyze(textWith(values), undefined, host);
  const info = messagesOf(analysis).at(-1);
  assert.ok(info);
  const sending = { ...fixedSending, values: new Map([["received", { text: received, secret: false }]]) };
  const { scope } = await new Rounds(sending, (one) => rendered(analysis, info, one)).finished(compute);
  return values.map((value, index) => ({
    value,
    checked: announced(analysis.scope.content(`v${index}`)),
    sent: announced(scope.content(`v${index}`)),
  }));
}

function announced(value: ComputedValue): { readonly kind: string; readonly length: number | undefined } {
  switch (value.kind) {
    case "bytes":
      return { kind: "bytes", length: value.length };
    case "text":
      return { kind: "text", length: asBytes(value.xml ?? value.text).length };
    case "atSending":
      return {
        kind: "text",
        length: value.sample === undefined ? undefined : asBytes(value.xml ?? value.sample).length,
      };
    default:
      return { kind: "failed", length: undefined };
  }
}

/** Chains with a step at their end, and in them. Most are accepted by the check. */
function chains(step: Step, count: number, random: Random): readonly string[] {
  const { scope } = analyze(textWith([]), undefined, host);
  const isAccepted = (value: string) => scope.content(value).kind !== "undefined";
  const inverse = (typed: string) => {
    const back = typed.startsWith("encrypt ") ? typed.replace("encrypt", "decrypt") : `decode ${typed.toLowerCase()}`;
    return steps.some(({ name }) => `${back} `.startsWith(`${name} `)) ? back : undefined;
  };
  const before = steps.filter(({ name }) =>
    step.name === "decrypt" ? name === "encrypt" : step.name === `decode ${name.toLowerCase()}`,
  );
  const fitting = step.name === "jsonpath" ? ["json"] : step.takes === "xml" ? ["markup", "plain", "generated"] : [];
  return Array.from({ length: count }).flatMap(() => {
    const isFitting = fitting.length > 0 && random.chance(50);
    let value = random.pick(isFitting ? fitting : sources);
    let last = "";
    const add = (next: Step, typed = typedStep(next, random)) => {
      const longer = `${value} | ${typed}`;
      if (!isAccepted(longer) && !random.chance(10)) return false;
      [value, last] = [longer, typed];
      return true;
    };
    const addSome = (most: number) => {
      for (let left = random.below(most + 1); left > 0; left--) {
        const back = random.chance(40) ? inverse(last) : undefined;
        const next = random.pick(steps);
        if (back) add(next, back);
        else add(next);
      }
    };
    if (!isFitting) addSome(6);
    if (before.length > 0 && random.chance(80)) add(random.pick(before));
    const back = inverse(last);
    if (back?.startsWith(step.name)) add(step, back);
    else for (let left = 5; left > 0 && !add(step); left--);
    const beginning = value;
    addSome(6);
    return [beginning, value];
  });
}

suite("random chains of steps", () => {
  for (const [index, step] of steps.entries()) {
    test(`The check announces the kind and the length of what is sent with ${step.name}`, async () => {
      const all = await checkedAndSent(chains(step, 15 * effort, new Random(index)));
      const own = all.filter(({ value, sent }) => `${value} `.includes(`| ${step.name} `) && sent.length !== undefined);
      assert.ok(own.length > 0, `${step.name} is never sent`);
      for (const { value, checked, sent } of all) {
        // What is only known when sending may fail there.
        if (sent.kind === "failed") continue;
        assert.equal(checked.kind, sent.kind, value);
        if (checked.length !== undefined) assert.equal(checked.length, sent.length, value);
      }
    });

    test(`A misspelled word of ${step.name} is an error`, () => {
      const random = new Random(index);
      const typed = typedStep(step, random);
      for (const [at, word] of typed.split(" ").entries()) {
        if (at >= step.name.split(" ").length) continue;
        const wrong = typed
          .split(" ")
          .with(at, `${word[0]}q${word.slice(1)}`)
          .join(" ");
        const text = textWith([`typed | ${wrong}`]);
        const codes = findingsAround(text, { files, keys: testKeys }).flatMap(({ code, at: { start, end } }) =>
          /^step-/.test(code) ? [`${code} ${text.slice(start, end)}`] : [],
        );
        assert.equal(codes.length, 1, `${wrong}: ${codes}`);
        assert.match(codes[0] ?? "", at === 0 ? /^step-unknown \wq/ : /^step-argument \wq/, wrong);
      }
    });
  }
});
