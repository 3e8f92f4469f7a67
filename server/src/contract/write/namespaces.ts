import { escapeXml } from "../../text/escapes.ts";
import { memoized } from "../../text/memoized.ts";
import type { Wsdl } from "../../wsdl/model.ts";
import { isLocalName } from "../../xml/characters.ts";
import type { QName } from "../../xsd/components.ts";
import { namespaceInScope } from "../../xsd/document.ts";

const wellKnown: Readonly<Record<string, string>> = {
  "http://www.w3.org/2001/XMLSchema": "xsd",
  "http://www.w3.org/2001/XMLSchema-instance": "xsi",
  "http://schemas.xmlsoap.org/soap/encoding/": "soapenc",
  "http://www.w3.org/2003/05/soap-encoding": "soapenc",
  "http://www.w3.org/2005/08/addressing": "wsa",
  "http://www.w3.org/2004/08/xop/include": "xop",
  "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd": "wsse",
  "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd": "wsu",
};

/** Prefixes that a message must not use for other namespaces. */
const reserved = new Set(["soap", "xml", "xmlns", ...Object.values(wellKnown)]);

/** The prefixes by namespace that a WSDL and its schemas declare, if they consist of plain characters. */
const prefixesOf = memoized(({ documents, schemas }: Wsdl): ReadonlyMap<string, string> => {
  const own = new Map<string, string>();
  for (const { scope } of [...documents.flatMap(({ root }) => root ?? []), ...schemas]) {
    for (let outer: typeof scope | undefined = scope; outer; outer = outer.parent) {
      for (const [prefix, uri] of outer.declared) {
        const isSane = /^[A-Za-z][\w-]{0,15}$/.test(prefix) && !/^xml/i.test(prefix) && !reserved.has(prefix);
        if (isSane && namespaceInScope(scope, prefix) === uri && !own.has(uri)) own.set(uri, prefix);
      }
    }
  }
  return own;
});

/** The prefixes of a message, in the order of their first use. Taken from the WSDL if they consist of plain characters. */
export class MessagePrefixes {
  readonly #declared = new Map<string, string>();
  readonly #own: ReadonlyMap<string, string>;
  readonly #taken: Set<string>;
  #invalid: string | undefined;
  /** The number of prefixes that are already in scope and need no declaration. */
  readonly #inherited: number;

  /**
   * @param envelope the namespace of the SOAP envelope around the message
   * @param inScope namespaces by already declared prefix; the default namespace is not used for names
   */
  constructor(wsdl: Wsdl, envelope?: string, inScope: ReadonlyMap<string, string> = new Map()) {
    if (envelope !== undefined) this.#declared.set(envelope, "soap");
    for (const [prefix, uri] of inScope) {
      if (prefix !== "" && !this.#declared.has(uri)) this.#declared.set(uri, prefix);
    }
    this.#inherited = inScope.size === 0 ? 0 : this.#declared.size;
    this.#taken = new Set([...this.#declared.values(), ...inScope.keys()]);
    this.#own = prefixesOf(wsdl);
  }

  /** Returns a name with its prefix, and records that the prefix must be declared. */
  name({ namespace, local }: QName): string {
    if (!isLocalName(local)) this.#invalid ??= local;
    if (namespace === "") return local;
    return namespace === "http://www.w3.org/XML/1998/namespace"
      ? `xml:${local}`
      : `${this.#prefix(namespace)}:${local}`;
  }

  attributeName(name: QName): string {
    return this.name(name);
  }

  /** The first name of the WSDL that isn't a valid XML name. The text that contains it isn't well-formed. */
  get invalid(): string | undefined {
    return this.#invalid;
  }

  declarations(): readonly string[] {
    return [...this.#declared].slice(this.#inherited).map(([uri, prefix]) => `xmlns:${prefix}="${attributeText(uri)}"`);
  }

  #prefix(namespace: string): string {
    const declared = this.#declared.get(namespace);
    if (declared !== undefined) return declared;
    const taken = this.#taken;
    const wanted = wellKnown[namespace] ?? this.#own.get(namespace);
    let prefix = wanted !== undefined && !taken.has(wanted) ? wanted : "ns1";
    for (let count = 2; taken.has(prefix); count++) prefix = `ns${count}`;
    this.#declared.set(namespace, prefix);
    taken.add(prefix);
    return prefix;
  }
}

/** A value as the text of an element. Braces that would begin a variable are written as character references. */
export function elementText(value: string): string {
  return escapeXml(value, /[&<\r]|(?<=\]\])>|\{(?=\{)/g);
}

/** A value as the text of an attribute in double quotes. */
export function attributeText(value: string): string {
  return escapeXml(value, /[&<"\t\r\n]|(?<=\]\])>|\{(?=\{)/g);
}
