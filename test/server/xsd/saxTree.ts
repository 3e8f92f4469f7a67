import sax from "sax";
import type { SourceDocument, SourceElement } from "../../../server/src/xsd/document.ts";

/** The content of a document: elements, attributes and text with their offsets, in document order, then the problems. */
type Tree = readonly string[];

export function treeOf({ root, problems }: SourceDocument): Tree {
  const lines: string[] = [];
  const open = root === undefined ? [] : [root];
  for (let element: SourceElement | undefined = open.pop(); element; element = open.pop()) {
    lines.push(lineOf(element.span.start, element.span.end, element.nameSpan.end, element.text));
    for (const { value, span } of element.attributes.values()) lines.push(`  ${span.start}-${span.end} ${value}`);
    open.push(...element.children.toReversed());
  }
  return [...lines, ...problems.map(({ span, message }) => `${span.start} ${message}`)];
}

/** Reads the content of a document in one run of the parser. */
export function readBySax(text: string): Tree {
  const elements: Written[] = [];
  const open: Written[] = [];
  const problems: string[] = [];
  let attributes: string[] = [];
  const options: sax.SAXOptions & { readonly strictEntities: true } = { position: true, strictEntities: true };
  const parser = sax.parser(true, options);
  parser.ondoctype = (doctype) => {
    for (const [, name = "", value = ""] of doctype.matchAll(/<!ENTITY (\w+) "(\w*)">/g)) parser.ENTITIES[name] = value;
  };
  parser.onattribute = ({ name, value }) => {
    const end = parser.position - 1;
    const start = text.lastIndexOf(text.charAt(end), end - 1) + 1;
    if (name !== "xmlns" && !name.startsWith("xmlns:"))
      attributes.push(`  ${start}-${end} ${value.replace(/[\t\r\n]/g, " ")}`);
  };
  parser.onopentag = ({ name }) => {
    const start = parser.startTagPosition - 1;
    const written = { start, nameEnd: start + 1 + name.length, end: parser.position, text: "", attributes };
    attributes = [];
    const isOutside = open.length === 0 && elements.length > 0;
    if (!isOutside && open[0] === elements[0]) elements.push(written);
    open.push(written);
  };
  parser.onclosetag = () => {
    const closed = open.pop();
    if (closed) closed.end = parser.position;
  };
  const addText = (part: string) => {
    const last = open.at(-1);
    if (last && part.trim() !== "") last.text += part;
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.onerror = ({ message }) => {
    const at = Math.min(Math.max(parser.position - 1, 0), text.length);
    if (problems.length < 20) problems.push(`${at} ${message.split("\n")[0]}`);
    parser.error = null as never;
  };
  parser.write(text).close();
  const lines = elements.flatMap((one) => [lineOf(one.start, one.end, one.nameEnd, one.text), ...one.attributes]);
  return [...lines, ...problems];
}

interface Written {
  readonly start: number;
  readonly nameEnd: number;
  end: number;
  text: string;
  readonly attributes: readonly string[];
}

function lineOf(start: number, end: number, nameEnd: number, text: string): string {
  return `${start}-${end} (${nameEnd}) ${text}`;
}
