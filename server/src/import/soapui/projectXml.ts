import * as l10n from "@vscode/l10n";
import sax from "sax";
import { decodeText } from "../../text/decode.ts";
import { importedElements, importedLevels } from "../../text/limits.ts";
import type { SourceProblem } from "../source.ts";

/** An element of a project. Only local names matter: no project uses the same name in two namespaces. */
export interface ProjectElement {
  readonly name: string;
  /** By local name. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly ProjectElement[];
  /** Its own text and CDATA, joined; line breaks are LF. */
  readonly text: string;
  /** What is between its tags, as written. */
  readonly inner: string;
}

const noAttributes: ReadonlyMap<string, string> = new Map();
const noChildren: readonly ProjectElement[] = [];

/**
 * Reads a project or a part of one. It takes linear time, and no document type declaration, entity or other document is ever
 * read.
 */
export function readProjectFile(bytes: Uint8Array): ProjectElement | SourceProblem {
  const { text, charset, invalid, unknown } = decodeText(bytes);
  if (unknown !== undefined) {
    return {
      problem: l10n.t("The file declares the unknown charset {0}. Save it as UTF-8, and import it again.", unknown),
    };
  }
  if (invalid > 0) {
    const why = l10n.t("The file has bytes that are not {0}. Save it as UTF-8, and import it again.", charset.name);
    return { problem: why };
  }
  return readProjectXml(text);
}

export function readProjectXml(text: string): ProjectElement | SourceProblem {
  const reader = new ProjectReader(text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text);
  return reader.read();
}

export function isProblem(value: object): value is SourceProblem {
  return "problem" in value;
}

class Element implements ProjectElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly #source: string;
  readonly #start: number;
  #end = 0;
  #children: ProjectElement[] | undefined;
  text = "";

  constructor(name: string, attributes: ReadonlyMap<string, string>, source: string, start: number) {
    this.name = name;
    this.attributes = attributes;
    this.#source = source;
    this.#start = start;
  }

  get children(): readonly ProjectElement[] {
    return this.#children ?? noChildren;
  }

  get inner(): string {
    return this.#source.slice(this.#start, this.#end);
  }

  add(child: ProjectElement): void {
    if (this.#children === undefined) this.#children = [child];
    else this.#children.push(child);
  }

  endAt(end: number): void {
    this.#end = Math.max(this.#start, end);
  }
}

/** Makes elements of the events of `sax`. */
class ProjectReader {
  readonly #source: string;
  readonly #parser = parserOf();
  readonly #open: Element[] = [];
  #attributes: Map<string, string> | undefined;
  #root: Element | undefined;
  #elements = 0;
  #problem: string | undefined;

  constructor(source: string) {
    this.#source = source;
    const parser = this.#parser;
    parser.ondoctype = () =>
      this.#stop(l10n.t("The file has a document type declaration. Remove it, and import it again."));
    parser.onattribute = ({ name, value }) => {
      this.#attributes ??= new Map();
      this.#attributes.set(localName(name), value);
    };
    parser.onopentag = ({ name }) => this.#openTag(name);
    parser.onclosetag = () => this.#open.pop()?.endAt(parser.startTagPosition - 1);
    parser.ontext = (text) => this.#addText(text);
    parser.oncdata = (text) => this.#addText(text);
    parser.onerror = ({ message }) => this.#error(message);
  }

  read(): ProjectElement | SourceProblem {
    try {
      this.#parser.write(this.#source).close();
    } catch (error) {
      // After an error, close throws it again. An attribute named hasOwnProperty makes the parser itself fail.
      this.#error(error instanceof Error ? error.message : String(error));
    }
    if (this.#problem !== undefined) return { problem: this.#problem };
    return this.#root ?? { problem: l10n.t("The file contains no XML.") };
  }

  #openTag(name: string): void {
    const attributes = this.#attributes ?? noAttributes;
    this.#attributes = undefined;
    if (this.#problem !== undefined) return;
    this.#elements++;
    if (this.#elements > importedElements) {
      this.#stop(l10n.t("The file has more than {0} XML elements. Split the project.", importedElements));
    }
    if (this.#open.length >= importedLevels) {
      this.#stop(l10n.t("The file has more than {0} levels of XML elements. Simplify it.", importedLevels));
    }
    const element = new Element(localName(name), attributes, this.#source, this.#parser.position);
    if (this.#problem !== undefined) return;
    this.#open.at(-1)?.add(element);
    this.#root ??= element;
    this.#open.push(element);
  }

  #addText(text: string): void {
    const element = this.#open.at(-1);
    if (element) element.text += text;
  }

  #error(text: string): void {
    const [message = ""] = text.split("\n");
    this.#stop(l10n.t("Line {0} of the file isn't well-formed XML: {1}", this.#parser.line + 1, message));
  }

  /** The first problem counts. */
  #stop(problem: string): void {
    this.#problem ??= problem;
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Strict, with positions, only the entities of XML, and without a limit to the length of texts. */
function parserOf(): sax.SAXParser {
  const options: sax.SAXOptions & { readonly strictEntities: true } = { position: true, strictEntities: true };
  return Object.assign(sax.parser(true, options), { bufferCheckPosition: Number.POSITIVE_INFINITY });
}

/** The first child with a name. */
export function child(element: ProjectElement | undefined, name: string): ProjectElement | undefined {
  return element?.children.find((one) => one.name === name);
}

export function childrenNamed(element: ProjectElement | undefined, name: string): readonly ProjectElement[] {
  return element?.children.filter((one) => one.name === name) ?? [];
}

/** The text of the first child with a name; undefined if there is none, or if it is nil. */
export function childText(element: ProjectElement | undefined, name: string): string | undefined {
  const found = child(element, name);
  return found === undefined || found.attributes.get("nil") === "true" ? undefined : found.text;
}

export function attribute(element: ProjectElement | undefined, name: string): string {
  return element?.attributes.get(name) ?? "";
}

export function isDisabled(element: ProjectElement): boolean {
  return attribute(element, "disabled") === "true";
}

/** The elements with a name at any depth, in document order. */
export function descendants(element: ProjectElement, name: string): readonly ProjectElement[] {
  const found: ProjectElement[] = [];
  const pending = [...element.children].reverse();
  for (let one = pending.pop(); one; one = pending.pop()) {
    if (one.name === name) found.push(one);
    for (const inner of one.children.toReversed()) pending.push(inner);
  }
  return found;
}

/** The value of a setting of an element itself, by the end of its id, such as `@request-headers`. */
export function setting(element: ProjectElement, id: string): string | undefined {
  return childrenNamed(child(element, "settings"), "setting").find((one) => attribute(one, "id").endsWith(id))?.text;
}
