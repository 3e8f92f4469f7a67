import { escapeXml } from "../../../../server/src/text/escapes.ts";

/*
 * The elements of a JMeter plan. Only those that JMeter 2.13 and 5 both know.
 */

interface Node {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: string | readonly Node[];
}

export interface TestElement {
  readonly node: Node;
  readonly children: readonly TestElement[];
}

/** Creates an element of the plan. `gui`: the class that shows it. */
export function testElement(
  tag: string,
  gui: string,
  name: JmeterText,
  properties: readonly Node[],
  children: readonly TestElement[] = [],
): TestElement {
  const attributes = { guiclass: gui, testclass: tag, testname: written(name), enabled: "true" };
  return { node: { tag, attributes, content: properties }, children };
}

export function stringProp(name: string, value: JmeterText): Node {
  return { tag: "stringProp", attributes: { name }, content: written(value) };
}

export function boolProp(name: string, value: boolean): Node {
  return { tag: "boolProp", attributes: { name }, content: String(value) };
}

export function intProp(name: string, value: number): Node {
  return { tag: "intProp", attributes: { name }, content: String(value) };
}

/** Percent, as ThroughputController stores it. */
export function floatProp(name: string, value: number): Node {
  const part = (tag: string, content: string) => ({ tag, attributes: {}, content });
  return {
    tag: "FloatProperty",
    attributes: {},
    content: [part("name", name), part("value", value.toFixed(2)), part("savedValue", "0.0")],
  };
}

export function collectionProp(name: string, content: readonly Node[]): Node {
  return { tag: "collectionProp", attributes: { name }, content };
}

export function elementProp(name: string, type: string, content: readonly Node[]): Node {
  return { tag: "elementProp", attributes: { name, elementType: type }, content };
}

/** A file of JMeter. `comment`: lines above the plan. */
export function planDocument(root: TestElement, comment: readonly string[]): string {
  const tree = node("jmeterTestPlan", { version: "1.2", properties: "2.8", jmeter: "2.13" }, [hashTree([root])]);
  // XML 1.0 section 2.5 allows neither `--` in a comment, nor `-` at its end.
  const words = comment.map((line) => printable(line).replace(/-(?=-)/g, "-\u200b"));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!--\n${words.join("\n")}\n-->\n${tag(tree, "")}`;
}

/** Whether XML 1.0 section 2.2 allows all characters of a text. */
export function isXmlText(text: string): boolean {
  return !notInXml.test(text);
}

const notInXml = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

function printable(text: string): string {
  return [...text].map((character) => (isXmlText(character) ? character : "\ufffd")).join("");
}

function node(tag: string, attributes: Node["attributes"], content: Node["content"]): Node {
  return { tag, attributes, content };
}

function hashTree(elements: readonly TestElement[]): Node {
  return node(
    "hashTree",
    {},
    elements.flatMap((one) => [one.node, hashTree(one.children)]),
  );
}

function tag({ tag: name, attributes, content }: Node, indent: string): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const start = `${indent}<${name}${given.join("")}`;
  if (content.length === 0) return `${start}/>\n`;
  if (typeof content === "string") return `${start}>${escaped(content)}</${name}>\n`;
  return `${start}>\n${content.map((one) => tag(one, `${indent}  `)).join("")}${indent}</${name}>\n`;
}

/** Escapes a text. Line breaks become character references, because a parser would change all of them to LF. */
function escaped(text: string): string {
  return escapeXml(printable(text), /[&<>"\t\r\n]/g);
}

/** A value that JMeter replaces when it runs: `${user}`, `${__UUID()}`. */
export interface Expression {
  readonly expression: string;
}

export type JmeterText = readonly (string | Expression)[];

export function variable(name: string): Expression {
  return { expression: `\${${name}}` };
}

/** A property of JMeter (`-Jname=value`), or the default value. */
export function property(name: string, otherwise: string): Expression {
  return { expression: `\${__P(${escapedParameter(name)},${escapedParameter(otherwise)})}` };
}

/** A text as a parameter of a function, which would end at a parenthesis. */
export function escapedParameter(text: string): string {
  return text.replace(/[\\$,(){}]/g, (character) => `\${__char(${character.charCodeAt(0)})}`);
}

/**
 * The text as JMeter's parser of functions reads it. It removes a backslash before `$`, `,` and another one, but only from
 * texts with expressions; so `${` that isn't an expression becomes one that returns it.
 */
function written(text: JmeterText): string {
  const parts = joined(text);
  if (parts.every((part) => typeof part === "string" && !part.includes("${"))) return parts.join("");
  return parts
    .map((part) => {
      return typeof part === "string"
        ? part.replaceAll("\\", "\\\\").replace(/\$(?=\{)/g, () => dollar)
        : part.expression;
    })
    .join("");
}

const dollar = `\${__char(36)}`;

/** Joins adjacent literals, which may form `${` together. */
function joined(parts: JmeterText): JmeterText {
  const result: (string | Expression)[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (typeof part === "string" && typeof last === "string") result.splice(-1, 1, last + part);
    else result.push(part);
  }
  return result;
}
