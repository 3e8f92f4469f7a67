import { Budget } from "../text/budget.ts";
import { contentSteps, keySteps } from "../text/limits.ts";
import { references } from "../text/references.ts";
import { trimmed } from "../text/span.ts";
import { isBlank } from "../xml/characters.ts";
import { attribute, nameSpan } from "../xml/query.ts";
import type { XmlDocument, XmlElement, XmlNode } from "../xml/tree.ts";
import { anyType } from "../xsd/anyType.ts";
import type { ElementDeclaration, QName, SimpleType, Type, Wildcard } from "../xsd/components.ts";
import { type ContentModels, contentModelsOf } from "../xsd/content/contentModels.ts";
import type { Schemas } from "../xsd/schemas.ts";
import { actualType } from "./actualType.ts";
import { type AttributeContext, checkAttributes, xsiNamespace } from "./attributes.ts";
import { Children, type ContentContext, type Match } from "./children.ts";
import { isBase64, isBlankNode, isInclude, isOnlyContent, isText } from "./content.ts";
import { ElementNames, WrongNamespaces } from "./elementNames.ts";
import { ElementValues, nilOf } from "./elementValues.ts";
import { IdentityConstraints, type IdentityState } from "./identity.ts";
import { OpenElement } from "./openElement.ts";
import type { Problem, ProblemKind, ReportProblem } from "./problems.ts";
import { ValidSubtrees } from "./validSubtrees.ts";
import { References, type Resolve, Values } from "./values.ts";

/** Maximum number of problems, after which the check ends. */
export const maxProblems = 100;

export interface ValidationOptions {
  /** Replaces variables; returns undefined for an unknown value. */
  readonly resolve: Resolve;
  /** Whether attributes of a namespace are allowed on all elements. A validator always gets the same function. */
  readonly ignores: (namespace: string) => boolean;
  /** Whether the message may have binary data in other parts, each referred to by an `xop:Include`. */
  readonly isMultipart: boolean;
  /** The IDs and references of the message, if several of its elements are validated. They then report the problems of references. */
  readonly references?: References | undefined;
  /** Called for each element whose prefix isn't declared, with the name that the schema expects. */
  readonly meant?: ((element: XmlElement, name: QName) => void) | undefined;
}

/** The expected declaration or type of a root element. Without both, it must be declared at the top level of a schema. */
export type ExpectedRoot =
  | { readonly kind: "declaration"; readonly declaration: ElementDeclaration }
  | { readonly kind: "type"; readonly type: Type }
  | { readonly kind: "global"; readonly process: "strict" | "lax" };

/** Checks elements of messages by schemas. Compiled parts of schemas are kept for the next message. */
export class Validator {
  readonly #schemas: Schemas;
  readonly #models: ContentModels;
  readonly #valid = new ValidSubtrees();
  readonly #validated = new WeakSet<XmlElement>();

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
    this.#models = contentModelsOf(schemas);
  }

  /**
   * The problems of an element and its content, in the order of the text; at most 100. In linear time. After several
   * edits, unchanged parts that were valid aren't checked again.
   */
  validate(
    document: XmlDocument,
    element: XmlElement,
    expectation: ExpectedRoot,
    options: ValidationOptions,
  ): readonly Problem[] {
    // Remembering valid parts costs a tenth of the time, and most elements are validated only once.
    const valid = this.#validated.has(element) ? this.#valid : undefined;
    this.#validated.add(element);
    const pass = new Pass(this.#schemas, this.#models, valid, document, options);
    pass.run(element, expectation);
    return pass.problems;
  }
}

class Pass {
  readonly problems: Problem[] = [];
  readonly #document: XmlDocument;
  readonly #schemas: Schemas;
  readonly #values: Values;
  /** The IDs and references of this element alone. */
  readonly #references: References | undefined;
  readonly #attributes: AttributeContext;
  readonly #content: ContentContext;
  readonly #identity: IdentityConstraints;
  readonly #valid: ValidSubtrees | undefined;
  readonly #elements: ElementValues;
  /** The innermost element whose end tag isn't reached yet. */
  #open: OpenElement | undefined;
  readonly #isMultipart: boolean;
  readonly #meant: ValidationOptions["meant"];
  #includes = 0;
  #undeclared = 0;

  constructor(
    schemas: Schemas,
    models: ContentModels,
    valid: ValidSubtrees | undefined,
    document: XmlDocument,
    options: ValidationOptions,
  ) {
    const report: ReportProblem = (element, at, problem) => {
      this.problems.push({ ...problem, element, at });
    };
    this.#document = document;
    this.#schemas = schemas;
    this.#valid = valid;
    this.#isMultipart = options.isMultipart;
    this.#meant = options.meant;
    const references = options.references ?? new References();
    this.#references = options.references ? undefined : references;
    this.#values = new Values(document, report, options.resolve, references);
    this.#attributes = { document, schemas, values: this.#values, report, ignores: options.ignores };
    this.#elements = new ElementValues(this.#attributes);
    this.#content = {
      models,
      names: new ElementNames(),
      report,
      namespaces: new WrongNamespaces(report),
      budget: new Budget(contentSteps + 10 * document.text.length),
    };
    this.#identity = new IdentityConstraints(report, new Budget(keySteps + document.text.length));
  }

  run(root: XmlElement, expectation: ExpectedRoot): void {
    if (expectation.kind === "declaration") {
      const { declaration } = expectation;
      if (root.namespace !== declaration.name.namespace) this.#content.namespaces.add(root, declaration);
      this.#enter(root, declaration, declaration.type);
    } else if (expectation.kind === "type") this.#enter(root, undefined, expectation.type);
    else this.#enterGlobal(root, expectation.process, undefined);
    for (let open = this.#open; open && this.problems.length < maxProblems; open = this.#open) {
      const child = open.element.markup[open.next++];
      if (!open.acceptsText) this.#textBefore(open, child?.start ?? open.element.contentEnd);
      open.read = child?.end ?? open.read;
      if (child === undefined) {
        this.#open = open.up;
        this.#leave(open);
      } else if (child.kind === "element") this.#child(open, child);
      else if (!open.acceptsText && child.kind !== "stray-end-tag" && isText(child)) this.#text(open, child);
    }
    this.problems.push(...(this.#references?.problems() ?? []));
    this.problems.sort((a, b) => a.at.start - b.at.start);
    this.problems.splice(maxProblems);
  }

  #report(element: XmlElement, problem: ProblemKind, at = nameSpan(element)): void {
    this.#content.report(element, at, problem);
  }

  #child(open: OpenElement, child: XmlElement): void {
    if (open.children) {
      this.#matched(open, child, open.children.match(child));
    } else if (!open.isReported) {
      const simple = open.valueType;
      if (simple && !open.nil && isInclude(child)) {
        this.#include(open, child, simple);
        return;
      }
      open.isReported = true;
      if (open.nil) this.#report(open.element, { kind: "nil-content", attribute: open.nil }, nameSpan(child));
      else this.#report(child, { kind: "element-unexpected", expected: undefined, mayEnd: true, similar: undefined });
    }
  }

  /** Checks a reference to another part, which contains the value. */
  #include(open: OpenElement, child: XmlElement, type: SimpleType): void {
    this.#includes++;
    open.isInPart = true;
    const why = !isBase64(type)
      ? "not-binary"
      : !this.#isMultipart
        ? "not-multipart"
        : !isOnlyContent(this.#document, child)
          ? "not-alone"
          : undefined;
    open.isReported = why !== undefined;
    if (why) this.#report(child, { kind: "include-unexpected", why });
    else this.#enterGlobal(child, "lax", undefined);
  }

  #matched(open: OpenElement, child: XmlElement, match: Match): void {
    if (match === "skip") return;
    if (match === "transparent") this.#open = open.around(child);
    else if (match.kind === "element") this.#enter(child, match, match.type);
    else if (match.process !== "skip") this.#enterGlobal(child, match.process, match);
  }

  /** Enters an element that a wildcard accepts, or that is checked without a parent. */
  #enterGlobal(element: XmlElement, process: "strict" | "lax", wildcard: Wildcard | undefined): void {
    const { namespace, local } = element;
    const declaration = namespace === undefined ? undefined : this.#schemas.element({ namespace, local });
    if (declaration) {
      this.#enter(element, declaration, declaration.type);
      return;
    }
    const isNamed = attribute(element, xsiNamespace, "type") !== undefined;
    const isUnknown = namespace === undefined || this.#schemas.declarations.incomplete.has(namespace);
    if (process === "strict" && !isNamed && !isUnknown) this.#report(element, { kind: "element-undeclared", wildcard });
    else this.#enter(element, undefined, undefined, process === "strict");
  }

  #enter(
    element: XmlElement,
    declaration: ElementDeclaration | undefined,
    declared: Type | undefined,
    required = declared !== undefined,
  ): void {
    const up = this.#open;
    if (declaration && up?.identity === undefined && this.#isPlain(element, declaration)) return;
    const governing = { declaration, declared, required };
    if (up?.identity === undefined && this.#valid?.has(element, governing)) return;
    const effects = this.#effects();
    if (element.namespace === undefined && declaration) {
      this.#undeclared++;
      this.#meant?.(element, declaration.name);
    }
    // An element that may replace the abstract one has other content.
    if (declaration?.abstract) {
      this.#report(element, { kind: "element-abstract", declaration });
      return;
    }
    const hasOwn = hasOwnAttribute(element);
    const isPlain = !hasOwn && !(declared?.kind === "complex" && declared.abstract);
    const type = isPlain ? (declared ?? anyType) : this.#actualType(element, declaration, declared, required);
    const nil = hasOwn ? nilOf(this.#attributes, element, declaration) : undefined;
    checkAttributes(this.#attributes, element, type);
    const hasChildren = type.kind === "complex" && type.content.kind === "elements" && !nil;
    const children = hasChildren ? new Children(this.#content, element, type) : undefined;
    const hasKeys = up?.identity !== undefined || (declaration !== undefined && declaration.constraints.length > 0);
    const identity = hasKeys ? this.#identityOf(element, declaration, type) : undefined;
    this.#open = new OpenElement(up, element, governing, type, nil, children, identity, effects);
  }

  #identityOf(element: XmlElement, declaration: ElementDeclaration | undefined, type: Type): IdentityState | undefined {
    const attributes = () => this.#elements.attributes(element, type);
    return this.#identity.start(element, declaration, this.#open?.identity, attributes);
  }

  /** The type that checks the content. After an invalid or missing `xsi:type`, it allows any content. */
  #actualType(
    element: XmlElement,
    declaration: ElementDeclaration | undefined,
    declared: Type | undefined,
    required: boolean,
  ): Type {
    const before = this.problems.length;
    const type = actualType(this.#attributes, element, declaration, declared, required) ?? anyType;
    const [problem] = this.problems.slice(before);
    return problem && problem.kind !== "type-blocked" ? anyType : type;
  }

  /** Number of problems, IDs and variables. An element in which it changes depends on other parts of the message. */
  #effects(): number {
    return (
      this.problems.length + this.#includes + this.#undeclared + this.#values.effects + this.#content.namespaces.count
    );
  }

  /** Whether an element is valid without further checks: it has a simple type, as most elements have, and isn't part of a key. */
  #isPlain(element: XmlElement, declaration: ElementDeclaration): boolean {
    const test = declaration.plainTest;
    if (test === undefined || element.attributes.length > 0 || element.namespace === undefined) return false;
    return this.#values.isPlain(element, test);
  }

  /** Checks the text between the last read markup and the next markup. */
  #textBefore(open: OpenElement, end: number): void {
    const start = open.read;
    if (start < end && !(open.children && isBlank(this.#document.text, start, end))) {
      this.#text(open, { kind: "text", start, end });
    }
  }

  #text(open: OpenElement, text: XmlNode): void {
    const { element, type, nil, children } = open;
    if (open.isReported) return;
    const blank = isBlankNode(this.#document, text);
    if (blank && (children || open.isBlankReported)) return;
    // The value of a variable may consist of elements, or be empty.
    if (hasVariable(this.#document, text)) children?.addUnknown();
    else {
      if (blank && !nil) open.isBlankReported = true;
      else open.isReported = true;
      const empty = type.kind === "complex" && type.content.kind === "empty";
      const at = blank ? text : trimmed(this.#document.text, text);
      const unexpected = { kind: "text-unexpected", empty, blank, type } as const;
      this.#report(element, nil ? { kind: "nil-content", attribute: nil } : unexpected, at);
    }
  }

  #leave(open: OpenElement): void {
    if (open.isTransparent) return;
    open.children?.end();
    const value = open.nil || open.isReported || open.isInPart ? undefined : this.#elements.of(open);
    if (open.identity) this.#identity.end(open.identity, open.element, () => this.#elements.ofField(open, value));
    if (open.children && this.#valid && this.#effects() === open.effects) this.#valid.add(open.element, open);
  }
}

/** Whether an element has an attribute in the namespace of XML Schema instances, such as `xsi:type`. */
function hasOwnAttribute({ attributes }: XmlElement): boolean {
  for (const { namespace } of attributes) if (namespace === xsiNamespace) return true;
  return false;
}

function hasVariable({ text }: XmlDocument, node: XmlNode): boolean {
  return references(text, node.start, node.end).length > 0;
}
