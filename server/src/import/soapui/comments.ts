import type { CollectionComment } from "../collection.ts";
import { about } from "../common/requestItem.ts";
import type { Ledger } from "../ledger.ts";
import { attribute, child, childText, descendants, isDisabled, type ProjectElement } from "./projectXml.ts";

/* Comments for parts of a project that aren't requests. */

export function descriptionLines(element: ProjectElement): readonly CollectionComment[] {
  return about(childText(element, "description")?.trim() ?? "");
}

const scriptNames: ReadonlySet<string> = new Set([
  ...["setupScript", "tearDownScript", "reportScript", "afterLoadScript", "beforeSaveScript", "beforeRunScript"],
  ...["afterRunScript", "startScript", "stopScript", "onRequestScript", "afterRequestScript", "script"],
]);

/** The complete scripts of a project, suite, case or mock service as comments. */
export function scriptComments(
  element: ProjectElement,
  path: readonly string[],
  ledger: Ledger,
): readonly CollectionComment[] {
  return element.children.flatMap((script): CollectionComment[] => {
    if (!scriptNames.has(script.name) || script.text.trim() === "") return [];
    const item = ledger.add("script", script.name, path);
    return [{ kind: "comment", item, text: `${script.name} of ${path.at(-1) ?? ""}\n${script.text}` }];
  });
}

export function commentOf(assertion: ProjectElement, before = ""): string {
  const type = attribute(assertion, "type");
  const name = attribute(assertion, "name");
  const rows = [...(child(assertion, "configuration")?.children ?? [])].flatMap(({ name: key, text, children }) =>
    children.length > 0
      ? [`${key}: ${children.map((one) => `${one.name} ${one.text}`).join(", ")}`]
      : text.trim() === ""
        ? []
        : [/script/i.test(key) ? text : `${key}: ${text}`],
  );
  return [`${before}assertion ${type}${name === "" || name === type ? "" : ` "${name}"`}`, ...rows].join("\n");
}

/** A text for a step without an equivalent: its complete script, or its configuration. */
export function stepText(step: ProjectElement): string {
  const config = child(step, "config");
  const type = attribute(step, "type");
  const name = attribute(step, "name");
  const title = `${isDisabled(step) ? "disabled " : ""}${type} "${name}"`;
  const script = childText(config, "script");
  if (type === "groovy" && script !== undefined) return `${title}\n${script}`;
  if (type === "delay") return `delay ${(childText(config, "delay") ?? config?.text ?? "").trim()} ms`;
  const details = withoutPasswords(config?.inner ?? "").trim();
  return details === "" ? title : `${title}\n${details}`;
}

export function assertionComments(
  step: ProjectElement,
  path: readonly string[],
  ledger: Ledger,
): readonly CollectionComment[] {
  return descendants(step, "assertion").flatMap((assertion): readonly CollectionComment[] => {
    const type = attribute(assertion, "type");
    if (type === "") return [];
    return [{ kind: "comment", item: ledger.add("assertion", type, path), text: commentOf(assertion) }];
  });
}

/** A text without passwords, because files with comments are shared. */
function withoutPasswords(text: string): string {
  return text
    .replace(/(<[^<>]{1,200}>)[^<]+/g, (found, tag: string) => (/pass/i.test(tag) ? `${tag}…` : found))
    .replace(/(password|passwd|pwd)=[^\s&;"'<>]+/gi, "$1=…");
}

export function transferText(element: ProjectElement): string {
  const [source, target] = ["source", "target"].map((side) =>
    ["Step", "Type", "Path"]
      .map((part) => childText(element, side + part)?.trim())
      .filter(Boolean)
      .join(" # "),
  );
  const state = isDisabled(element) ? "disabled " : "";
  return `${state}transfer ${childText(element, "name") ?? ""}\nfrom ${source}\nto ${target}`;
}
