import type { Segment } from "../../format/document.ts";
import type { Message } from "../../message/message.ts";
import type { ExpandedName } from "../../soap/documentation.ts";
import { versionOfNamespace } from "../../soap/facts.ts";
import { XMLNS_NAMESPACE } from "../../xml/names.ts";
import { elements } from "../../xml/query.ts";

export interface UsedName {
  readonly namespace: string;
  readonly local: string;
  readonly prefix: string;
}

export interface UsedElement extends UsedName {
  readonly attributes: Map<string, UsedName>;
  hasElements: boolean;
  count: number;
}

export interface Vocabulary {
  /** Elements by the key of their parent, then by their expanded name. */
  readonly children: ReadonlyMap<string, ReadonlyMap<string, Readonly<UsedElement>>>;
  readonly namespaces: ReadonlyMap<string, string>;
}

const maxElements = 20_000;

/** Vocabularies by segment, so that only an edited request is read again. */
const vocabularies = new WeakMap<Segment, Vocabulary>();

export function vocabularyOf(message: Message): Vocabulary {
  let vocabulary = vocabularies.get(message.segment);
  if (!vocabulary) {
    vocabulary = read(message);
    vocabularies.set(message.segment, vocabulary);
  }
  return vocabulary;
}

/** The same for Header and Body of both SOAP versions, so that their children are found in either version. */
export function soapKey({ namespace, local }: ExpandedName): string {
  return `${versionOfNamespace(namespace) ? "SOAP" : (namespace ?? "?")} ${local}`;
}

function read({ xml }: Message): Vocabulary {
  const children = new Map<string, Map<string, UsedElement>>();
  const namespaces = new Map<string, string>();
  let count = 0;
  for (const element of xml ? elements(xml) : []) {
    if (!xml || ++count > maxElements) break;
    const { namespace, local, parent, prefix } = element;
    for (const attribute of element.attributes) {
      if (attribute.namespace !== XMLNS_NAMESPACE || attribute.valueStart < 0) continue;
      const uri = xml.text.slice(attribute.valueStart, attribute.valueEnd);
      if (!namespaces.has(uri)) namespaces.set(uri, attribute.prefix === "" ? "" : attribute.local);
    }
    if (!parent || namespace === undefined || versionOfNamespace(namespace)) continue;
    const siblings = children.get(soapKey(parent)) ?? new Map<string, UsedElement>();
    children.set(soapKey(parent), siblings);
    const name = `${namespace} ${local}`;
    const used = siblings.get(name) ?? {
      namespace,
      local,
      prefix,
      attributes: new Map(),
      hasElements: false,
      count: 0,
    };
    siblings.set(name, used);
    used.count++;
    used.hasElements ||= element.markup.some(({ kind }) => kind === "element");
    for (const attribute of element.attributes) {
      const { namespace: uri } = attribute;
      if (uri === undefined || uri === XMLNS_NAMESPACE || versionOfNamespace(uri)) continue;
      used.attributes.set(`${uri} ${attribute.local}`, {
        namespace: uri,
        local: attribute.local,
        prefix: attribute.prefix,
      });
    }
  }
  return { children, namespaces };
}
