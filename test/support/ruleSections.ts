/** A section of docs/rules.md: a rule, an example that breaks it, and the corrected example. */
export interface RuleSection {
  readonly code: string;
  readonly examples: readonly Example[];
}

export interface Example {
  readonly language: "soaphttp" | "soaphttp-response" | "soapmock";
  readonly text: string;
  /** False if a comment before the fence says why not. */
  readonly runnable: boolean;
}

export function readRuleSections(markdown: string): readonly RuleSection[] {
  const [, ...parts] = markdown.split(/^### (?=[a-z][a-z0-9-]*$)/m);
  return parts.map((part) => {
    const code = part.slice(0, part.indexOf("\n")).trim();
    const fences = part.matchAll(
      /(?:<!-- ([^>]*) -->\s*)?^```(soaphttp|soaphttp-response|soapmock)\n([\s\S]*?)^```$/gm,
    );
    return {
      code,
      examples: [...fences].map(
        ([, comment, language, text = ""]): Example => ({
          language: language === "soaphttp" || language === "soapmock" ? language : "soaphttp-response",
          text: text
            .replace(/\n$/, "")
            .replaceAll("\n", comment === "with CRLF line endings" ? "\r\n" : "\n")
            .replace(/\[U\+([0-9A-F]{4})\]/g, (_, point) => String.fromCharCode(Number.parseInt(point, 16))),
          runnable: !comment?.startsWith("not runnable:"),
        }),
      ),
    };
  });
}
