/** A part of a text in SoapUI: text, or what stands between `${` and `}`. */
export type Piece = string | { readonly expression: string };

/**
 * Splits a text at its expansions. `$${` is the text `${`, and what has no closing brace is text, as in SoapUI
 * (PropertyExpander). Expansions in expansions stay in the expression.
 */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (let at = text.indexOf("${"); at >= 0; at = text.indexOf("${", at)) {
    if (at > from && text[at - 1] === "$") {
      pieces.push(text.slice(from, at - 1));
      from = at;
      at += 2;
      continue;
    }
    const end = closingBrace(text, at + 2);
    if (end < 0) break;
    pieces.push(text.slice(from, at), { expression: text.slice(at + 2, end) });
    from = end + 1;
    at = from;
  }
  pieces.push(text.slice(from));
  return pieces.filter((piece) => piece !== "");
}

/** The brace that closes an expansion, behind those of the expansions in it; -1 if there is none. */
function closingBrace(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === "$" && text[at + 1] === "{") depth++;
    else if (text[at] === "}") {
      if (depth === 0) return at;
      depth--;
    }
  }
  return -1;
}

/** What an expansion refers to: a property of an object in a scope, and perhaps a path into its value. */
export type Reference =
  | { readonly kind: "script"; readonly script: string }
  /** `#Project#name`; the scope is in lower case. */
  | { readonly kind: "scope"; readonly scope: string; readonly name: string; readonly path: string | undefined }
  /** `Step#Property#path` */
  | { readonly kind: "step"; readonly step: string; readonly name: string; readonly path: string | undefined }
  | { readonly kind: "name"; readonly name: string };

export function referenceOf(expression: string): Reference {
  if (expression.startsWith("=")) return { kind: "script", script: expression.slice(1).trim() };
  const isScoped = expression.startsWith("#");
  const [first, afterFirst] = splitAt(isScoped ? expression.slice(1) : expression);
  if (afterFirst === undefined) return { kind: "name", name: first };
  const [name, path] = splitAt(afterFirst);
  return isScoped
    ? { kind: "scope", scope: first.toLowerCase(), name, path }
    : { kind: "step", step: first, name, path };
}

function splitAt(text: string): readonly [string, string | undefined] {
  const at = text.indexOf("#");
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
