/** A part of a text in SoapUI: text, or what stands between `${` and `}`. */
export type ExpansionPiece = string | { readonly expression: string };

/**
 * Splits a text at its expansions. `$${` is the text `${`, and what has no closing brace is text, as in SoapUI
 * (PropertyExpander). Expansions in expansions stay in the expression.
 */
export function piecesOf(text: string): readonly ExpansionPiece[] {
  const pieces: ExpansionPiece[] = [];
  let from = 0;
  for (const { start, end, isEscaped } of placesOf(text)) {
    pieces.push(text.slice(from, start));
    if (!isEscaped) pieces.push({ expression: text.slice(start + 2, end - 1) });
    from = isEscaped ? start + 1 : end;
  }
  pieces.push(text.slice(from));
  return pieces.filter((piece) => piece !== "");
}

interface Place {
  readonly start: number;
  readonly end: number;
  /** `$${`: only the first dollar sign is left out. */
  readonly isEscaped: boolean;
}

/** The expansions that are closed, without those in others, and the escaped ones. */
function placesOf(text: string): readonly Place[] {
  const open: number[] = [];
  const places: Place[] = [];
  for (const { 0: matched, index } of text.matchAll(/\$\$\{|\$\{|\}/g)) {
    if (matched === "${") open.push(index);
    else if (matched === "$${") {
      if (open.length === 0) places.push({ start: index, end: index + matched.length, isEscaped: true });
    } else {
      const start = open.pop();
      if (start === undefined) continue;
      while ((places.at(-1)?.start ?? -1) > start) places.pop();
      places.push({ start, end: index + 1, isEscaped: false });
    }
  }
  return places;
}

/** What an expansion refers to: a property of an object in a scope, and perhaps a path into its value. */
export type PropertyReference =
  | { readonly kind: "script"; readonly script: string }
  /** `#Project#name`; the scope is in lower case. */
  | { readonly kind: "scope"; readonly scope: string; readonly name: string; readonly path: string | undefined }
  /** `Step#Property#path` */
  | { readonly kind: "step"; readonly step: string; readonly name: string; readonly path: string | undefined }
  | { readonly kind: "name"; readonly name: string };

export function referenceOf(expression: string): PropertyReference {
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
