import { joined, type Snippet, stop } from "../../text/snippet.ts";
import type { Wsdl } from "../../wsdl/model.ts";
import type { ElementDeclaration, QName, Type } from "../../xsd/components.ts";
import type { Schemas } from "../../xsd/schemas.ts";
import { costsOf } from "./costs.ts";
import { ElementWriter, type NameWriter } from "./elementWriter.ts";
import { MessagePrefixes } from "./namespaces.ts";
import { type Extent, Samples } from "./sample.ts";
import type { SampleElement } from "./sampleElement.ts";

const maxElements = 500;

/** Writes elements for one place of a message, whose declared prefixes are known. */
export class ElementSnippets {
  readonly #wsdl: Wsdl;
  readonly #schemas: Schemas;
  readonly #inScope: ReadonlyMap<string, string>;

  constructor(
    { wsdl, schemas }: { readonly wsdl: Wsdl; readonly schemas: Schemas },
    inScope: ReadonlyMap<string, string>,
  ) {
    this.#wsdl = wsdl;
    this.#schemas = schemas;
    this.#inScope = inScope;
  }

  name(name: QName): { readonly name: string; readonly declarations: readonly string[] } {
    const names = new SnippetNames(this.#wsdl, this.#inScope, name.namespace === "");
    return { name: names.name(name), declarations: names.declarations() };
  }

  attributeName(name: QName): { readonly name: string; readonly declarations: readonly string[] } {
    const names = new SnippetNames(this.#wsdl, this.#inScope, false);
    return { name: names.attributeName(name), declarations: names.declarations() };
  }

  /**
   * An element with its content as lines that are indented with tabs. Its values are tab stops.
   * @param attributes additional attributes, with their values
   * @param encoded whether each element names its type, as SOAP encoding requires
   */
  element(
    declaration: ElementDeclaration,
    extent: Extent,
    attributes: ReadonlyMap<QName, string> = new Map(),
    encoded = false,
  ): Snippet {
    const sample =
      costsOf(this.#schemas).ofElement(declaration) > maxElements
        ? { name: declaration.name, attributes: [], content: [] }
        : new Samples(this.#schemas, extent, encoded).payload(declaration);
    const names = new SnippetNames(this.#wsdl, this.#inScope, hasBareNames(sample));
    names.declare(sample, encoded);
    const extra = [...attributes].map(([name, value]) => `${names.attributeName(name)}="${value}"`);
    const written = new ElementWriter(names).element(sample, [...names.declarations(), ...extra], encoded);
    const isItself = sample.type === undefined && sample.name === declaration.name && !sample.nil;
    if (!isItself) return written;
    return opened(written, declaration.type, names.name(sample.name));
  }
}

/** Uses prefixes that are in scope. Other prefixes are declared at the outermost element of a snippet. */
class SnippetNames implements NameWriter {
  readonly #prefixes: MessagePrefixes;
  readonly #default: string;
  /** Whether the default namespace must be removed. */
  readonly #isReset: boolean;

  /** @param bare whether the snippet contains names without a namespace */
  constructor(wsdl: Wsdl, inScope: ReadonlyMap<string, string>, bare: boolean) {
    const outside = inScope.get("") ?? "";
    this.#prefixes = new MessagePrefixes(wsdl, undefined, inScope);
    this.#isReset = bare && outside !== "";
    this.#default = bare ? "" : outside;
  }

  name(name: QName): string {
    return name.namespace === this.#default ? name.local : this.#prefixes.name(name);
  }

  attributeName(name: QName): string {
    return this.#prefixes.attributeName(name);
  }

  declarations(): readonly string[] {
    return [...(this.#isReset ? ['xmlns=""'] : []), ...this.#prefixes.declarations()];
  }

  declare(sample: SampleElement, encoded: boolean): void {
    new ElementWriter(this).element(sample, [], encoded);
  }
}

function hasBareNames(sample: SampleElement): boolean {
  const pending = [sample];
  for (let current = pending.pop(); current; current = pending.pop()) {
    if (current.name.namespace === "" || current.type?.namespace === "") return true;
    if (!("value" in current.content)) for (const inner of current.content) pending.push(inner);
    else if (typeof current.content.value !== "string" && current.content.value.name.namespace === "") return true;
  }
  return false;
}

/** Moves the cursor into an element whose content is optional. */
function opened(written: Snippet, type: Type, name: string): Snippet {
  const last = written.at(-1);
  if (type.kind === "simple" || type.content.kind !== "elements" || typeof last !== "string") return written;
  if (!last.endsWith("/>")) return written;
  const inside = type.content.mixed ? [stop(0)] : ["\n\t", stop(0), "\n"];
  return joined([...written.slice(0, -1), `${last.slice(0, -2)}>`, ...inside, `</${name}>`]);
}
