import { Budget } from "../text/budget.ts";
import { contentSteps } from "../text/limits.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import type { ComplexType } from "../xsd/components.ts";
import { type ContentModels, contentModelsOf } from "../xsd/content/contentModels.ts";
import type { Schemas } from "../xsd/schemas.ts";
import { Children, type ContentContext, type Match } from "./children.ts";
import { ElementNames, WrongNamespaces } from "./elementNames.ts";
import type { Problem, ReportProblem } from "./problems.ts";

/** A changed list of an element's children: some of the existing children, and copies of them. */
export interface ChildList {
  readonly parent: XmlElement | undefined;
  readonly elements: readonly (XmlElement | CopiedElement)[];
}

/** A copy of an element with its attributes and its content. In the text, it only has a start. */
interface CopiedElement extends XmlElement {
  readonly original: XmlElement;
}

/** The properties of a copy that differ from the element. */
type Replaced = Partial<Pick<XmlElement, "start" | "prefix" | "namespace" | "markup">>;

export function copied(original: XmlElement, replaced: Replaced): CopiedElement {
  const { parent, local } = original;
  const { start = original.start, prefix = original.prefix, markup = original.markup } = replaced;
  const { namespace = original.namespace } = replaced;
  const name = prefix === "" ? local : `${prefix}:${local}`;
  const place = { start, end: start, nameStart: start, nameEnd: start, startTagEnd: start, contentEnd: start };
  const content = { attributes: [], markup, children: [], selfClosing: false, endTag: undefined };
  return { kind: "element", original, parent, name, prefix, local, namespace, ...place, ...content };
}

/** Checks changed lists of children of a valid element by its content model. The content of the children must still be valid. */
export class ChildLists {
  readonly #models: ContentModels;
  readonly #names = new ElementNames();
  readonly #document: XmlDocument;
  readonly #parent: XmlElement;
  readonly #type: ComplexType;
  readonly #matches = new Map<XmlElement, Match>();

  constructor(schemas: Schemas, document: XmlDocument, parent: XmlElement, type: ComplexType) {
    this.#models = contentModelsOf(schemas);
    this.#document = document;
    this.#parent = parent;
    this.#type = type;
    const children = new Children(
      this.#context(() => undefined),
      parent,
      type,
    );
    for (const child of parent.markup) if (child.kind === "element") this.#matches.set(child, children.match(child));
  }

  /** The problems that a validation would report; undefined if the content of a child would be validated differently. */
  problemsOf({ elements }: ChildList): readonly Problem[] | undefined {
    const problems: Problem[] = [];
    const context = this.#context((element, at, problem) => problems.push({ ...problem, element, at }));
    const children = new Children(context, copied(this.#parent, { markup: elements }), this.#type);
    for (const element of elements) {
      const match = children.match(element);
      const original = "original" in element ? element.original : element;
      const isSame = match === this.#matches.get(original) && (isDeclared(match) || element.name === original.name);
      if (match !== "skip" && !isSame) return undefined;
    }
    children.end();
    return problems;
  }

  #context(report: ReportProblem): ContentContext {
    const budget = new Budget(contentSteps + 10 * this.#document.text.length);
    return { models: this.#models, names: this.#names, report, namespaces: new WrongNamespaces(report), budget };
  }
}

function isDeclared(match: Match): boolean {
  return typeof match === "object" && match.kind === "element";
}
