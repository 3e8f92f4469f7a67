import * as l10n from "@vscode/l10n";
import {
  type Direction,
  declaredDetails,
  type ExpectedElement,
  expectationsOf,
  expectedDeclaration,
} from "../../contract/check/expectations.ts";
import type { Contract } from "../../contract/contract.ts";
import { ElementSnippets } from "../../contract/write/elementSnippet.ts";
import { typeName } from "../../rules/schema/words.ts";
import { plainText } from "../../text/snippet.ts";
import type { Operation } from "../../wsdl/model.ts";
import { anyType } from "../../xsd/anyType.ts";
import type { AttributeUse, ElementDeclaration, GivenValue, Particle, Type } from "../../xsd/components.ts";
import type { SourceElement } from "../../xsd/document.ts";
import { annotationOf } from "../../xsd/documentation.ts";
import { particlesOf } from "../../xsd/occurrences.ts";
import {
  cardinality,
  givenText,
  groupWords,
  namespaceWords,
  requirement,
  valueFacts,
  wildcardWords,
} from "./schemaWords.ts";

const maxChildren = 1_000;
const maxValues = 20;
/** Maximum length of the documentation and of the sample in a tooltip, in UTF-16 units. */
const maxTooltip = 2_000;

/** A node in the tree of a contract. Its children are created when they are read, so that recursive types are possible. */
export interface ContractNode {
  readonly kind: "operation" | "message" | "element" | "attribute" | "group" | "wildcard" | "text" | "type" | "note";
  readonly name: string;
  /** Its type, its cardinality, and other facts about its position. */
  readonly detail: string;
  readonly source?: SourceElement | undefined;
  readonly declaration?: ElementDeclaration | undefined;
  readonly type?: Type | undefined;
  readonly given?: GivenValue | undefined;
  readonly documentation?: string;
  /** Whether the children are possible replacements of the parent element. */
  readonly isReplacement?: true;
  /** The direction of the message that contains the element; `undefined` if no message can contain it. */
  readonly direction?: Direction | undefined;
  readonly isHeader?: boolean;
  /** Returns the children; `undefined` if there are none. */
  readonly children?: (() => Iterable<ContractNode>) | undefined;
}

interface Place {
  readonly direction: Direction | undefined;
  readonly around: string | undefined;
}

/** The first index is of an operation, or of an element or type of a schema. After a change, nodes may be missing. */
export function contractNodes(contract: Contract, path: readonly number[]): readonly ContractNode[] {
  const all = path.length === 0 ? rootsOf(contract) : (contractPath(contract, path)?.at(-1)?.children?.() ?? []);
  const nodes: ContractNode[] = [];
  for (const node of all) {
    if (nodes.length === maxChildren) {
      return [...nodes, { kind: "note", name: l10n.t("Only the first {0} are listed.", maxChildren), detail: "" }];
    }
    nodes.push(node);
  }
  return nodes;
}

/** The nodes on a path; undefined if the contract has changed and one is missing. */
export function contractPath(contract: Contract, path: readonly number[]): readonly ContractNode[] | undefined {
  const nodes: ContractNode[] = [];
  let level: Iterable<ContractNode> = rootsOf(contract);
  for (const step of path) {
    const node = nodeAt(level, step);
    if (node === undefined) return undefined;
    nodes.push(node);
    level = node.children?.() ?? [];
  }
  return nodes;
}

function nodeAt(level: Iterable<ContractNode>, step: number): ContractNode | undefined {
  let index = 0;
  for (const node of level) if (index++ === step) return node;
  return undefined;
}

/** The elements on a path, from the payload or the header block to the last element. */
export function elementsOn(nodes: readonly ContractNode[]): readonly ElementDeclaration[] {
  const elements: ElementDeclaration[] = [];
  for (const { declaration, isReplacement } of nodes) {
    if (isReplacement) elements.pop();
    if (declaration) elements.push(declaration);
  }
  return elements;
}

/** A tooltip in plain text: the contract's description of a node, with a sample of an element. */
export function contractTooltip(contract: Contract, { name, detail, ...node }: ContractNode): string {
  const { declaration, type, given, source } = node;
  const about = node.documentation ?? ((source && annotationOf(source)) || (type?.source && annotationOf(type.source)));
  const facts = [given ? givenText(given) : "", ...(type ? valueFacts(type, (text) => text, maxValues) : [])].filter(
    Boolean,
  );
  const sample = declaration && sampleOf(contract, declaration);
  const paragraphs = [
    [name, detail].filter(Boolean).join(": "),
    shortText(about?.trim() ?? ""),
    facts.join("\n"),
    sample ? `${l10n.t("Sample:")}\n${shortText(sample)}` : "",
  ];
  return paragraphs.filter(Boolean).join("\n\n");
}

function sampleOf(contract: Contract, declaration: ElementDeclaration): string {
  const snippet = new ElementSnippets(contract, new Map()).element(declaration, "required");
  return plainText(snippet).replaceAll("\t", "  ");
}

function shortText(text: string): string {
  return text.length > maxTooltip ? `${text.slice(0, maxTooltip)}…` : text;
}

function* rootsOf(contract: Contract): Iterable<ContractNode> {
  const { schemas, endpoints } = contract;
  const tree = new ContractTree(contract);
  const place = { direction: undefined, around: undefined };
  if (!contract.isSchema) {
    for (const { operation, port } of endpoints) yield operationNode(contract, operation, port?.name ?? "");
    return;
  }
  for (const { name } of schemas.declarations.all("element")) {
    const element = schemas.element(name);
    if (element) yield tree.element(element, [], place);
  }
  for (const { name } of schemas.declarations.all("type")) {
    const type = schemas.type(name);
    if (type) yield tree.type(type, place);
  }
}

function operationNode(contract: Contract, operation: Operation, port: string): ContractNode {
  const tree = new ContractTree(contract);
  const { input, output, faults, source, documentation } = operation;
  const details = declaredDetails(operation, contract.schemas);
  return {
    ...{ kind: "operation", name: operation.name, detail: port, source, documentation },
    children: () => [
      ...(input ? [tree.message(operation, "input")] : []),
      ...(output ? [tree.message(operation, "output")] : []),
      ...(faults.length > 0
        ? [
            {
              ...{ kind: "message" as const, name: l10n.t("Faults"), detail: "" },
              children: () => details.map((one) => tree.expected(one, [], undefined)),
            },
          ]
        : []),
    ],
  };
}

class ContractTree {
  readonly #contract: Contract;

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  message(operation: Operation, direction: Direction): ContractNode {
    const { schemas } = this.#contract;
    const bound = operation[direction];
    const children = () => {
      const { body, headers } = expectationsOf(operation, direction, schemas);
      const blocks = headers.map((header) => {
        const facts = [
          l10n.t("header block"),
          requirement(header.required),
          header.mustUnderstand ? "mustUnderstand" : "",
        ];
        return { ...this.expected(header, facts, direction), isHeader: true };
      });
      if (body.kind === "elements")
        return [...blocks, ...body.elements.map((one) => this.expected(one, [], direction))];
      if (body.kind === "content") return chained(blocks, this.#contents(body.type, { direction, around: undefined }));
      const parts = (bound?.message?.parts ?? []).map(({ name, element, type, source }): ContractNode => {
        return { kind: "note", name, detail: (element ?? type)?.local ?? "", source };
      });
      return [...blocks, ...parts];
    };
    const name = direction === "input" ? l10n.t("Request") : l10n.t("Response");
    return {
      kind: "message",
      name,
      detail: bound?.message?.name.local ?? "",
      source: bound?.message?.source,
      children,
    };
  }

  /** @param facts statements about the position of the element */
  expected(expectedElement: ExpectedElement, facts: readonly string[], direction: Direction | undefined): ContractNode {
    const place = { direction, around: undefined };
    const declaration = expectedDeclaration(expectedElement);
    if (declaration) return this.element(declaration, facts, place);
    const { name, expectation } = expectedElement;
    const type = expectation?.kind === "type" ? expectation.type : undefined;
    const detail = [type ? typeName(type) : "", ...facts, namespaceWords(name.namespace)].filter(Boolean).join(", ");
    return { kind: "element", name: name.local, detail, type, children: type && this.#childrenOf(type, place) };
  }

  element(declaration: ElementDeclaration, facts: readonly string[], place: Place): ContractNode {
    const { name, type, nillable, abstract, given, source } = declaration;
    const detail = [
      type.name === undefined && type !== anyType ? "" : typeName(type),
      ...facts,
      nillable ? l10n.t("may be nil") : "",
      abstract ? l10n.t("abstract") : "",
      name.namespace === place.around ? "" : namespaceWords(name.namespace),
    ];
    const { schemas } = this.#contract;
    const inside = { ...place, around: name.namespace };
    const ofType = this.#childrenOf(type, inside);
    const substitutes: ContractNode = {
      ...{ kind: "group", name: l10n.t("Can be replaced by:"), detail: "", isReplacement: true },
      children: () => schemas.substitutesOf(name).map((one) => this.element(one, [], place)),
    };
    const hasSubstitutes = declaration.global && schemas.hasSubstitutes(name);
    return {
      kind: "element",
      name: name.local,
      detail: detail.filter(Boolean).join(", "),
      declaration,
      type,
      given,
      source,
      direction: abstract ? undefined : place.direction,
      children: hasSubstitutes ? () => chained(ofType?.() ?? [], [substitutes]) : ofType,
    };
  }

  type(type: Type, place: Place): ContractNode {
    const detail = [
      type.kind === "complex" && type.abstract ? l10n.t("abstract") : "",
      type.name ? namespaceWords(type.name.namespace) : "",
    ];
    const { source } = type;
    const children = this.#childrenOf(type, { ...place, around: type.name?.namespace });
    return { kind: "type", name: typeName(type), detail: detail.filter(Boolean).join(", "), type, source, children };
  }

  /** The children of a type; `undefined` if an element with the type can contain only text. */
  #childrenOf(type: Type, place: Place): ContractNode["children"] {
    if (type.kind === "simple" || type === anyType) return undefined;
    const isEmpty = type.attributes.size === 0 && type.content.kind === "empty";
    const derived = type.name && this.#contract.schemas.hasDerived(type.name) ? type.name : undefined;
    if (isEmpty && !derived) return undefined;
    if (!derived) return () => this.#contents(type, place);
    // A derived type must be named in `xsi:type`, so inserting only its elements would be invalid.
    const types = () =>
      this.#contract.schemas.derivedFrom(derived).map((one) => this.type(one, { ...place, direction: undefined }));
    const group: ContractNode = { kind: "group", name: l10n.t("Derived types:"), detail: "", children: types };
    return () => chained(this.#contents(type, place), [group]);
  }

  *#contents(type: Type, place: Place): Iterable<ContractNode> {
    if (type.kind === "simple") return;
    for (const use of type.attributes.values()) yield attributeNode(use);
    const { content } = type;
    if (content.kind === "simple") {
      const { type: own } = content;
      yield { kind: "text", name: l10n.t("Text"), detail: typeName(own), type: own, source: own.source };
    } else if (content.kind === "elements") yield* this.#particle(content.particle, place);
  }

  *#particle({ min, max, term, source }: Particle, place: Place): Iterable<ContractNode> {
    const often = cardinality({ min, max, isChoice: false });
    if (term.kind === "element") yield this.element(term, [often], place);
    else if (term.kind === "wildcard") yield { kind: "wildcard", name: wildcardWords(term), detail: often, source };
    else {
      const particles = particlesOf(term);
      const all = () => this.#particles(particles, place);
      if (min === 1 && max === 1 && term.compositor === "sequence") yield* all();
      else if (particles.length > 0)
        yield { kind: "group", name: groupWords(term), detail: often, source, children: all };
    }
  }

  *#particles(particles: readonly Particle[], place: Place): Iterable<ContractNode> {
    for (const particle of particles) yield* this.#particle(particle, place);
  }
}

function* chained<T>(...parts: readonly Iterable<T>[]): Iterable<T> {
  for (const part of parts) yield* part;
}

function attributeNode({ name, required, type, given, source }: AttributeUse): ContractNode {
  const detail = [typeName(type), requirement(required)].filter(Boolean).join(", ");
  return { kind: "attribute", name: `@${name.local}`, detail, type, given, source };
}
