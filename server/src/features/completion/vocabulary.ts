import type { Segment } from "../../document.ts";
import type { Message } from "../../message.ts";
import { versionOfNamespace } from "../../soap/facts.ts";
import { XMLNS_NAMESPACE } from "../../xml/names.ts";
import { elements } from "../../xml/query.ts";
import type { XmlElement } from "../../xml/tree.ts";

/** An element or an attribute that the file's requests have. */
export interface UsedName {
  readonly namespace: string;
  readonly local: string;
  /** As it was typed there. */
  readonly prefix: string;
}

export interface UsedElement extends UsedName {
  readonly attributes: ReadonlyMap<string, UsedName>;
  /** It held elements. */
  readonly hasElements: boolean;
  /** How often it is there. */
  readonly count: number;
}

/** The names of one request: its elements by what they stood in, and those of its namespaces. */
export interface Vocabulary {
  /** By the key of the parent. */
  readonly children: ReadonlyMap<string, ReadonlyMap<string, UsedElement>>;
  /** Namespaces with their prefixes. */
  readonly namespaces: ReadonlyMap<string, string>;
}

/** How many elements of a request are looked at. */
const most = 20_000;

const known = new WeakMap<Segment, Vocabulary>();

/** Kept by segment, so that only the request that is being edited is looked through again. */
export function vocabularyOf(message: Message): Vocabulary {
  let vocabulary = known.get(message.segment);
  if (!vocabulary) {
    vocabulary = read(message);
    known.set(message.segment, vocabulary);
  }
  return vocabulary;
}

/** The same for Header and Body of both versions, so that an operation is known in either. */
export function keyOf({ namespace, local }: Pick<XmlElement, "namespace" | "local">): string {
  return `${versionOfNamespace(namespace) ? "SOAP" : (namespace ?? "?")} ${local}`;
}

interface Building {
  readonly namespace: string;
  readonly local: string;
  readonly prefix: string;
  readonly attributes: Map<string, UsedName>;
  hasElements: boolean;
  count: number;
}

function read({ xml }: Message): Vocabulary {
  const children = new Map<string, Map<string, Building>>();
  const namespaces = new Map<string, string>();
  let count = 0;
  for (const element of xml ? elements(xml) : []) {
    if (++count > most) break;
    const { namespace, local, parent, prefix } = element;
    for (const one of element.attributes) {
      if (one.namespace !== XMLNS_NAMESPACE || !xml || one.valueStart < 0) continue;
      const uri = xml.text.slice(one.valueStart, one.valueEnd);
      if (!namespaces.has(uri)) namespaces.set(uri, one.prefix === "" ? "" : one.local);
    }
    if (!parent || namespace === undefined || versionOfNamespace(namespace)) continue;
    const used = entry(children, keyOf(parent), { namespace, local, prefix });
    used.count++;
    used.hasElements ||= element.children.some(({ kind }) => kind === "element");
    for (const { namespace: uri, local: name, prefix: own } of element.attributes) {
      if (uri === undefined || uri === XMLNS_NAMESPACE || versionOfNamespace(uri)) continue;
      used.attributes.set(`${uri} ${name}`, { namespace: uri, local: name, prefix: own });
    }
  }
  return { children, namespaces };
}

function entry(all: Map<string, Map<string, Building>>, parent: string, name: UsedName): Building {
  let siblings = all.get(parent);
  if (!siblings) {
    siblings = new Map();
    all.set(parent, siblings);
  }
  const key = `${name.namespace} ${name.local}`;
  let used = siblings.get(key);
  if (!used) {
    used = { ...name, attributes: new Map(), hasElements: false, count: 0 };
    siblings.set(key, used);
  }
  return used;
}
