/**
 * JSON with every value on a line of its own. Only white space between the tokens changes: numbers, strings and the
 * order and number of members stay as they came. What does not parse, or would grow too much, stays as it is.
 */
export function formatJson(text: string, indent: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  const parts: string[] = [];
  const limit = text.length * 4 + 0x10000;
  let length = 0;
  let depth = 0;
  let before = "";
  const put = (part: string) => {
    parts.push(part);
    length += part.length;
  };
  for (const [found] of text.matchAll(token)) {
    const closes = found === "}" || found === "]";
    if (closes) depth--;
    if (closes ? before !== "{" && before !== "[" : before === "{" || before === "[" || before === ",") {
      put(`\n${indent.repeat(depth)}`);
    }
    if (before === ":") put(" ");
    put(found);
    if (length > limit) return text;
    if (found === "{" || found === "[") depth++;
    before = found;
  }
  return parts.join("");
}

/** A token of JSON that is known to be well-formed (RFC 8259 section 2): all of its strings end. */
const token = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g;
