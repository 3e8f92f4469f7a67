import * as l10n from "@vscode/l10n";
import type { Message } from "../../message.ts";
import { namespaceOf } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { declaringElements, prefixAt, prefixUses } from "../support/prefixUses.ts";
import { isNCName } from "../support/xmlNames.ts";
import { type Refused, type Rename, refused, replaced } from "./result.ts";

/** A prefix, wherever the same declaration gives it its meaning; one that nothing declares, wherever nothing does. */
export function prefixName(message: Message, offset: number): Rename | undefined {
  const { xml, text } = message;
  const found = prefixAt(message, offset);
  if (!xml || !found) return undefined;
  const prefix = text.slice(found.start, found.end);
  if (isReserved(prefix)) {
    return refused(l10n.t("The prefix {0} is reserved and can't be renamed.", prefix));
  }
  return {
    kind: "renamable",
    at: { start: found.start, end: found.end },
    name: prefix,
    to: (newName) => {
      if (!isNCName(newName)) {
        return refused(
          l10n.t(
            "{0} isn't a valid prefix. Use letters, digits, -, _, and ., but don't begin with a digit, -, or .",
            newName,
          ),
        );
      }
      if (isReserved(newName)) {
        return refused(l10n.t("The prefix {0} is reserved. Enter a different one.", newName));
      }
      const homes = declaringElements(xml, prefix);
      const home = homes.get(found.element);
      const uses = [...prefixUses(message, prefix)].filter(({ element }) => homes.get(element) === home);
      const users = uses.map(({ element }) => element);
      return (home && conflict(message, xml, home, users, prefix, newName)) ?? replaced(uses, newName);
    },
  };
}

function isReserved(prefix: string): boolean {
  return prefix === "xml" || prefix === "xmlns";
}

/** What would mean something else if `prefix`, which `home` declares and `users` use, were called `newName`. */
function conflict(
  message: Message,
  xml: XmlDocument,
  home: XmlElement,
  users: readonly XmlElement[],
  prefix: string,
  newName: string,
): Refused | undefined {
  if (newName === prefix) return undefined;
  const others = declaringElements(xml, newName);
  // A declaration at the same place or further in would take the uses to itself.
  const nearer = users.map((element) => others.get(element)).find((other) => other && isWithin(other, home));
  if (nearer) return taken(xml, nearer, newName);
  // Uses of one further out would be taken by this one.
  const meaning = namespaceOf(xml, home, prefix);
  for (const { element } of prefixUses(message, newName)) {
    const other = others.get(element);
    if (!other || !isWithin(element, home) || isWithin(other, home)) continue;
    if (namespaceOf(xml, other, newName) !== meaning) return taken(xml, other, newName);
  }
  return undefined;
}

function taken(xml: XmlDocument, by: XmlElement, prefix: string): Refused {
  const namespace = namespaceOf(xml, by, prefix) ?? "";
  return refused(
    l10n.t(
      "The prefix {0} already stands for {1}, declared by {2}. Enter a different one.",
      prefix,
      namespace,
      `<${by.name}>`,
    ),
  );
}

/** Whether an element is another one or inside it. */
function isWithin(element: XmlElement, outer: XmlElement): boolean {
  return outer.start <= element.start && element.end <= outer.end;
}
