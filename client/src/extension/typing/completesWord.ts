/**
 * Returns whether Enter should take a suggestion: at least two characters of a name are typed, and the rest is
 * missing. If the typed text can be complete, such as `text/xml` of `text/xml; charset=utf-8`, Enter is a line break.
 */
export function completesWord(suggestions: Iterable<{ readonly typed: string; readonly name: string }>): boolean {
  let completes = false;
  for (const { typed, name } of suggestions) {
    const start = typed.toLowerCase();
    if (start.length < 2 || !name.toLowerCase().startsWith(start)) continue;
    if (name.length === typed.length) return false;
    completes ||= !notName.test(name);
  }
  return completes;
}

/** A value that isn't a name, such as a host with its port. */
const notName = /:\d|[^\p{L}\p{N}_$@:.-]/u;
