import * as l10n from "@vscode/l10n";
import { builtInOf } from "../../../support/formatFacts.ts";

/** A text with the variables of other tools in this format's words. What it has none for stays, and a note says so. */
export function withOwnVariables(text: string, notes: Set<string>): string {
  return text.replace(/\{\{([^{}\r\n]*)\}\}/g, (typed, inner: string) => {
    const name = inner.trim();
    const own = ownName(name);
    if (own !== undefined) return `{{${own}}}`;
    const local = /^\$localDatetime(\s.*)$/.exec(name)?.[1];
    if (local !== undefined) {
      notes.add(l10n.t("{0}: the time is in UTC here.", typed));
      return `{{$datetime${local}}}`;
    }
    if (name.startsWith("%")) {
      notes.add(l10n.t("{0}: the value isn't percent-encoded here.", typed));
      return `{{${name.slice(1).trim()}}}`;
    }
    if (isForeign(name)) notes.add(l10n.t("{0} has no value here.", typed));
    return typed;
  });
}

/** JetBrains' names (HTTP Client, "Dynamic variables"); REST Client's are this format's. */
function ownName(name: string): string | undefined {
  if (name === "$uuid" || name === "$random.uuid") return "$guid";
  if (name === "$isoTimestamp") return "$datetime iso8601";
  if (name === "$randomInt" || /^\$random\.integer(\(\s*\))?$/.test(name)) return "$randomInt 0 1000";
  const range = /^\$random\.integer\(\s*(-?\d+)\s*,\s*(-?\d+)\s*\)$/.exec(name);
  if (range) return `$randomInt ${range[1]} ${range[2]}`;
  const environment = /^\$env\.(\w+)$/.exec(name);
  return environment ? `$processEnv ${environment[1]}` : undefined;
}

/** Values of other requests and expressions are what a script would give. */
function isForeign(name: string): boolean {
  // `%`: the name of the variable is the value of another one.
  if (name.startsWith("$")) return builtInOf(name) === undefined || /^\$(?:processEnv|dotenv)\s+%/.test(name);
  return /\.(?:request|response)\./.test(name) || !/^[A-Za-z_][^\s(]*$/.test(name);
}
