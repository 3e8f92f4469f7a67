import * as l10n from "@vscode/l10n";
import { dataFormat, readData } from "../../data/columns.ts";
import { aliasProblem, importsOf, isAlias } from "../../expectations/imports.ts";
import { isTag } from "../../format/directiveValues.ts";
import type { Message } from "../../message/message.ts";
import { comparableUri } from "../../resources/paths.ts";
import { replace } from "../../rules/edits.ts";
import { completeFix } from "../../rules/fixes.ts";
import { holds, shift } from "../../text/span.ts";
import { alone, type PlacesElsewhere, placesElsewhere, placesOf, type Surroundings } from "../support/knownFiles.ts";
import { type NamePlace, namesIn, tablesOf } from "../support/namePlaces.ts";
import { type Section, sectionAt } from "../support/section.ts";
import { type Rename, type Renamed, refused, renamable } from "./renaming.ts";
import { xmlNameAt } from "./xmlName.ts";

/** The rename of the name at an offset. Spans are in the document. */
export function renameAt(
  sections: readonly Section[],
  offset: number,
  surroundings: Surroundings = alone,
): Rename | undefined {
  const section = sectionAt(sections, offset);
  if (!section) return undefined;
  const { message, start } = section;
  const at = offset - start;
  const place = namesIn(section).find((one) => holds(one.name.startsWith("$") ? one.touched : one.at, offset));
  const ofFile = place && nameOfFile({ place, sections, surroundings });
  if (ofFile || !message) return ofFile;
  const renaming = xmlNameAt(message, at);
  return renaming && inDocument(start, message, renaming);
}

function inDocument(start: number, message: Message, renaming: Rename): Rename {
  if (renaming.kind === "refused") return renaming;
  return {
    ...renaming,
    at: shift(renaming.at, start),
    to(newName): Renamed {
      const renamed = renaming.to(newName);
      if (renamed.kind === "refused") return renamed;
      return { kind: "edits", edits: completeFix(message, renamed).map((edit) => shift(edit, start)) };
    },
  };
}

interface NameUse {
  readonly place: NamePlace;
  readonly sections: readonly Section[];
  readonly surroundings: Surroundings;
}

/** The rename of a name that this file, an imported file or a data file defines, in all known files. */
function nameOfFile(use: NameUse): Rename | undefined {
  switch (use.place.kind) {
    case "variable":
      return variableName(use);
    case "request":
      return requestName(use);
    case "import":
      return importName(use);
    case "tag":
      return inFiles(use, (newName) =>
        isTag(newName) ? undefined : l10n.t("A tag consists of letters, digits, _, - and dots, such as smoke."),
      );
    case "file":
      return undefined;
  }
}

function inFiles(
  { place, sections, surroundings }: NameUse,
  refusal: (newName: string) => string | undefined,
  own: readonly NamePlace[] = placesOf(sections, place),
  others: readonly PlacesElsewhere[] = placesElsewhere(sections, place, surroundings),
): Rename {
  const spans = (places: readonly NamePlace[]) => places.map(({ at }) => at);
  return renamable(
    place.at,
    place.name,
    refusal,
    () => spans(own),
    (newName) =>
      others.map(({ uri, text, places }) => {
        const written = /\.csv$/i.test(uri) ? cellText(newName) : newName;
        return { uri, text, edits: spans(places).map((span) => replace(span, written)) };
      }),
  );
}

/** The name of a column as a cell in the first line of a table. */
function cellText(name: string): string {
  return /[",;\t]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

/** The sections of the file that defines a name: this file, also for a column, or another known file. */
function sectionsOfOwner({ place: { owner }, sections, surroundings }: NameUse): readonly Section[] {
  if (owner === undefined || tablesOf(sections).some(({ uri }) => uri === owner)) return sections;
  const of = comparableUri(owner);
  return surroundings.others().find(({ uri }) => comparableUri(uri) === of)?.sections ?? [];
}

/** The places of all names of a kind that a file itself defines or uses. */
function namesOf(sections: readonly Section[], kind: NamePlace["kind"]): readonly NamePlace[] {
  return sections.flatMap((one) => namesIn(one)).filter((one) => one.kind === kind && one.owner === undefined);
}

function variableName(use: NameUse): Rename {
  const { place, sections } = use;
  const { name, owner } = place;
  if (name.startsWith("$"))
    return refused(l10n.t("{0} is built in. Only variables that this file defines can be renamed.", name));
  const elsewhere = placesElsewhere(sections, place, use.surroundings);
  const ofFile = sectionsOfOwner(use);
  const ofOwner = namesOf(ofFile, "variable");
  const isDefined = (own: string) => ofOwner.some((one) => one.name === own && one.at.role === "definition");
  const tableOf = (own: string) => tablesOf(ofFile).find(({ columns }) => columns.includes(own));
  const column = tablesOf(sections).find(({ uri, columns }) => uri === owner && columns.includes(name));
  const doubled = isDefined(name) ? tableOf(name) : undefined;
  if (doubled) {
    const text = l10n.t(
      "{0} is both a variable and a column of {1}. Change one of the names first.",
      name,
      doubled.source.path,
    );
    return refused(text);
  }
  if (!isDefined(name) && !column)
    return refused(l10n.t("{0} isn't defined in this file. Rename it where it is defined.", name));
  if (column && dataFormat(column.source) !== "csv")
    return refused(
      l10n.t("Only columns of a .csv file can be renamed here. Rename {0} in {1}.", name, column.source.path),
    );
  if (column && readData(column.bytes).isGuessed)
    return refused(
      l10n.t(
        "{0} isn't in UTF-8, so that editing it here could damage it. Save it as UTF-8 first.",
        column.source.path,
      ),
    );
  const own = placesOf(sections, place);
  const isGiven = [own, ...elsewhere.map(({ places }) => places)].flat().some((one) => one.isGiven);
  const refusal = (newName: string) => {
    if (!/^[A-Za-z_][^\s={}|"]*$/.test(newName)) {
      return l10n.t(
        "{0} isn't a valid variable name. Begin with a letter or _, and don't use whitespace, =, |, quotation marks or braces.",
        newName,
      );
    }
    if (newName.includes(".") && ofOwner.some((one) => one.isSet && one.name === name))
      return l10n.t("{0} is set by a response. Enter a name without dots.", name);
    if (column && newName.includes("."))
      return l10n.t("{0} can't be the name of a column. Enter a name without dots.", newName);
    if (isGiven && newName.includes(","))
      return l10n.t("{0} has a value behind with. Enter a name without commas.", name);
    if (newName === name) return undefined;
    if (isDefined(newName)) return l10n.t("This file already defines {0}. Enter a different name.", newName);
    const other = column
      ? tablesOf(sections).find((one) => one.uri === column.uri && one.columns.includes(newName))
      : tableOf(newName);
    return other && l10n.t("{0} already has a column {1}. Enter a different name.", other.source.path, newName);
  };
  return inFiles(use, refusal, own, elsewhere);
}

function requestName(use: NameUse): Rename | undefined {
  const { place, sections } = use;
  const { name, at } = place;
  if (name === "") return undefined;
  const definitions = namesOf(sectionsOfOwner(use), "request").filter((one) => one.at.role === "definition");
  // If several requests have the name, references refer to the first.
  const meant = definitions.find((one) => one.name === name);
  if (!meant) return refused(l10n.t("No request in this file is named {0}.", name));
  const isOther = at.role === "definition" && at.start !== meant.at.start;
  const isMeant = (one: NamePlace) => one.at.role === "use" || one.at.start === meant.at.start;
  const own = isOther ? [place] : placesOf(sections, place).filter(isMeant);
  const others = isOther ? [] : placesElsewhere(sections, place, use.surroundings);
  const elsewhere = others.map((one) => ({ ...one, places: one.places.filter(isMeant) }));
  const isUsed = [own, ...elsewhere.map(({ places }) => places)].flat().some((one) => one.at.role === "use");
  const refusal = (newName: string) => {
    if (newName.trim() === "" || /[\r\n]/.test(newName)) {
      return l10n.t("Enter a name for the request, on one line. The current name is {0}.", name);
    }
    if (isUsed && !/^[A-Za-z_][^\s.,{}]*$/.test(newName)) {
      return l10n.t(
        "Other requests refer to {0}. Begin its name with a letter or _, and don't use whitespace, dots, commas, or braces.",
        name,
      );
    }
    if (newName === name || !definitions.some((other) => other.name === newName)) return undefined;
    return l10n.t("Another request is already named {0}. A request name must be unique in its file.", newName);
  };
  return inFiles(use, refusal, own, elsewhere);
}

function importName(use: NameUse): Rename {
  const { place, sections } = use;
  const own = placesOf(sections, place);
  if (!own.some(({ at }) => at.role === "definition"))
    return refused(
      l10n.t("{0} is the name of a file. Write as and another name behind the path of @import.", place.name),
    );
  const refusal = (newName: string) => {
    if (!isAlias(newName)) return aliasProblem(newName);
    const [section] = sections;
    const imports = section?.kind === "message" ? importsOf(section.analysis.document) : [];
    if (newName === place.name || !imports.some(({ alias }) => alias === newName)) return undefined;
    return l10n.t("Another file is imported as {0}. Write another name behind as.", newName);
  };
  return inFiles(use, refusal, own);
}
