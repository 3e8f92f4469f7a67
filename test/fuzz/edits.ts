import assert from "node:assert/strict";
import { type Analysis, analyze, analyzeAgain, diagnose, fixesOf } from "../../server/src/service/languageService.ts";
import { parseEdited } from "../../server/src/xml/parseEdited.ts";
import { parseXml } from "../../server/src/xml/parser.ts";
import { walk } from "../../server/src/xml/query.ts";
import type { XmlDocument, XmlElement, XmlNode } from "../../server/src/xml/tree.ts";
import { damage, message } from "./documents.ts";
import type { Random } from "./random.ts";
import { checkTree } from "./tree.ts";

/** Makes edits of a message, one after the other. Throws if a tree differs from the tree of a whole parse. */
export function editMessage(random: Random, edits: number): { readonly kept: number } {
  const options = {
    variables: random.chance(80),
    namespaces: random.chance(90),
    maxProblems: random.pick([3, 1000, 1000, 1000]),
  };
  const [before, after] = random.pick([
    ["", ""],
    ["POST /s HTTP/1.1\n\n{{", "}}-->\n"],
  ]);
  const parse = (text: string, previous?: XmlDocument) =>
    parseEdited(previous, before + text + after, before.length, before.length + text.length, options);
  let document: XmlDocument | undefined;
  let kept = 0;
  for (const text of texts(random, edits)) {
    const context = JSON.stringify({ ...options, edited: document?.text, text });
    const root: XmlElement | undefined = document?.root;
    document = parse(text, document);
    if (root !== undefined && document.root === root) kept++;
    const result = document;
    assert.doesNotThrow(() => checkTree(result), context);
    assert.equal(described(document), described(parse(text)), context);
  }
  return { kept };
}

/** Makes edits of a request. Throws if the findings or their fixes differ from the findings and fixes of the same text as a new document. */
export function editRequest(random: Random, edits: number): void {
  const head = "POST /s HTTP/1.1\nHost: h\nContent-Type: application/soap+xml\nContent-Length: 2000\n\n";
  let analysis: Analysis | undefined;
  for (const text of texts(random, edits)) {
    const context = JSON.stringify({ edited: analysis?.document.text, text: head + text });
    analysis = analyzeAgain(analysis, head + text);
    assert.equal(findingsOf(analysis), findingsOf(analyze(head + text)), context);
  }
}

export function findingsOf(analysis: Analysis): string {
  const findings = diagnose(analysis).map((finding) => {
    const { segment, fixes, ...shown } = finding;
    return { ...shown, fixes: fixesOf(analysis, finding) };
  });
  return JSON.stringify(findings);
}

function texts(random: Random, edits: number): Iterable<string> {
  return editsOf(random, edits, longMessage(random), (text) => edited(random, text));
}

/** A text, then the text after each edit. Half of the edits remove the last one, because mistakes would accumulate. */
export function* editsOf(
  random: Random,
  edits: number,
  first: string,
  edit: (text: string) => string,
): Generator<string, void, void> {
  const made = [first];
  for (let i = 0; i <= edits; i++) {
    const text = made.at(-1) ?? "";
    yield text;
    if (made.length > 1 && random.chance(50)) made.pop();
    else made.push(edit(text));
  }
}

/** A message with the content of several bodies, so that an edit affects only a small part of it. */
function longMessage(random: Random): string {
  const [first = "", ...others] = Array.from({ length: 6 }, () => correctMessage(random));
  const at = first.lastIndexOf("</s:Body>");
  const contents = others.map((one) => one.slice(one.indexOf("<s:Body>") + 8, one.lastIndexOf("</s:Body>")));
  return first.slice(0, at) + contents.join("") + first.slice(at);
}

/** A message without mistakes, to which some are added later. */
function correctMessage(random: Random): string {
  for (;;) {
    const text = message(random);
    if (parseXml(text).problems.length === 0) return text;
  }
}

function edited(random: Random, text: string): string {
  if (random.chance(20)) return damage(random, text, 1);
  const at = random.below(text.length + 1);
  const end = at + (random.chance(50) ? 0 : random.below(4));
  return text.slice(0, at) + random.pick(typed) + text.slice(end);
}

const typed = [
  ...["", "x", "1", " ", "\n", "<", "</", ">", "/", "/>", '"', "'", "=", "&", ";", "{", "}", "{{x", "}}", ":"],
  ...["<a>", "</a>", "<a/>", "<a>x</a>", "<s:x>\n  <a b='1'/>\n</s:x>", "<q:x/>", "<b:x c:d=''/>", "</s:Body>"],
  ...[' xmlns="urn:a"', ' xmlns:b="urn:q"', ' xmlns:="urn:a"', ' a="{{x}}"', "<!-- x -->", "<!--", "<![CDATA[", "]]>"],
  ...["<!DOCTYPE a>", "<?p?>", "&x;", "\u0000", "😀", "\ud83d", "</b ", "<b "],
];

/** Everything about a document, without references between its nodes. */
export function described(document: XmlDocument): string {
  const { text, root, children, ...rest } = document;
  return JSON.stringify({ ...rest, root: root?.start, nodes: Array.from(walk(children), describedNode) });
}

function describedNode(node: XmlNode): unknown {
  if (node.kind !== "element") return node;
  const { start, end, name, prefix, local, namespace, nameStart, nameEnd, startTagEnd, selfClosing, endTag } = node;
  const attributes = node.attributes.map(({ name, namespace, start, end, nameEnd, valueStart, valueEnd }) => {
    return [name, namespace, start, end, nameEnd, valueStart, valueEnd];
  });
  const own = [start, end, name, prefix, local, namespace, nameStart, nameEnd, startTagEnd, selfClosing];
  return { own, endTag, attributes, parent: node.parent?.start, children: node.children.length };
}
