import assert from "node:assert/strict";
import { analyze, messagesOf, outgoingOf } from "../../server/src/service/languageService.ts";
import { securityNamespace } from "../../server/src/soap/security.ts";
import { fixedSending } from "../support/outgoing.ts";
import { around, bodyText } from "../support/resolver.ts";
import {
  assertion,
  calcSoap,
  escaped,
  imported,
  project,
  properties,
  soap11,
  soapStep,
  step,
  textOf,
} from "../support/soapuiProjects.ts";
import type { Random } from "./random.ts";

/*
 * Random SoapUI projects, made from a model together with what each request must send.
 */

/** A text in a body: as it is typed in SoapUI, and as it is sent. */
type Piece = readonly [typed: string, sent: string];

const plain: readonly Piece[] = [
  ["text", "text"],
  ["ä€𝄞\u2028", "ä€𝄞\u2028"],
  ["{{x}}", "{{x}}"],
  ["{{{{$guid}}}}", "{{{{$guid}}}}"],
  ["$${x}", "${x}"],
  ["\\r\n", "\n"],
  ["\\_r", "\\r"],
  ["\n### title\n", "\n### title\n"],
  ["\n# @skip\n", "\n# @skip\n"],
  ["\n\n< ./file\n", "\n\n< ./file\n"],
  ["\nPOST / HTTP/1.1\n", "\nPOST / HTTP/1.1\n"],
  ["&amp;&#x20;&lt;", "&amp;&#x20;&lt;"],
  ["<![CDATA[{{y}} & <]]>", "<![CDATA[{{y}} & <]]>"],
  ["<!-- {{z}} -->", "<!-- {{z}} -->"],
  ["<m:b m:c='{{d}}'/>", "<m:b m:c='{{d}}'/>"],
];

const values = ["1", "some value", "ü", "<m:v>&amp;</m:v>", "a\nb", "{{v}}", "${#Project#other}", "x ### y"];
const names = ["token", "Token", "a name", "größe", "a.b", "1st", "$x", "con", "../up", "response", "x-y"];
const headerNames = ["X-A", "x-b", "Accept", "X_C"];

/** Assertions as SoapUI 5.7 reads them, and what becomes of each. */
const assertions: readonly (readonly [type: string, values: Readonly<Record<string, string>>, expected: string])[] = [
  ["Simple Contains", { token: "a.c", useRegEx: "true" }, 'body matches "(?s)a.c"'],
  ["Simple NotContains", { token: "^a|b$", useRegEx: "true", ignoreCase: "true" }, 'body not matches "(?is)^a|b$"'],
  ["HTTP Header Equals", { Header: "X-Trace", Value: "${#Project#other}" }, 'header X-Trace = "{{other}}"'],
  ["JsonPath Match", { path: "data.count", content: "1" }, '$.data.count = "1"'],
  ["JsonPath Existence Match", { path: "[0].id", content: "true" }, "$[0].id exists"],
];

interface Sent {
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

interface RandomProject {
  readonly text: string;
  readonly sent: readonly Sent[];
  readonly expected: readonly string[];
  readonly items: number;
}

function distinct(random: Random, from: readonly string[], count: number): readonly string[] {
  return [...new Set(Array.from({ length: count }, () => random.pick(from)))];
}

export function randomProject(random: Random): RandomProject {
  const scopes = ["Project", "TestSuite", "TestCase"].map((scope) => {
    const own = distinct(random, names, random.below(4));
    return { scope, values: new Map(own.map((name) => [name, random.pick(values)])) };
  });
  const all = new Map(scopes.map(({ scope, values: own }) => [scope, own]));
  all.get("Project")?.set("other", "end").set("ep", "http://localhost:8000").set("spaced", "a &").set("escaped", "%26");
  const count = 1 + random.below(5);
  const steps = Array.from({ length: count }, (_, index) =>
    random.chance(25) ? randomRestStep(random, index) : randomStep(random, index, all),
  );
  const others = steps.map(
    ({ text }) =>
      text +
      (random.chance(30) ? step("groovy", "Script", "<script>### x</script>") : "") +
      (random.chance(30)
        ? step("delay", "Delay", `<delay>${random.pick(["1", "500", "", "x", "99999999"])}</delay>`)
        : ""),
  );
  const own = (scope: string) => properties(Object.fromEntries(all.get(scope) ?? []));
  return {
    text: project(
      `${calcSoap({ cache: false })}${restInterfaces}<con:testSuite name="Suite"><con:testCase name="Case">${others.join("")}${own("TestCase")}</con:testCase>${own("TestSuite")}</con:testSuite>${own("Project")}`,
    ),
    sent: steps.map(({ sent }) => sent),
    expected: steps.flatMap(({ expected }) => expected),
    items:
      1 +
      [...all.values()].reduce((sum, one) => sum + one.size, 0) +
      2 * count +
      steps.flatMap(({ expected }) => expected).length +
      (others.join("").match(/<script>|<delay>/g) ?? []).length,
  };
}

function randomStep(random: Random, index: number, all: ReadonlyMap<string, ReadonlyMap<string, string>>) {
  const pieces = Array.from({ length: random.below(6) }, () => randomPiece(random, all));
  const hasToken = random.chance(20);
  const wrap = (content: string, token: string) => {
    const security = `<s:Header><o:Security xmlns:o="${securityNamespace}">${token}<o:Other/></o:Security></s:Header>`;
    return `<s:Envelope xmlns:s="${soap11}" xmlns:m="urn:calc">${hasToken ? security : ""}<s:Body><m:a>${content}</m:a></s:Body></s:Envelope>`;
  };
  const typed = wrap(pieces.map(([text]) => text).join(" "), "");
  const asserted = Array.from({ length: random.below(3) }, () => random.pick(assertions));
  const headers = distinct(random, headerNames, random.below(3)).map(
    (name) => [name, random.pick(["1", "a b", "ok; q=1"])] as const,
  );
  const entries = headers.map(([name, value]) => `<e:entry key="${name}" value="${value}"/>`).join("");
  const path = random.pick(["/", "/calc", "/a/b?c=d&e=f", "/x%20y", "/a;b=1"]);
  const text = soapStep(`Step ${index}`, {
    endpoint: `${random.pick(["http://localhost:8000", "${#Project#ep}"])}${path}`,
    attributes: hasToken ? 'wssPasswordType="PasswordText"' : "",
    inner: (hasToken ? credentials : "") + asserted.map(([type, given]) => assertion(type, given)).join(""),
    settings: {
      "@request-headers": `<xml-fragment xmlns:e="http://eviware.com/soapui/config">${entries}</xml-fragment>`,
    },
  }).replace(/<!\[CDATA\[.*?\]\]>(?=<\/con:request>)/s, () => escaped(typed));
  const sent: Sent = { target: path, headers, body: wrap(pieces.map(([, one]) => one).join(" "), "<token/>") };
  return { text, sent, expected: asserted.map(([, , line]) => line) };
}

const credentials =
  "<con:credentials><con:username>ann</con:username><con:password>pin</con:password></con:credentials>";

const restMethods = ["GET", "POST", "PUT"].map((method, index) => ({
  method,
  base: index === 1 ? "base/v1" : "",
  path: `/\${#Project#other}/${index}/{id}`,
}));

/** Interfaces of one name, as SoapUI creates them: each has one resource, whose method has the same name. */
const restInterfaces = restMethods
  .map(
    ({ method, base, path }) =>
      `<con:interface type="rest" name="Rest" basePath="${base}"><con:resource path="${path}"><con:parameters><con:parameter><con:name>id</con:name><con:style>TEMPLATE</con:style></con:parameter></con:parameters><con:method name="M" method="${method}"/></con:resource></con:interface>`,
  )
  .join("");

const restValues: readonly Piece[] = [
  ["7", "7"],
  ["a b/c", "a%20b%2Fc"],
  ["%7Bx%7D", "%7Bx%7D"],
  ["{x}", "%7Bx%7D"],
  ["${#Project#other}", "end"],
  ["${#Project#spaced}", "a%20%26"],
  ["x${#Project#escaped}", "x%26"],
];

function randomRestStep(random: Random, index: number) {
  const { method, base, path } = random.pick(restMethods);
  const endpoint = random.pick(["http://localhost:8000", "${#Project#ep}"]);
  const [typed, value] = random.pick(restValues);
  const text = `<con:testStep type="restrequest" name="Step ${index}"><con:config service="Rest" methodName="M" resourcePath="${base}${path}"><con:restRequest name="R" mediaType="text/plain"><con:endpoint>${endpoint}</con:endpoint><con:request>body</con:request><con:parameters><con:entry key="id" value="${typed}"/></con:parameters></con:restRequest></con:config></con:testStep>`;
  const resource = path.replace("${#Project#other}", "end").replace("{id}", value);
  // SoapUI writes a slash between an address without a path and a base path without one.
  const target = `${base === "" ? "" : `/${base}`}${resource}`;
  const sent: Sent = { target, headers: [], body: method === "GET" ? "" : "body" };
  return { text, sent, expected: [] };
}

function randomPiece(random: Random, all: ReadonlyMap<string, ReadonlyMap<string, string>>): Piece {
  const scope = random.pick(["Project", "TestSuite", "TestCase"]);
  const [name, value] = random.pick([...(all.get(scope) ?? []), ["", ""] as const]);
  if (name === "" || random.chance(50)) return random.pick(plain);
  return [`\${#${scope}#${name}}`, value.replace("${#Project#other}", "end")];
}

/** Imports a project, and compares what its requests send with the model. */
export function checkProject({ text, sent, expected, items }: RandomProject): void {
  const result = imported(text);
  // An element that only the slower parser reads.
  assert.deepEqual(imported(text.replace("</con:soapui-project>", "<ä/></con:soapui-project>")).files, result.files);
  const files = Object.fromEntries([...result.files].map(([path, content]) => [`/w/${path}`, content]));
  const path = "tests/Suite/Case.soaphttp";
  const host = around({ files, uri: `file:///w/${path}` });
  const analysis = analyze(textOf(result, path), undefined, host);
  const requests = messagesOf(analysis).map((request) => {
    const outgoing = outgoingOf(analysis, request, fixedSending);
    assert.ok(outgoing.kind === "message", `${JSON.stringify(outgoing)}\n${textOf(result, path)}`);
    return outgoing.outgoing;
  });
  assert.deepEqual(
    requests.map((request) => ({
      target: request.target,
      headers: headersOf(request.head),
      body: comparable(bodyText(request)),
    })),
    sent.map((one) => ({ ...one, body: comparable(one.body) })),
    textOf(result, path),
  );
  assert.deepEqual(
    Array.from(textOf(result, path).matchAll(/^# @expect (.*)$/gm), ([, line]) => line),
    expected,
  );
  assert.equal(result.items.length, items);
  for (const item of result.items)
    assert.ok(item.outcome !== "dropped" || item.note !== undefined, item.path.join("/"));
}

const ofSoapUi = new Set(["host", "content-type", "soapaction", "content-length"]);

function headersOf(head: string): readonly (readonly [string, string])[] {
  return head
    .split("\r\n")
    .slice(1)
    .flatMap((line) => {
      const at = line.indexOf(":");
      const name = line.slice(0, at);
      return at < 0 || ofSoapUi.has(name.toLowerCase()) ? [] : [[name, line.slice(at + 1).trim()] as const];
    });
}

/** The body without the escapes of variables and separators, and without the new values in each token. */
function comparable(body: string): string {
  return body
    .replaceAll("&#123;", "{")
    .replace(/^ ###/gm, "###")
    .replace(/<wsse:UsernameToken .*?<\/wsse:UsernameToken>/s, "<token/>");
}
