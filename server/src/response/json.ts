/** Formats JSON with each value on its own line. Invalid JSON stays unchanged, as does JSON that would become too long. */
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
  for (const [lexeme] of text.matchAll(token)) {
    const closes = lexeme === "}" || lexeme === "]";
    if (closes) depth--;
    if (closes ? before !== "{" && before !== "[" : before === "{" || before === "[" || before === ",") {
      put(`\n${indent.repeat(depth)}`);
    }
    if (before === ":") put(" ");
    put(lexeme);
    if (length > limit) return text;
    if (lexeme === "{" || lexeme === "[") depth++;
    before = lexeme;
  }
  return parts.join("");
}

/** A token of valid JSON (RFC 8259 section 2). */
const token = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g;
