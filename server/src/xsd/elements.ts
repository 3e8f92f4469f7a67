import * as l10n from "@vscode/l10n";
import { oneLine } from "../text/lines.ts";
import { isLocalName } from "../xml/characters.ts";
import { anyType } from "./anyType.ts";
import type {
  ElementDeclaration,
  IdentityConstraint,
  IdentityPath,
  NameTest,
  PlainTest,
  QName,
  SchemaProblem,
  Type,
} from "./components.ts";
import { attribute, type Declarations, type Declared, notAName, qname, xsdNamespace } from "./declarations.ts";
import { namespaceInScope, type SourceElement } from "./document.ts";
import { isNcName } from "./pattern/characterSets.ts";
import { blockedDerivations, givenBy, isTrueAttribute, type Place, placeOf } from "./place.ts";
import { plainTestFor } from "./plainValues.ts";
import type { References } from "./references.ts";

/** The identity constraints of an element. Unreadable constraints are reported and omitted. */
function identityConstraints(
  { source, context: { targetNamespace } }: Place,
  report: (problem: SchemaProblem) => void,
): readonly IdentityConstraint[] {
  return source.children.flatMap((child) => {
    const kind = child.namespace === xsdNamespace ? kinds.find((one) => one === child.local) : undefined;
    const local = attribute(child, "name");
    if (kind === undefined || local === undefined) return [];
    const [selector] = pathsIn(child, "selector", report);
    const fields = pathsIn(child, "field", report);
    const refer = kind === "keyref" ? referred(child) : undefined;
    if (selector === undefined || [selector, ...fields].some((one) => one === null) || fields.length === 0) return [];
    if (kind === "keyref" && refer === undefined) return [];
    const valid = fields.filter((one) => one !== null);
    const name: QName = { namespace: targetNamespace, local };
    return selector === null ? [] : [{ kind, name, refer, selector, fields: valid, source: child }];
  });
}

const kinds = ["unique", "key", "keyref"] as const;

function referred(source: SourceElement): QName | undefined {
  const refer = attribute(source, "refer");
  return refer === undefined ? undefined : qname(source, refer);
}

/** The paths in the child elements with a name; null if one can't be read. */
function pathsIn(
  source: SourceElement,
  name: "selector" | "field",
  report: (problem: SchemaProblem) => void,
): readonly (readonly IdentityPath[] | null)[] {
  const elements = source.children.filter(({ namespace, local }) => namespace === xsdNamespace && local === name);
  return elements.map((element) => {
    const xpath = attribute(element, "xpath") ?? "";
    const paths = xpath.split("|").map((text) => readPath(text, element, name === "field"));
    if (paths.every((path) => path !== undefined)) return paths;
    const message = l10n.t("{0} isn't a valid path for a {1}. The constraint is ignored.", oneLine(xpath), name);
    report({ source: element, attribute: "xpath", message });
    return null;
  });
}

/** Reads a path; undefined if it isn't in the allowed subset of XPath. */
function readPath(text: string, source: SourceElement, isField: boolean): IdentityPath | undefined {
  const written = withoutSpace(text);
  if (written === undefined) return undefined;
  const anyDepth = written.startsWith(".//");
  const names = (anyDepth ? written.slice(3) : written).split("/");
  const last = names.at(-1) ?? "";
  const attributeName = /^(?:@|attribute::)(.*)$/s.exec(last)?.[1];
  if (attributeName !== undefined && !isField) return undefined;
  const steps: NameTest[] = [];
  for (const name of attributeName === undefined ? names : names.slice(0, -1)) {
    if (name === ".") continue;
    const step = readTest(name.replace(/^child::/, ""), source);
    if (step === undefined) return undefined;
    steps.push(step);
  }
  const ofAttribute = attributeName === undefined ? undefined : readTest(attributeName, source);
  if (attributeName !== undefined && ofAttribute === undefined) return undefined;
  return { anyDepth, steps, attribute: ofAttribute };
}

/** Removes whitespace beside the signs between names; undefined if there is whitespace elsewhere. */
function withoutSpace(text: string): string | undefined {
  const parts = text.split(/[ \t\r\n]+/).filter(Boolean);
  const isSplit = parts.some((part, at) => at > 0 && !/^[/:@]/.test(part) && !/[/:@]$/.test(parts[at - 1] ?? ""));
  return isSplit ? undefined : parts.join("");
}

/** Reads a name. Without a prefix, it has no namespace, even if there is a default namespace. */
function readTest(text: string, source: SourceElement): NameTest | undefined {
  if (text === "*") return { namespace: undefined, local: undefined };
  const colon = text.indexOf(":");
  const prefix = colon < 0 ? undefined : text.slice(0, colon);
  const local = text.slice(colon + 1);
  if ((local !== "*" && !isNcName(local)) || (prefix !== undefined && !isNcName(prefix))) return undefined;
  const namespace = prefix === undefined ? "" : namespaceInScope(source.scope, prefix);
  return namespace === undefined ? undefined : { namespace, local: local === "*" ? undefined : local };
}

export class Elements {
  readonly #declarations: Declarations;
  readonly #references: References;
  readonly #typeOf: (place: Place) => Type | undefined;
  readonly #globals = new Map<Declared, ElementDeclaration>();

  constructor(declarations: Declarations, references: References, typeOf: (place: Place) => Type | undefined) {
    this.#declarations = declarations;
    this.#references = references;
    this.#typeOf = typeOf;
  }

  global(declared: Declared): ElementDeclaration {
    const cached = this.#globals.get(declared);
    if (cached) return cached;
    const element = this.#declare(placeOf(declared), declared.name, true);
    this.#globals.set(declared, element);
    return element;
  }

  /** An element in a model group: its declaration, or the declaration that it refers to. */
  inGroup(place: Place): ElementDeclaration | undefined {
    const { source, context } = place;
    const ref = attribute(source, "ref");
    if (ref === undefined) {
      const local = attribute(source, "name");
      if (local === undefined) return undefined;
      const form = attribute(source, "form");
      const qualified = form === undefined ? context.elementsQualified : form === "qualified";
      return this.#declare(place, { namespace: qualified ? context.targetNamespace : "", local }, false);
    }
    const name = this.#references.nameOf(place, ref, "element", "ref");
    const declared = name && this.#declarations.find("element", name);
    if (declared) return this.global(declared);
    if (name === undefined) return undefined;
    this.#references.unknown(place, "ref", ref);
    return this.#declare(place, name, true, anyType);
  }

  report(problem: SchemaProblem): void {
    this.#declarations.problems.push(problem);
  }

  typeAt(place: Place): Type {
    const type = this.#typeOf(place);
    if (type || attribute(place.source, "type") !== undefined) return type ?? anyType;
    // Without a type, the element has the type of the head of its substitution group (XML Schema part 1, section 3.3.2).
    const head = this.#references.headWithType(place);
    return head ? this.global(head).type : anyType;
  }

  #declare(place: Place, name: QName, global: boolean, type?: Type): ElementDeclaration {
    const { source } = place;
    if (!isLocalName(name.local)) this.report({ source, attribute: "name", message: notAName(name.local) });
    return new CompiledElement(this, place, name, global, this.#references.headName(place), type);
  }
}

/** A class, so that V8 uses one hidden class for all declarations, which a validation reads most often. */
class CompiledElement implements ElementDeclaration {
  readonly kind = "element";
  readonly name: QName;
  readonly global: boolean;
  readonly nillable: boolean;
  readonly abstract: boolean;
  readonly given: ElementDeclaration["given"];
  readonly substitutes: QName | undefined;
  readonly block: ReadonlySet<string>;
  readonly #elements: Elements;
  readonly #place: Place;
  #type: Type | undefined;
  #constraints: readonly IdentityConstraint[] | undefined;
  #plainTest: PlainTest | "none" | undefined;

  constructor(
    elements: Elements,
    place: Place,
    name: QName,
    global: boolean,
    substitutes: QName | undefined,
    type: Type | undefined,
  ) {
    const { source } = place;
    this.name = name;
    this.global = global;
    // An undeclared element may have any content, and may be nil.
    this.nillable = type !== undefined || isTrueAttribute(source, "nillable");
    this.abstract = isTrueAttribute(source, "abstract");
    this.given = givenBy(source);
    this.substitutes = substitutes;
    this.block = blockedDerivations(place);
    this.#elements = elements;
    this.#place = place;
    this.#type = type;
  }

  get source(): Place["source"] {
    return this.#place.source;
  }

  get type(): Type {
    this.#type ??= this.#elements.typeAt(this.#place);
    return this.#type;
  }

  get constraints(): readonly IdentityConstraint[] {
    this.#constraints ??= identityConstraints(this.#place, (problem) => this.#elements.report(problem));
    return this.#constraints;
  }

  get plainTest(): PlainTest | undefined {
    this.#plainTest ??= plainTestFor(this) ?? "none";
    return this.#plainTest === "none" ? undefined : this.#plainTest;
  }
}
