import assert from "node:assert/strict";
import { unsentHar } from "../../client/src/export/har/unsent.ts";
import { jmeterExport } from "../../client/src/export/jmeter/jmeter.ts";
import { locustExport } from "../../client/src/export/locust/locust.ts";
import type { ExportPlan } from "../../client/src/export/plan.ts";
import { plannedOf } from "../client/export/planned.ts";
import { all, asRead, type ReadElement, readHar, readXml } from "./foreign.ts";
import { hostileLine } from "./hostile.ts";
import type { Random } from "./random.ts";

/** A plan whose texts are hostile, wherever the author of its file or the path decides about them. */
export function hostilePlan(random: Random, more: readonly string[]): ExportPlan | undefined {
  const line = () => hostileLine(random, more);
  const maybe = (text: string, percent = 30) => (random.chance(percent) ? text : "");
  const sent = () => line().replace(/\p{Cs}|\p{Cn}/gu, "");
  const [format, column, set] = [sent(), sent(), sent()].map((one) => one.replace(/[{}"\r\n\0]/g, "x"));
  const [hasData, sets] = [random.chance(30), random.chance(30)];
  const directives = [
    ...["name", "title"].map((one) => `${one} ${line()}`),
    ...[`expect header ${line().replace(/\s/g, "")} contains "${line()}"`, `expect fault ${line()}`],
    ...[`expect //a[b='${line()}']/@c = ${line()}`, `expect ${line()}`, "retry 2", `timeout 1${line()}`, line()],
  ];
  const request = (index: number) => `${directives.map((one) => maybe(`# @${one}\n`, 20)).join("")}${
    hasData ? "# @data rows.json\n" : ""
  }${sets && index === 0 ? `# @set x${set} = //*:a[@b='${line()}']\n` : ""}POST /${maybe(encodeURIComponent(sent()))} HTTP/1.1
Host: a.example
Content-Type: text/xml
Content-Length: {{$contentLength}}
X: ${maybe(sent())}${maybe(`{{$datetime "[${format}] YYYY"}}`)}${maybe(`{{$secret ${format}}}`)}
${maybe(`${line().replace(/[\s:]/g, "")}: ${sent()}\n`, 10)}
<a>${maybe(`<!--${sent()}-->`)}{{v}}${hasData ? `{{${column}}}` : ""}${sets && index > 0 ? `{{x${set}}}` : ""}${maybe(`{{$processEnv ${format}}}`, 5)}</a>
`;
  const requests = Array.from({ length: 1 + random.below(3) }, (_, index) => request(index));
  const rows = [{ [column ?? ""]: line() }];
  const { plan, problems } = plannedOf(`@v = ${printable(sent())}{{$guid}}\n\n${requests.join(`\n### ${line()}\n`)}`, {
    ...{ files: { "/w/a/b/rows.json": JSON.stringify(rows) }, rows, processEnv: () => "1" },
  });
  const files = requests.map(() => `${line()}/${line()}.soaphttp`);
  const placed = plan.requests.map((one, index) => ({ ...one, file: files[index] ?? "" }));
  return problems.length > 0 ? undefined : { ...plan, requests: placed };
}

export function hostileNames(random: Random, count: number, more: readonly string[]): ExportPlan {
  const text = Array.from({ length: count }, () => {
    const [name, title] = [hostileLine(random, more), hostileLine(random, more)];
    return `# @name ${name}\n# @title ${title}\nGET / HTTP/1.1\nHost: a.example\n\n`;
  });
  const named = plannedOf(text.join("###\n")).plan;
  return {
    ...named,
    requests: named.requests.map((one) => ({ ...one, file: `${hostileLine(random, more)}.soaphttp` })),
  };
}

export interface ReadLocustfile {
  /** The texts of each request, such as its name and its title. */
  readonly requests: readonly (readonly string[])[];
  readonly users: readonly (readonly [docstring: string, tasks: number])[];
  readonly lists: Readonly<Record<string, readonly string[]>>;
  readonly problem?: string;
}

export function locustfileOf(plan: ExportPlan): string {
  const [file] = locustExport(plan, { wait: undefined }).files;
  return String(file?.content);
}

/** A plan as Python reads its locustfile: nothing but the intended code. */
export function checkLocustfile(plan: ExportPlan, { problem, ...read }: ReadLocustfile): void {
  assert.equal(problem, undefined);
  const { requests, losses, environment } = plan;
  const files = [...new Set(requests.map(({ file }) => file))];
  const users = files.map((file) => {
    const tasks = requests.filter((one) => one.file === file && one.weight !== undefined).length;
    return [wellFormed(`A user of the requests in ${file.replaceAll("\\", "/")}.`), tasks];
  });
  const lost = losses.map(({ request, text }) => wellFormed(`${request}: ${text}`));
  assert.deepEqual(read, {
    requests: requests.map(({ name, title }) => {
      return [name, ...(title === undefined || title === name ? [] : [title])].map(wellFormed);
    }),
    users,
    lists: {
      ...(environment.length > 0 ? { SECRETS: environment } : {}),
      ...(lost.length > 0 ? { NOT_CARRIED_OVER: lost } : {}),
    },
  });
}

function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}

const jmeterElements =
  /^(?:jmeterTestPlan|hashTree|TestPlan|ThreadGroup|ThroughputController|HTTPSamplerProxy|HeaderManager|CSVDataSet|UserParameters|XPathExtractor|RegexExtractor|XPathAssertion|ResponseAssertion|DurationAssertion|SizeAssertion|(?:string|bool|int|collection|element)Prop|FloatProperty|name|value|savedValue)$/;

/** The plan of JMeter as it reads it: only its elements, only our functions, and the texts that were meant. */
export function checkJmeterPlan(plan: ExportPlan): void {
  const [file] = jmeterExport(plan, { wait: undefined }).files;
  const root = readXml(String(file?.content));
  const elements = [...all(root)];
  for (const { name } of elements) assert.match(name, jmeterElements);
  const texts = elements.flatMap(({ attributes, text, children }) => [
    ...Object.values(attributes),
    ...(children.length === 0 ? [text] : []),
  ]);
  const variables = new Set(texts.flatMap((text) => (/^\w+(?:,\w+)*$/.test(text) ? text.split(",") : [])));
  for (const text of texts) checkExpressions(text, variables);
  const samplers = elements.filter(({ name }) => name === "HTTPSamplerProxy");
  assert.deepEqual(
    samplers.map(({ attributes }) => evaluated(attributes["testname"] ?? "")),
    plan.requests.map(({ name }) => asRead(printable(name))),
  );
  for (const [index, sampler] of samplers.entries()) {
    assert.equal(property(sampler, "HTTPSampler.method"), plan.requests[index]?.method);
  }
}

function property({ children }: ReadElement, name: string): string | undefined {
  return children.find(({ attributes }) => attributes["name"] === name)?.text;
}

/** The functions that we write, with parameters of which none ends early; a character is a function, too. */
const expression =
  /\$\{(?:(\w+)|__(?:UUID\(\)|Random\(-?\d+,-?\d+,\)|P\([\w.-]+,(?:[^\\$,(){}]|\$\{__char\(\d+\)\})*\)|time\((?:[^\\$,(){}]|\$\{__char\(\d+\)\})*,\)|char\(\d+\)))\}/g;

function checkExpressions(text: string, variables: ReadonlySet<string>): void {
  const rest = text.replace(expression, (_, variable: string | undefined) => {
    assert.ok(variable === undefined || variables.has(variable), text);
    return " ";
  });
  assert.ok(!rest.includes("\u0024{"), text);
}

/** The text that JMeter makes of a text whose only expressions are characters. */
function evaluated(text: string): string {
  if (!text.includes("\u0024{")) return text;
  return text.replace(/\\([$,\\])|\$\{__char\((\d+)\)\}/g, (_, escaped, code) => escaped ?? String.fromCharCode(code));
}

/** Replaces the characters that XML 1.0 section 2.2 doesn't allow. */
function printable(text: string): string {
  return text.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");
}

export function checkHar(plan: ExportPlan): void {
  const [file] = unsentHar(plan, "1.2.3", 0).files;
  const har = readHar(String(file?.content)) as {
    readonly log: { readonly entries: readonly { readonly comment: string }[] };
  };
  assert.equal(har.log.entries.length, plan.requests.length);
}
