import type { CollectionPart, Text } from "../collection.ts";

/** A boundary (RFC 2046 section 5.1) that occurs in no part. It is the same for the same parts. */
export function boundaryFor(parts: readonly CollectionPart[]): string {
  const texts = parts.map(({ content }) => ("item" in content ? (content.content ?? "") : plain(content)));
  for (let count = 1; ; count++) {
    const boundary = `part-boundary-${count}`;
    if (!texts.some((text) => occurs(text, `--${boundary}`))) return boundary;
  }
}

function plain(text: Text): string {
  return text.map((part) => (typeof part === "string" ? part : "")).join("\n");
}

function occurs(content: string | Uint8Array, wanted: string): boolean {
  if (typeof content === "string") return content.includes(wanted);
  const [first = 0, ...rest] = new TextEncoder().encode(wanted);
  for (let at = content.indexOf(first); at >= 0; at = content.indexOf(first, at + 1)) {
    if (rest.every((byte, index) => content[at + 1 + index] === byte)) return true;
  }
  return false;
}

/** The value of Content-Type with the boundary, in place of one that it has. */
export function withBoundary(type: Text, boundary: string): Text {
  const others = type.map((part) =>
    typeof part === "string" ? part.replace(/;[ \t]*boundary=(?:"[^"]*"|[^;\s"]*)/gi, "") : part,
  );
  return [...others, `; boundary="${boundary}"`];
}
