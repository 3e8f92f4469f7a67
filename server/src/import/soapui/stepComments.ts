import type { PreambleLine } from "../collection.ts";
import type { Ledger } from "../ledger.ts";
import { commentOf } from "./assertions.ts";
import { attribute, child, childText, descendants, type ProjectElement } from "./projectXml.ts";

/** A step without an equivalent as text: scripts whole, others as what they are configured with. */
export function stepText(step: ProjectElement): string {
  const config = child(step, "config");
  const type = attribute(step, "type");
  const name = attribute(step, "name");
  const title = `${attribute(step, "disabled") === "true" ? "disabled " : ""}${type} "${name}"`;
  const script = childText(config, "script");
  if (type === "groovy" && script !== undefined) return `${title}\n${script}`;
  if (type === "delay") return `delay ${(childText(config, "delay") ?? config?.text ?? "").trim()} ms`;
  const details = withoutPasswords(config?.inner ?? "").trim();
  return details === "" ? title : `${title}\n${details}`;
}

/** The assertions of a step that is a comment: each is a comment, too. */
export function assertionComments(
  step: ProjectElement,
  path: readonly string[],
  ledger: Ledger,
): readonly PreambleLine[] {
  return descendants(step, "assertion").flatMap((assertion) => {
    const type = attribute(assertion, "type");
    if (type === "") return [];
    return [{ kind: "comment", item: ledger.add("assertion", type, path), text: commentOf(assertion) }];
  });
}

/** Files with comments are shared, so they must not contain passwords. */
function withoutPasswords(text: string): string {
  return text
    .replace(/(<[^<>]{1,200}>)[^<]+/g, (found, tag: string) => (/pass/i.test(tag) ? `${tag}…` : found))
    .replace(/(password|passwd|pwd)=[^\s&;"'<>]+/gi, "$1=…");
}
