import { ElementWriter } from "../contract/write/elementWriter.ts";
import { attributeText } from "../contract/write/namespaces.ts";
import { Samples } from "../contract/write/sample.ts";
import type { SampleElement } from "../contract/write/sampleElement.ts";
import { plainText } from "../text/snippet.ts";
import { prefixesIn } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import type { ElementDeclaration, ModelGroup, Particle, QName, Type } from "../xsd/components.ts";
import type { Schemas } from "../xsd/schemas.ts";

/** Writes sample elements that replace an element or follow it, with the prefixes that are declared there. */
export class WrittenSamples {
  readonly #schemas: Schemas;
  readonly #document: XmlDocument;

  constructor(schemas: Schemas, document: XmlDocument) {
    this.#schemas = schemas;
    this.#document = document;
  }

  element(declaration: ElementDeclaration, at: XmlElement): string {
    return this.#written([new Samples(this.#schemas, "required").payload(declaration)], at);
  }

  /** An element with an `xsi:type`. */
  typed(name: QName, type: Type, at: XmlElement): string {
    const sample = new Samples(this.#schemas, "required").typed(name, type);
    return this.#written([type.name ? { ...sample, type: type.name } : sample], at);
  }

  /** The required content of a branch in a choice; at least one element. */
  branch(particle: Particle, at: XmlElement): string {
    const samples = new Samples(this.#schemas, "required");
    const elements = declarationsOf(particle).map((one) => samples.payload(one));
    return this.#written(elements, at);
  }

  #written(samples: readonly SampleElement[], at: XmlElement): string {
    const inScope = at.parent ? prefixesIn(this.#document, at.parent) : new Map<string, string>();
    return samples.map((sample) => writtenOne(sample, inScope)).join("\n");
  }
}

function writtenOne(sample: SampleElement, inScope: ReadonlyMap<string, string>): string {
  const prefixes = new Map([...inScope].map(([prefix, namespace]) => [namespace, prefix]));
  const own: string[] = [];
  const write = ({ namespace, local }: QName, isAttribute: boolean): string => {
    if (namespace === "") return local;
    let prefix = prefixes.get(namespace);
    if (prefix === undefined || (prefix === "" && isAttribute)) {
      prefix = `v${own.length + 1}`;
      prefixes.set(namespace, prefix);
      own.push(` xmlns:${prefix}="${attributeText(namespace)}"`);
    }
    return prefix === "" ? local : `${prefix}:${local}`;
  };
  const names = { name: (one: QName) => write(one, false), attributeName: (one: QName) => write(one, true) };
  const text = plainText(new ElementWriter(names).element(sample));
  return text.replace(/^<[^\s/>]+/, (start) => start + own.join(""));
}

/** Maximum number of names in a title. */
const maxNames = 3;

/** Names of the elements that a branch of a choice requires. */
export function branchName(particle: Particle): string {
  return listed(
    declarationsOf(particle).map(({ name }) => name.local),
    " ",
  );
}

/** A choice in the syntax of content models: `card | bank`. */
export function choiceName({ particles }: ModelGroup): string {
  return listed(particles.map(branchName), " | ");
}

function listed(names: readonly string[], separator: string): string {
  return [...names.slice(0, maxNames), ...(names.length > maxNames ? ["…"] : [])].join(separator);
}

/** The elements that a particle requires, in order. Its first element if it requires none. */
function declarationsOf({ term }: Particle): readonly ElementDeclaration[] {
  if (term.kind === "element") return [term];
  if (term.kind === "wildcard") return [];
  const required = requiredIn(term);
  return required.length > 0 ? required : term.particles.slice(0, 1).flatMap(declarationsOf);
}

function requiredIn(group: ModelGroup): readonly ElementDeclaration[] {
  if (group.compositor === "choice") return group.particles.slice(0, 1).flatMap(declarationsOf);
  return group.particles.filter(({ min }) => min > 0).flatMap(declarationsOf);
}
