import * as l10n from "@vscode/l10n";
import type { OfKind } from "../../contract/check/messageProblems.ts";

/** The problems of keys, IDs and references, and what isn't checked. `tag`: of the element with the problem. */
export function describeReference(
  problem: OfKind<
    | "id-duplicate"
    | "id-missing"
    | "id-second"
    | "entity-unknown"
    | "reference-content"
    | "reference-target"
    | "key-duplicate"
    | "key-field-missing"
    | "key-field-invalid"
    | "key-not-found"
    | "value-unchecked"
    | "keys-unchecked"
    | "content-unchecked"
  >,
  tag: string,
): string {
  switch (problem.kind) {
    case "value-unchecked":
      return problem.rest
        ? l10n.t("From here on, no values are checked: the regular expressions of the schema take too long.")
        : l10n.t("This value isn't checked: the regular expressions of the schema take too long.");
    case "keys-unchecked":
      return l10n.t("From here on, keys and references aren't checked: that would take too long.");
    case "content-unchecked":
      return l10n.t(
        "From here on, the order of elements isn't checked: the content models of the schema take too long.",
      );
    case "id-duplicate":
      return l10n.t("Duplicate ID {0}.", problem.value);
    case "id-missing":
      return l10n.t("No element has the ID {0}.", problem.value);
    case "reference-content":
      return l10n.t(
        "{0} has both {1} and content. Remove one of them: services ignore the content, or the reference.",
        tag,
        problem.attribute.name,
      );
    case "reference-target":
      return l10n.t("{0} refers to {1}, but no element of this message has this ID.", tag, problem.value);
    case "id-second":
      return l10n.t("An element can have only one attribute of type ID. Remove {0}.", problem.attribute.name);
    case "entity-unknown":
      return l10n.t("The entity {0} isn't declared.", problem.value);
    case "key-duplicate":
      return l10n.t(
        "{0} has the same value as another one. It must be unique ({1}).",
        tag,
        problem.constraint.name.local,
      );
    case "key-field-missing":
      return l10n.t(
        "{0} has no value for {1}, which is a part of the key {2}.",
        tag,
        fieldOf(problem),
        problem.constraint.name.local,
      );
    case "key-field-invalid":
      return l10n.t(
        "{0} must have exactly one simple value for {1} ({2}).",
        tag,
        fieldOf(problem),
        problem.constraint.name.local,
      );
    case "key-not-found":
      return l10n.t("No {0} has the value of {1} ({2}).", problem.refer.local, tag, problem.constraint.name.local);
  }
}

function fieldOf({ constraint, field }: OfKind<"key-field-missing" | "key-field-invalid">): string {
  const fields = constraint.source.children.filter(({ local }) => local === "field");
  return fields[field]?.attributes.get("xpath")?.value.trim() ?? "";
}
