import * as l10n from "@vscode/l10n";
import type { Segment } from "../document.ts";
import type { RefusedValue } from "../insertedValue.ts";
import { firstBreak } from "../text/lines.ts";
import { slice } from "../text/span.ts";
import type { Scope, Value } from "../variables/scope.ts";
import { cycleText } from "../variables/value.ts";
import { insert } from "./edits.ts";
import type { Rule } from "./rule.ts";

const undefinedVariable: Rule = {
  code: "variable-undefined",
  severity: "error",
  source: "the .soaphttp format",
  *check(message) {
    const { scope, bodyFile } = message;
    const definedHere = definedIn(message.segment);
    for (const reference of message.references) {
      const value = scope.lookup(reference.name);
      const inDefinition = whyWithout(value, scope, definedHere);
      if (inDefinition !== undefined) {
        yield { at: reference, message: l10n.t("{0} has no value. {1}", `{{${reference.name}}}`, inDefinition) };
      }
      if (value.kind !== "undefined") continue;
      if (value.why !== undefined) {
        yield { at: reference, message: l10n.t("{0} has no value. {1}", `{{${reference.name}}}`, value.why) };
        continue;
      }
      yield {
        at: reference,
        message: l10n.t("The variable {0} isn't defined. {1}", reference.name, scope.lookedIn()),
        fixes: () => [
          {
            title: l10n.t("Define {0} above request", reference.name),
            edits: [insert(message.request.first.start, `@${reference.name} = ${firstBreak(message.text)}`)],
          },
        ],
      };
    }
    const inFile = new Set(message.bodyFileText?.references.map(({ name }) => name));
    for (const name of bodyFile?.replaced ? inFile : []) {
      const value = scope.lookup(name);
      const inDefinition = whyWithout(value, scope, definedHere);
      if (value.kind !== "undefined" && inDefinition === undefined) continue;
      const why = inDefinition ?? (value.kind === "undefined" ? value.why : undefined) ?? scope.lookedIn();
      yield {
        at: { start: bodyFile?.start ?? 0, end: bodyFile?.end ?? 0 },
        message: l10n.t("The file {0} uses {1}, which has no value. {2}", bodyFile?.path ?? "", `{{${name}}}`, why),
      };
    }
  },
};

const refused: Rule = {
  code: "variable-value-refused",
  severity: "error",
  source: "RFC 9110 section 5.5; XML 1.0 sections 2.2, 2.5 and 2.7",
  *check(message) {
    for (const one of [...message.refusedInHead, ...(message.body?.refused ?? [])]) {
      yield { at: { start: one.start, end: one.end }, message: refusedText(one) };
    }
  },
};

function refusedText({ name, why, place }: RefusedValue): string {
  switch (place) {
    case "head":
      return l10n.t(
        "The value of {0} contains {1}, which isn't allowed in a header value, because it could add other headers.",
        name,
        why,
      );
    case "section":
      return l10n.t("The value of {0} contains {1}, which isn't allowed in this comment or CDATA section.", name, why);
    case "xml":
      return l10n.t("The value of {0} contains {1}, which isn't allowed in XML.", name, why);
  }
}

/** Whether a cycle goes through a definition of this file. Its names are one set for all that look at it. */
function touchesFile(names: ReadonlySet<string>, scope: Scope): boolean {
  const known = throughFile.get(names) ?? [...names].some((name) => scope.definedIn(name)?.text);
  throughFile.set(names, known);
  return known;
}

const throughFile = new WeakMap<ReadonlySet<string>, boolean>();

/** Why a name that is defined has no value, as a sentence; `undefined` where the definition itself has a finding. */
function whyWithout(value: Value, scope: Scope, definedHere: ReadonlySet<string>): string | undefined {
  if (value.kind === "cycle") {
    if (touchesFile(value.names, scope)) return undefined;
    const [name = ""] = value.names;
    const { origin = "" } = scope.definedIn(name) ?? {};
    return l10n.t("In {0}, the variable {1} refers to itself: {2}.", origin, name, cycleText(value.names));
  }
  if (value.kind !== "broken") return undefined;
  const { name, missing } = value;
  const { origin = "" } = scope.definedIn(name) ?? {};
  if (missing === undefined) return l10n.t("In {0}, the value of {1} is too large.", origin, name);
  return definedHere.has(name)
    ? undefined
    : l10n.t("In {0}, the value of {1} uses {2}, which has no value.", origin, name, `{{${missing}}}`);
}

/** The names that a segment defines: what their definitions use is among the references of its request. */
function definedIn({ preamble, text }: Segment): ReadonlySet<string> {
  return new Set(preamble.flatMap((item) => (item.kind === "variable" ? [slice(text, item.name)] : [])));
}

export const variableRules: readonly Rule[] = [undefinedVariable, refused];
