import { Budget } from "../text/budget.ts";
import { contentSteps, keySteps } from "../text/limits.ts";
import { references } from "../text/references.ts";
import { trimmed } from "../text/span.ts";
import { attribute, valueSpan as attributeSpan, nameSpan, namespaceOf } from "../xml/query.ts";
import type { XmlDocument, XmlElement, XmlNode } from "../xml/tree.ts";
import { anyType } from "../xsd/anyType.ts";
import type { ComplexType, ElementDeclaration, QName, SimpleType, Type, Wildcard } from "../xsd/components.ts";
import { type ContentModels, contentModelsOf } from "../xsd/content/contentModels.ts";
import { namespaceOf as namespaceIn } from "../xsd/document.ts";
import type { Schemas } from "../xsd/schemas.ts";
import { valueKey } from "../xsd/values.ts";
import { actualType } from "./actualType.ts";
import { type AttributeContext, checkAttributes, declarationOf, xsiNamespace } from "./attributes.ts";
import { Children, type ContentContext, type Match } from "./children.ts";
import { isBlank, isText } from "./content.ts";
import { ElementNames } from "./elementNames.ts";
import { type FieldAttribute, type FieldValue, IdentityConstraints, type IdentityState } from "./identity.ts";
import { isBase64, isInclude, isOnlyContent } from "./include.ts";
import type { Problem, ProblemKind, Report } from "./problems.ts";
import { type Governing, ValidSubtrees } from "./validSubtrees.ts";
import { plainTestFor, type Resolve, Values } from "./values.ts";
import { WrongNamespaces } from "./wrongNamespaces.ts";

/** Maximum listed problems; then the check ends. */
export const maxProblems = 100;

export interface ValidationOptions {
  /** Replaces variables; undefined for an unknown value. */
  readonly resolve: Resolve;
  /** Whether attributes of a namespace are allowed everywhere. Always the same for a validator. */
  readonly ignores: (namespace: string) => boolean;
  /** Whether parts of the message may contain its binary data, each in the place of an `xop:Include`. */
  readonly isMultipart: boolean;
  /** Called for each element whose prefix isn't declared, with the name that the schema expects there. */
  readonly meant?: ((element: XmlElement, name: QName) => void) | undefined;
}

/** What an element has to be: of a declaration, of a type, or one that is declared at the top of a schema. */
export type Expectation =
  | { readonly kind: "declaration"; readonly declaration: ElementDeclaration }
  | { readonly kind: "type"; readonly type: Type }
  | { readonly kind: "global"; readonly process: "strict" | "lax" };

/** Checks elements of messages by the components of schemas. What was compiled for one is used for the next. */
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
   * What is wrong with an element and its content, in the order of the text; at most 100. In linear time; after several edits,
   * what was valid before and is still the same isn't checked again.
   */
  validate(
    document: XmlDocument,
    element: XmlElement,
    expectation: Expectation,
    options: ValidationOptions,
  ): readonly Problem[] {
    // Remembering costs a tenth of the time, and most elements are validated once.
    const valid = this.#validated.has(element) ? this.#valid : undefined;
    this.#validated.add(element);
    const pass = new Pass(this.#schemas, this.#models, valid, document, options);
    pass.run(element, expectation);
    return pass.problems;
  }
}

/** An element whose end tag isn't reached yet. */
interface Open extends Governing {
  readonly element: XmlElement;
  readonly type: Type;
  readonly isNil: boolean;
  /** Whether its children belong to its parent. */
  readonly isTransparent?: true;
  /** Undefined where the type has no element content. */
  readonly children: Children | undefined;
  readonly identity: IdentityState | undefined;
  /** The effects that were counted before it. */
  readonly effects: number;
  next: number;
  /** Whether something was reported that a second mistake of the same kind wouldn't add to. */
  isReported: boolean;
  /** Whether its value is in another part of the message. */
  isInPart: boolean;
}

class Pass {
  readonly problems: Problem[] = [];
  readonly #document: XmlDocument;
  readonly #schemas: Schemas;
  readonly #values: Values;
  readonly #attributes: AttributeContext;
  readonly #content: ContentContext;
  readonly #identity: IdentityConstraints;
  readonly #valid: ValidSubtrees | undefined;
  readonly #open: Open[] = [];
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
    const report: Report = (element, at, problem) => {
      this.problems.push({ ...problem, element, at });
    };
    this.#document = document;
    this.#schemas = schemas;
    this.#valid = valid;
    this.#isMultipart = options.isMultipart;
    this.#meant = options.meant;
    this.#values = new Values(document, report, options.resolve);
    this.#attributes = { document, schemas, values: this.#values, report, ignores: options.ignores };
    this.#content = {
      ...{ models, names: new ElementNames(), report, namespaces: new WrongNamespaces(report) },
      budget: new Budget(contentSteps + 10 * document.text.length),
    };
    this.#identity = new IdentityConstraints(report, new Budget(keySteps + document.text.length));
  }

  run(root: XmlElement, expectation: Expectation): void {
    if (expectation.kind === "declaration") {
      const { declaration } = expectation;
      if (root.namespace !== declaration.name.namespace) this.#content.namespaces.add(root, declaration);
      this.#enter(root, declaration, declaration.type);
    } else if (expectation.kind === "type") this.#enter(root, undefined, expectation.type);
    else this.#enterGlobal(root, expectation.process, undefined);
    for (let open = this.#open.at(-1); open && this.problems.length < maxProblems; open = this.#open.at(-1)) {
      const child = open.element.children[open.next++];
      if (child === undefined) {
        this.#open.pop();
        this.#leave(open);
      } else if (child.kind === "element") this.#child(open, child);
      else if (isText(child)) this.#text(open, child);
    }
    this.#values.end();
    this.problems.sort((a, b) => a.at.start - b.at.start);
    this.problems.splice(maxProblems);
  }

  #report(element: XmlElement, problem: ProblemKind, at = nameSpan(element)): void {
    this.#content.report(element, at, problem);
  }

  #child(open: Open, child: XmlElement): void {
    if (open.children) {
      this.#matched(open, child, open.children.match(child));
    } else if (!open.isReported) {
      const simple = simpleTypeOf(open.type);
      if (simple && !open.isNil && isInclude(child)) {
        this.#include(open, child, simple);
        return;
      }
      open.isReported = true;
      if (open.isNil) this.#report(open.element, { kind: "nil-content" }, nameSpan(child));
      else this.#report(child, { kind: "element-unexpected", expected: undefined, mayEnd: true, similar: undefined });
    }
  }

  /** A reference to the part that contains a value. */
  #include(open: Open, child: XmlElement, type: SimpleType): void {
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

  #matched(open: Open, child: XmlElement, match: Match): void {
    if (match === "skip") return;
    if (match === "transparent") this.#open.push(transparent(child, open));
    else if (match.kind === "element") this.#enter(child, match, match.type);
    else if (match.process !== "skip") this.#enterGlobal(child, match.process, match);
  }

  /** An element that a wildcard accepts, or that is checked by itself. */
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
    if (declaration && this.#isPlain(element, declaration)) return;
    const around = this.#open.at(-1)?.identity;
    if (around === undefined && this.#valid?.has(element, { declaration, declared, required })) return;
    const effects = this.#effects();
    if (element.namespace === undefined && declaration) {
      this.#undeclared++;
      this.#meant?.(element, declaration.name);
    }
    // What may replace it has other content.
    if (declaration?.abstract) {
      this.#report(element, { kind: "element-abstract", declaration });
      return;
    }
    const hasOwn = element.attributes.some(({ namespace }) => namespace === xsiNamespace);
    const isPlain = !hasOwn && !(declared?.kind === "complex" && declared.abstract);
    const type = isPlain ? (declared ?? anyType) : this.#actualType(element, declaration, declared, required);
    const isNil = hasOwn && this.#isNil(element, declaration);
    checkAttributes(this.#attributes, element, type);
    const hasChildren = type.kind === "complex" && type.content.kind === "elements" && !isNil;
    const children = hasChildren ? new Children(this.#content, element, type) : undefined;
    const hasKeys = around !== undefined || (declaration !== undefined && declaration.constraints.length > 0);
    const identity = hasKeys
      ? this.#identity.start(element, declaration, around, () => this.#fieldAttributes(element, type))
      : undefined;
    this.#open.push({
      element,
      declaration,
      declared,
      required,
      type,
      isNil,
      children,
      identity,
      effects,
      next: 0,
      isReported: false,
      isInPart: false,
    });
  }

  /** Any type if the real one isn't known, because `xsi:type` is wrong or missing: then the content isn't wrong, too. */
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

  /** The number of problems, and of IDs and variables, whose validity depends on other parts of the message. */
  #effects(): number {
    return (
      this.problems.length + this.#includes + this.#undeclared + this.#values.effects + this.#content.namespaces.count
    );
  }

  /** Whether an element is valid without more: of a simple type, as most are, and no part of a key. */
  #isPlain(element: XmlElement, declaration: ElementDeclaration): boolean {
    const test = plainTestFor(declaration);
    if (test === undefined || element.attributes.length > 0 || this.#open.at(-1)?.identity) return false;
    return element.namespace !== undefined && this.#values.isPlain(element, test);
  }

  #isNil(element: XmlElement, declaration: ElementDeclaration | undefined): boolean {
    const nil = attribute(element, xsiNamespace, "nil");
    const text = nil && this.#values.ofAttribute(nil)?.trim();
    if (nil === undefined || text === undefined) return false;
    const at = attributeSpan(nil) ?? nameSpan(nil);
    if (declaration && !declaration.nillable) {
      this.#report(element, { kind: "nil-not-allowed", attribute: nil }, nameSpan(nil));
      return false;
    }
    if (!/^(?:true|false|1|0)$/.test(text)) this.#report(element, { kind: "nil-value", attribute: nil }, at);
    const isNil = text === "true" || text === "1";
    if (isNil && declaration?.given?.kind === "fixed") this.#report(element, { kind: "nil-fixed", attribute: nil }, at);
    return isNil;
  }

  #text(open: Open, text: XmlNode): void {
    const { element, type, isNil, children } = open;
    const content = type.kind === "simple" ? "simple" : type.content.kind;
    if (open.isReported) return;
    if (!isNil && (content === "simple" || (type.kind === "complex" && isMixed(type)))) return;
    const blank = isBlank(this.#document, text);
    if (blank && children) return;
    // The value of a variable may be elements, or nothing.
    if (hasVariable(this.#document, text)) children?.addUnknown();
    else {
      open.isReported = true;
      const empty = content === "empty";
      const at = blank ? text : trimmed(this.#document.text, text);
      this.#report(element, isNil ? { kind: "nil-content" } : { kind: "text-unexpected", empty, blank, type }, at);
    }
  }

  #leave(open: Open): void {
    if (open.isTransparent) return;
    open.children?.end();
    const value = open.isNil || open.isReported || open.isInPart ? undefined : this.#valueOf(open);
    if (open.identity) this.#identity.end(open.identity, open.element, () => this.#fieldValue(open, value));
    if (open.children && this.#effects() === open.effects) this.#valid?.add(open.element, open);
  }

  /** Checks the value of an element; undefined where it has none, or an unknown or wrong one. */
  #valueOf({ element, declaration, type }: Open): string | undefined {
    const simple = simpleTypeOf(type);
    const given = declaration?.given;
    if (simple === undefined && given?.kind !== "fixed") return undefined;
    const isEmpty = given !== undefined && !element.children.some((one) => one.kind === "element" || isText(one));
    const text = isEmpty ? given.value : this.#values.ofElement(element);
    if (text === undefined) return undefined;
    const place = { element, attribute: undefined };
    if (simple && !this.#values.check(place, text, simple)) return undefined;
    if (given?.kind === "fixed" && !isEmpty && !this.#isSame(text, given.value, element, declaration, simple)) {
      this.#report(element, { kind: "fixed", attribute: undefined, given, value: text }, this.#values.spanOf(place));
    }
    return text;
  }

  /** Whether a text is a fixed value: by the type, or where the content is mixed, as text without elements. */
  #isSame(
    text: string,
    fixed: string,
    element: XmlElement,
    declaration: ElementDeclaration | undefined,
    type: SimpleType | undefined,
  ): boolean {
    if (type === undefined) return text === fixed && !element.children.some(({ kind }) => kind === "element");
    const prefixes = (prefix: string) => declaration && namespaceIn(declaration.source.scope, prefix);
    const declared = declaration && simpleTypeOf(declaration.type);
    // A text that `xsi:type` doesn't allow may be the same value as one that it allows: a fixed 1.0 is the integer 1.
    const key = valueKey(fixed, type, prefixes) ?? (declared && valueKey(fixed, declared, prefixes));
    return key === undefined || key === this.#keyOf(text, type, element);
  }

  #keyOf(text: string, type: SimpleType, element: XmlElement): string | undefined {
    return valueKey(text, type, (prefix) => namespaceOf(this.#document, element, prefix), this.#values.budget);
  }

  #fieldValue({ element, declaration, type, isNil }: Open, text: string | undefined): FieldValue {
    if (isNil) return { kind: "nil" };
    const simple = simpleTypeOf(type);
    if (simple === undefined) return { kind: this.#isUnknown(element, type, declaration) ? "unknown" : "complex" };
    const key = text === undefined ? undefined : this.#keyOf(text, simple, element);
    return key === undefined ? { kind: "unknown" } : { kind: "value", key };
  }

  /** Whether a type is unknown, and replaced by a base of all types. */
  #isUnknown({ namespace = "" }: XmlElement, type: Type, declaration: ElementDeclaration | undefined): boolean {
    if (type !== anyType) return false;
    if (declaration === undefined) return this.#schemas.declarations.incomplete.has(namespace);
    const named = declaration.source.attributes.get("type")?.value;
    return named !== undefined && !/(?:^|:)anyType\s*$/.test(named);
  }

  #fieldAttributes(element: XmlElement, type: Type): readonly FieldAttribute[] {
    const valueFor = (text: string | undefined, simple: SimpleType | undefined): FieldValue => {
      const key = text === undefined || !simple ? undefined : this.#keyOf(text, simple, element);
      return key === undefined ? { kind: "unknown" } : { kind: "value", key };
    };
    const written = element.attributes.map((one) => {
      const simple = () => declarationOf(this.#schemas, one, type)?.type;
      const name = { namespace: one.namespace ?? "", local: one.local };
      return { name, value: () => valueFor(this.#values.ofAttribute(one), simple()) };
    });
    const uses = type.kind === "complex" ? [...type.attributes.values()] : [];
    const defaults = uses.filter(({ name, given }) => given && !attribute(element, name.namespace, name.local));
    return [
      ...written,
      ...defaults.map(({ name, given, type: simple }) => ({ name, value: () => valueFor(given?.value, simple) })),
    ];
  }
}

function transparent(element: XmlElement, parent: Open): Open {
  const none = {
    declaration: undefined,
    identity: undefined,
    isNil: false,
    next: 0,
    isReported: false,
    isInPart: false,
  };
  return { ...parent, ...none, element, isTransparent: true };
}

function simpleTypeOf(type: Type): SimpleType | undefined {
  if (type.kind === "simple") return type;
  return type.content.kind === "simple" ? type.content.type : undefined;
}

function isMixed({ content }: ComplexType): boolean {
  return content.kind === "elements" && content.mixed;
}

function hasVariable({ text }: XmlDocument, node: XmlNode): boolean {
  return references(text, node.start, node.end).length > 0;
}
