import { predefinedEntities } from "../text/escapes.ts";
import { xsdNamespace } from "./declarations.ts";
import type { SourceElement } from "./document.ts";

/** The documentation of a component in its annotations; "" if there is none. */
export function annotationOf({ children }: SourceElement): string {
  const isOwn = ({ namespace, local }: SourceElement, name: string) => namespace === xsdNamespace && local === name;
  const texts = children
    .filter((one) => isOwn(one, "annotation"))
    .flatMap((one) => one.children.filter((inner) => isOwn(inner, "documentation")));
  return documentationText(texts);
}

/** The text of elements line by line, without markup and indentation. */
export function documentationText(elements: readonly SourceElement[]): string {
  if (elements.length === 0) return "";
  const lines = elements
    .map(textOf)
    .join("\n")
    .split(/\r\n?|\n/)
    .map((line) => line.trim());
  return lines
    .filter((line, i) => line !== "" || lines[i - 1] !== "")
    .join("\n")
    .trim();
}

function textOf({ children, text, document, span }: SourceElement): string {
  if (children.length === 0) return text;
  const pieces = document.text.slice(span.start, span.end).split("<");
  return pieces
    .map((piece) => piece.slice(piece.indexOf(">") + 1))
    .join("")
    .replace(/&(lt|gt|amp|quot|apos);/g, (reference, name) => predefinedEntities[name] ?? reference);
}
