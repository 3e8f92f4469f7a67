import * as l10n from "@vscode/l10n";
import type { ChosenValue, InvalidValueKind, ValidValueKind } from "./valueChanges.ts";

/** Longer values are described by their length. */
const maxShown = 40;

/** What is wrong with the value of an element or attribute: a phrase without a period. */
export function invalidValueTitle(owner: string, { kind, value, limit }: ChosenValue<InvalidValueKind>): string {
  const shown = shownValue(value);
  switch (kind) {
    case "minInclusive":
      return l10n.t("{0} {1}, below its minimum of {2}", owner, shown, limit);
    case "maxInclusive":
      return l10n.t("{0} {1}, above its maximum of {2}", owner, shown, limit);
    case "minExclusive":
      return l10n.t("{0} {1}, which must be more than {2}", owner, shown, limit);
    case "maxExclusive":
      return l10n.t("{0} {1}, which must be less than {2}", owner, shown, limit);
    case "length":
      return l10n.t("{0} {1}, whose length isn't {2}", owner, shown, limit);
    case "minLength":
      return l10n.t("{0} {1}, shorter than {2}", owner, shown, limit);
    case "maxLength":
      return l10n.t("{0} {1}, longer than {2}", owner, shown, limit);
    case "totalDigits":
      return l10n.t("{0} {1}, with more than {2} digits", owner, shown, limit);
    case "fractionDigits":
      return l10n.t("{0} {1}, with more than {2} decimal places", owner, shown, limit);
    case "pattern":
      return l10n.t("{0} {1}, which doesn't match its pattern", owner, shown);
    case "enumeration":
      return l10n.t("{0} {1}, which isn't one of its values", owner, shown);
    case "type":
      return l10n.t("{0} {1}, which isn't a valid {2}", owner, shown, limit);
  }
}

/** Why the value of an element or attribute was chosen: a phrase without a period. */
export function validValueTitle(owner: string, { kind, value, limit }: ChosenValue<ValidValueKind>): string {
  const shown = shownValue(value);
  switch (kind) {
    case "minInclusive":
      return l10n.t("{0} {1}, its minimum", owner, shown);
    case "maxInclusive":
      return l10n.t("{0} {1}, its maximum", owner, shown);
    case "minExclusive":
      return l10n.t("{0} {1}, just above {2}", owner, shown, limit);
    case "maxExclusive":
      return l10n.t("{0} {1}, just below {2}", owner, shown, limit);
    case "length":
      return l10n.t("{0} {1}, with the length {2}", owner, shown, limit);
    case "whitespace":
      return l10n.t("whitespace around {0}", owner);
    default:
      return l10n.t("{0} {1}", owner, shown);
  }
}

/** Numbers and dates without quotes. */
export function shownValue(value: string): string {
  if (value.length > maxShown) return l10n.t("of {0} characters", value.length);
  return /^[-+]?\d[\d.:TZ+-]*$/.test(value) ? value : JSON.stringify(value);
}
