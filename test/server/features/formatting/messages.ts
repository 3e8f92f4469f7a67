import type { Random } from "../../../fuzz/random.ts";

/** A generated body, and the parts of it that formatting must keep byte for byte, in order. */
export interface GeneratedBody {
  readonly text: string;
  readonly kept: readonly string[];
}

const names = ["a", "b:c", "long-name", "näme", "Include"];

/** A well-formed SOAP message: mixed content, CDATA, comments, kept whitespace, signatures. */
export function generateBody(random: Random): GeneratedBody {
  const kept: string[] = [];
  const space = () => random.pick(["", "", " ", "\n", "\n  ", "\t", "\n\n   \n"]);
  const keep = (text: string) => {
    kept.push(text);
    return text;
  };
  const attributes = () => random.pick(["", "", " x='1'", ' b:y = "&lt;\n>"', "\n  z=''  x = '/>'"]);
  const text = () =>
    random.pick([
      "x",
      " y  z ",
      "\n t\n",
      "&amp;",
      "&#32;",
      "{{v}}",
      "]",
      ">",
      "é",
      "<![CDATA[ <z>\n ]]>",
      "<![CDATA[]]>",
    ]);
  const misc = () => keep(random.pick(["<!-- a\n  b -->", "<!---->", "<!-- <a> <b/> -->"]));
  const leaf = (name: string) => {
    const content = random.pick(["", " ", "\n  ", text(), text() + text()]);
    return `<${name}${attributes()}>${content}</${name}>`;
  };

  function element(depth: number): string {
    const name = random.pick(names.slice(0, 4));
    const kind = random.below(depth > 4 ? 3 : 10);
    if (kind === 0) return `<${name}${attributes()}${random.pick(["", " ", "\n"])}/>`;
    if (kind < 3) return keep(leaf(name));
    if (kind === 3) return keep(`<${name}>${mixed(random, text)}</${name}>`);
    if (kind === 4) return keep(`<${name} xml:space="preserve">${space()}<a> <b/>${space()}</a></${name}>`);
    return `<${name}${attributes()}>${children(depth + 1)}</${name}>`;
  }

  function children(depth: number): string {
    const between = () => `${space()}${random.chance(15) ? `${misc()}${space()}` : ""}`;
    return random.some(1, 4, () => between() + element(depth)) + space();
  }

  const signed = random.chance(30);
  const declaration = random.chance(30) ? `<?xml version="1.0" encoding="utf-8"?>${space()}` : "";
  const header = signed ? `<s:Header>${space()}${signature(keep)}${space()}</s:Header>${space()}` : "";
  const body = signed
    ? keep(`<s:Body w:Id="body">${generateSigned(random)}</s:Body>`)
    : `<s:Body>${children(1)}</s:Body>`;
  const envelope = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:b="urn:b" xmlns:w="urn:w">${space()}${header}${body}${space()}</s:Envelope>`;
  return { text: `${declaration}${envelope}${random.pick(["", "", "\n", "\n\n"])}`, kept };
}

function mixed(random: Random, text: () => string): string {
  const inside = () => random.pick(["<a> <b/> </a>", "<a/>", "\n  <a>\n<b/></a>"]);
  return `${random.pick(["", " "])}${inside()}w${random.some(0, 3, () => random.pick([text, inside])())}`;
}

function signature(keep: (text: string) => string): string {
  const info = keep('<d:SignedInfo> <d:Reference URI="#body"/>\n</d:SignedInfo>');
  return `<d:Signature xmlns:d="http://www.w3.org/2000/09/xmldsig#">${info} <d:KeyInfo><d:X/></d:KeyInfo></d:Signature>`;
}

function generateSigned(random: Random): string {
  return random.some(1, 4, () => random.pick([" ", "\n", "<a><b/></a>", "<a> <b/> </a>", "<!-- c -->"]));
}
