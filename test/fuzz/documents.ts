import type { Random } from "./random.ts";

/*
 * SOAP messages with all the syntax of XML except DOCTYPE, and damaged copies of them.
 */

const namespaces = [
  "http://www.w3.org/2003/05/soap-envelope",
  "urn:a",
  "urn:b",
  "",
  "http://www.w3.org/XML/1998/namespace",
];
const prefixes = ["s", "a", "b", "xsi", "é"];
const locals = ["Envelope", "Header", "Body", "x", "a", "_y", "item-1", "näme", "𠀀"];
const texts = [
  "1",
  "text",
  " ",
  "\n",
  "\r\n",
  "\t",
  "a > b",
  "é",
  "😀",
  "]]",
  "]>",
  "'",
  '"',
  "=",
  "-->",
  "--",
  "?>",
  "{{x}}",
  "/",
];
const references = ["&amp;", "&lt;", "&gt;", "&apos;", "&quot;", "&#65;", "&#x1F600;", "&#x9;"];

/** A message that is well-formed in most cases, but may have an undeclared prefix or a duplicate attribute. */
export function message(random: Random): string {
  const declaration = random.chance(40) ? xmlDeclaration(random) : "";
  const before = random.some(0, 2, () => misc(random));
  const s = namespaces[0];
  const declarations = prefixes
    .slice(1, 4)
    .map((prefix) => ` xmlns:${prefix}="urn:${prefix}"`)
    .join("");
  const header = random.chance(40) ? `<s:Header>${content(random, 2)}</s:Header>` : "";
  const body = `<s:Body>${content(random, 4)}</s:Body>`;
  const envelope = `<s:Envelope xmlns:s="${s}"${declarations}>${header}${body}</s:Envelope>`;
  return declaration + before + envelope + random.some(0, 2, () => misc(random));
}

function xmlDeclaration(random: Random): string {
  const quote = random.pick(['"', "'"]);
  const encoding = random.chance(60) ? ` encoding=${quote}utf-8${quote}` : "";
  const standalone = random.chance(20) ? ` standalone = ${quote}yes${quote}` : "";
  return `<?xml version=${quote}1.0${quote}${encoding}${standalone}${random.pick(["", " "])}?>`;
}

function misc(random: Random): string {
  return random.pick([() => "\n", () => "  ", () => comment(random), () => instruction(random)])();
}

function comment(random: Random): string {
  return `<!--${random.some(0, 3, () => random.pick(["x", " - ", "<a>", "&", "é", "\n"]))} -->`;
}

function instruction(random: Random): string {
  return `<?${random.pick(["p", "xml-stylesheet", "xsl"])}${random.pick(["", " ", " a='?' >"])}?>`;
}

function content(random: Random, depth: number): string {
  return random.some(0, 4, () => {
    const kind = random.below(depth > 0 ? 10 : 5);
    if (kind < 3) return random.pick(texts);
    if (kind === 3) return random.pick(references);
    if (kind === 4) return random.pick([() => comment(random), () => instruction(random), () => cdata(random)])();
    return element(random, depth - 1);
  });
}

function cdata(random: Random): string {
  return `<![CDATA[${random.some(0, 3, () => random.pick(["x", "<a>", "&", "]]", "]>", "é"]))}]]>`;
}

function element(random: Random, depth: number): string {
  const name = qualified(random, prefixes.slice(0, 4));
  const inside = content(random, depth);
  const start = `<${name}${attributes(random)}${random.pick(["", "", " ", "\n"])}`;
  return inside === "" && random.chance(50)
    ? `${start}/>`
    : `${start}>${inside}</${name}${random.pick(["", "", " "])}>`;
}

function qualified(random: Random, from: readonly string[]): string {
  const local = random.pick(locals);
  return random.chance(50) ? `${random.pick(from)}:${local}` : local;
}

function attributes(random: Random): string {
  return random.some(0, 3, () => {
    const space = random.pick([" ", " ", "\n", "\t "]);
    const quote = random.pick(['"', "'"]);
    const equals = random.pick(["=", "=", " = "]);
    const name = random.chance(20) ? declared(random) : qualified(random, ["a", "b", "xsi", "xml"]);
    const value = name.startsWith("xmlns") ? random.pick(namespaces) : attributeText(random).replaceAll(quote, "");
    return `${space}${name}${equals}${quote}${value}${quote}`;
  });
}

function declared(random: Random): string {
  return random.pick(["xmlns", `xmlns:${random.pick(prefixes)}`]);
}

function attributeText(random: Random): string {
  return random.some(0, 3, () => random.pick(random.chance(30) ? references : texts));
}

const pieces = [
  ...["<", ">", "/", "=", '"', "'", "&", ";", "!", "?", "-", "--", "]", "]]>", "[", ":", "#", " ", "\n", "x", "1", "."],
  ..."</ /> <!-- --> <![CDATA[ <? ?> <?xml <! &# &#0; &#xD800; &x; &lt a:b :a a:".split(" "),
  ...[
    "<a>",
    "</a>",
    "<a/>",
    "<s:Body>",
    "</s:Body>",
    ' a="1"',
    " xmlns=''",
    ' xmlns:a=""',
    " xmlns:q='urn:a'",
    " q:x=''",
  ],
  ..."\u0000 \u0001 \u001f \u007f \u0085 \ufeff \ufffe \uffff \u00d7 \u0300 \u00b7 \u037e \u2028".split(" "),
  ...[
    "xmlns:xml='urn:a'",
    " xmlns:xmlns='urn:a'",
    "xml",
    "XML",
    "version",
    "encoding='a b'",
    "standalone='maybe'",
    "{{x}}",
  ],
];

/** The text with a number of random changes: something is removed, inserted, duplicated or moved. */
export function damage(random: Random, text: string, times: number): string {
  let damaged = text;
  for (let i = 0; i < times; i++) {
    const at = random.below(damaged.length + 1);
    const end = Math.min(damaged.length, at + 1 + (random.chance(70) ? random.below(3) : random.below(20)));
    const before = damaged.slice(0, at);
    const after = damaged.slice(end);
    const cut = damaged.slice(at, end);
    const to = random.below(damaged.length + 1);
    damaged = random.pick([
      () => before + after,
      () => before + random.pick(pieces) + damaged.slice(at),
      () => before + random.pick(pieces) + after,
      () => before + cut + cut + after,
      () => (before + after).slice(0, to) + cut + (before + after).slice(to),
      () => (random.chance(10) ? before : before + cut.toUpperCase() + after),
    ])();
  }
  return damaged;
}
