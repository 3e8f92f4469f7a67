import { analyze, defaultOptions, messageOf } from "../analysis/analysis.ts";
import { diagnose } from "../analysis/findings.ts";
import { elementProblems, type MessageProblem } from "../contract/check/messageProblems.ts";
import { attributeText } from "../contract/write/namespaces.ts";
import type { Edit } from "../rules/rule.ts";
import { schemaCodeOf, schemaProblems } from "../rules/schema.ts";
import { childElements } from "../soap/envelope.ts";
import { applyEdits } from "../text/edits.ts";
import { memoized } from "../text/memoized.ts";
import { type ChildList, ChildLists } from "../validation/childLists.ts";
import type { ExpectedRoot } from "../validation/validate.ts";
import { parseXml } from "../xml/parser.ts";
import { prefixesIn } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import type { SimpleType } from "../xsd/components.ts";
import type { Schemas } from "../xsd/schemas.ts";
import type { Base, VariedElement } from "./base.ts";
import type { Change } from "./changes.ts";

/** Problems of changed texts, by what a declaration allows besides its simple type. Many elements share them. */
const knownProblems = memoized((_: Schemas) =>
  memoized((_: SimpleType) => new Map<string, Map<string, readonly MessageProblem[]>>()),
);

/** An element that can be validated without its parents. */
interface Scope {
  readonly element: XmlElement;
  readonly expectation: ExpectedRoot;
  /** A start tag that declares all prefixes in scope at the element. */
  readonly startTag: string;
}

/**
 * Checks changes of a request. For a change in the payload, only the innermost element around it is validated, or
 * only its list of children if nothing else is changed. Other changes are checked by all rules.
 */
export class Proof {
  readonly #base: Base;
  /** Codes of the findings in the unchanged request. */
  readonly #own: ReadonlySet<string>;
  readonly #isLocal: boolean;
  /** Whether the payload has keys or IDs, which can only be validated in the whole payload. */
  readonly #isWhole: boolean;
  readonly #scopes = new Map<VariedElement, Scope | undefined>();
  readonly #lists = new Map<XmlElement, ChildLists | undefined>();

  constructor(base: Base) {
    const { text, message, schema, elements, references } = base;
    this.#base = base;
    this.#own = new Set(diagnose(base.analysis).map(({ code }) => code));
    const { body } = message.envelope ?? {};
    const isFixed = body !== undefined && !text.slice(body.start, body.end).includes("{{");
    const hasReferences = references.ids.size + references.all.length > 0;
    this.#isWhole = hasReferences || elements.some((one) => (one.declaration?.constraints.length ?? 0) > 0);
    const isAlone = !this.#isWhole || elements.filter(({ parent }) => parent === undefined).length === 1;
    this.#isLocal = isFixed && isAlone && this.#own.size === 0 && !schema.isEncoded && message.multipart === undefined;
  }

  /** The schema problems that a change causes; undefined if other rules also find problems. */
  problemsOf({ edits, siblings }: Change): readonly MessageProblem[] | undefined {
    const listed = siblings && this.#problemsInList(siblings);
    if (listed) return listed;
    const scope = this.#isLocal ? this.#scopeOf(edits) : undefined;
    return scope ? this.#problemsIn(scope, edits) : this.#problemsOfAll(applyEdits(this.#base.text, edits));
  }

  /** Whether only the type of a value decides whether it is valid. */
  isOfTypeAlone(edits: readonly Edit[]): boolean {
    return this.#isLocal && !this.#isWhole && this.#scopeOf(edits) !== undefined;
  }

  /** Whether no check finds a problem in a request with the same head and another payload. */
  isRight(text: string): boolean {
    const [payload, ...others] = this.#base.elements.filter(({ parent }) => parent === undefined);
    const scope = this.#isLocal && payload && others.length === 0 ? this.#scopeAt(payload) : undefined;
    if (!scope) return this.codesIn(text).length === 0;
    const document = parseXml(text, text.indexOf("\n\n"));
    const body = document.root && childElements(document.root).find(({ local }) => local === "Body");
    const [changed, ...more] = body ? childElements(body) : [];
    if (!changed || more.length > 0 || document.problems.length > 0) return false;
    return this.#problemsAt(changed, scope, document).length === 0;
  }

  /** Codes of new findings in a changed request. */
  codesIn(text: string): readonly string[] {
    const codes = diagnose(this.#analyze(text)).map(({ code }) => code);
    return codes.filter((code) => !this.#own.has(code));
  }

  #analyze(text: string) {
    return analyze(text, defaultOptions, this.#base.analysis.resolver);
  }

  #problemsOfAll(text: string): readonly MessageProblem[] | undefined {
    const analysis = this.#analyze(text);
    const findings = diagnose(analysis).filter(({ code }) => !this.#own.has(code));
    const [placed] = analysis.document.segments;
    const message = placed && messageOf(analysis, placed.segment);
    const problems = message ? schemaProblems(message).filter(({ kind }) => !this.#own.has(schemaCodeOf(kind))) : [];
    return problems.length === findings.length ? problems : undefined;
  }

  /** The problems of a changed list of children; undefined if the change may also cause other problems. */
  #problemsInList(list: ChildList): readonly MessageProblem[] | undefined {
    const { parent } = list;
    if (!parent || !this.#isLocal || this.#isWhole) return undefined;
    if (!this.#lists.has(parent)) this.#lists.set(parent, this.#listsOf(parent));
    return this.#lists.get(parent)?.problemsOf(list);
  }

  #listsOf(parent: XmlElement): ChildLists | undefined {
    const { schema, document, elements } = this.#base;
    const varied = elements.find(({ element }) => element === parent);
    if (varied?.type.kind !== "complex" || !this.#scopeAt(varied)) return undefined;
    return new ChildLists(schema.schemas, document, parent, varied.type);
  }

  #problemsIn(scope: Scope, edits: readonly Edit[]): readonly MessageProblem[] | undefined {
    const { start, end } = scope.element;
    const moved = edits.map((one) => ({ ...one, start: one.start - start, end: one.end - start }));
    const text = `${scope.startTag}${applyEdits(this.#base.text.slice(start, end), moved)}</x>`;
    const ownProblems = this.#isWhole ? undefined : this.#knownOf(scope);
    const problems = ownProblems?.get(text) ?? this.#problemsInText(scope, text);
    if (problems) ownProblems?.set(text, problems);
    return problems;
  }

  /** The problems of texts that were already validated for a declaration that allows the same content. */
  #knownOf({ expectation }: Scope): Map<string, readonly MessageProblem[]> | undefined {
    if (expectation.kind !== "declaration") return undefined;
    const { type, given, nillable, block } = expectation.declaration;
    if (type.kind !== "simple" || given) return undefined;
    const typeProblems = knownProblems(this.#base.schema.schemas)(type);
    const key = `${nillable} ${[...block].join(" ")}`;
    const problems = typeProblems.get(key) ?? new Map<string, readonly MessageProblem[]>();
    typeProblems.set(key, problems);
    return problems;
  }

  #problemsInText(scope: Scope, text: string): readonly MessageProblem[] | undefined {
    const document = parseXml(text);
    const changed = document.root && childElements(document.root)[0];
    return changed && this.#problemsAt(changed, scope, document);
  }

  #problemsAt(changed: XmlElement, { expectation }: Scope, document: XmlDocument): readonly MessageProblem[] {
    const { schemas } = this.#base.schema;
    const context = { ...{ schemas, document, operation: undefined, envelope: undefined, isMultipart: false } };
    return elementProblems({ ...context, resolve: (text) => text }, changed, expectation);
  }

  /** The innermost element of the payload that contains all changes in its attributes or content; undefined for changes elsewhere. */
  #scopeOf(edits: readonly Edit[]): Scope | undefined {
    const start = Math.min(...edits.map((one) => one.start));
    const end = Math.max(...edits.map((one) => one.end));
    let varied = this.#base.elements.findLast(({ element }) => element.nameEnd <= start);
    while (varied && (end > contentEnd(varied.element) || (this.#isWhole && varied.parent))) varied = varied.parent;
    for (; varied; varied = varied.parent) {
      const cached = this.#scopes.get(varied) ?? this.#scopeAt(varied);
      this.#scopes.set(varied, cached);
      if (cached) return cached;
    }
    return undefined;
  }

  #scopeAt({ element, declaration, declared }: VariedElement): Scope | undefined {
    const { body } = this.#base.message.envelope ?? {};
    const expectation = declaration
      ? ({ kind: "declaration", declaration } as const)
      : declared && ({ kind: "type", type: declared } as const);
    if (!expectation || !element.parent || !body || element.start < body.start || element.end > body.end)
      return undefined;
    const prefixes = [...prefixesIn(this.#base.document, element.parent)].map(
      ([prefix, namespace]) => ` xmlns${prefix === "" ? "" : `:${prefix}`}="${attributeText(namespace)}"`,
    );
    return { element, expectation, startTag: `<x${prefixes.join("")}>` };
  }
}

function contentEnd({ endTag, end }: XmlElement): number {
  return endTag?.start ?? end - "/>".length;
}
