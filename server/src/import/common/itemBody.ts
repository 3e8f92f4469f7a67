import * as l10n from "@vscode/l10n";
import type { Body, CollectionHeader, CollectionPart, ExtraFile, Text } from "../collection.ts";
import type { Ledger } from "../ledger.ts";
import { type JsonObject, objectOf, objectsOf, textOf } from "./json.ts";
import { encodedTemplate, template } from "./template.ts";

/** What all requests of a collection of Postman or Bruno add to. */
export interface ItemContext {
  readonly ledger: Ledger;
  readonly files: ExtraFile[];
  /** The content of a file that a body names, if the source has it. */
  readonly contentOf?: (path: string) => Uint8Array | undefined;
}

/** A body, and the media type that Postman sends with it. */
export interface ItemBody {
  readonly body: Body;
  readonly type: string | undefined;
}

/** Where the files of bodies are collected. */
export interface BodyContext extends Pick<ItemContext, "ledger" | "files" | "contentOf"> {
  readonly path: readonly string[];
}

/** The media types of `options.raw.language`. */
const languages: Readonly<Record<string, string>> = {
  json: "application/json",
  xml: "application/xml",
  html: "text/html",
  text: "text/plain",
  javascript: "application/javascript",
};

/** Undefined if there is none, or if it is disabled. */
export function bodyOf(value: unknown, context: BodyContext): ItemBody | undefined {
  const body = objectOf(value);
  if (!body || body["disabled"] === true) return undefined;
  switch (body["mode"]) {
    case "raw": {
      const language = textOf(objectOf(objectOf(body["options"])?.["raw"])?.["language"]) ?? "";
      const type = Object.hasOwn(languages, language) ? languages[language] : undefined;
      return textBody(template(textOf(body["raw"]) ?? ""), type);
    }
    case "urlencoded":
      return textBody(formText(enabled(body["urlencoded"])), "application/x-www-form-urlencoded");
    case "formdata":
      return {
        body: { kind: "multipart", parts: enabled(body["formdata"]).flatMap((row) => partsOf(row, context)) },
        type: "multipart/form-data",
      };
    case "file": {
      const [file] = filesOf(objectOf(body["file"])?.["src"], context);
      return file && { body: { kind: "file", file }, type: undefined };
    }
    case "graphql":
      return textBody(graphqlText(objectOf(body["graphql"]) ?? {}), "application/json");
    default:
      return undefined;
  }
}

function textBody(text: Text, type: string | undefined): ItemBody | undefined {
  return text.every((part) => part === "") ? undefined : { body: { kind: "text", text }, type };
}

export function enabled(rows: unknown): readonly JsonObject[] {
  return objectsOf(rows).filter((row) => row["disabled"] !== true);
}

function formText(rows: readonly JsonObject[]): Text {
  return rows.flatMap(
    (row, at): Text => [
      at === 0 ? "" : "&",
      ...encodedTemplate(textOf(row["key"]) ?? ""),
      "=",
      ...encodedTemplate(textOf(row["value"]) ?? ""),
    ],
  );
}

function partsOf(row: JsonObject, context: BodyContext): readonly CollectionPart[] {
  const name = (textOf(row["key"]) ?? "").replace(/["\r\n\\]/g, "-");
  const type = textOf(row["contentType"]);
  const typed: readonly CollectionHeader[] = type ? [{ name: "Content-Type", value: template(type) }] : [];
  const disposition = (rest: string): CollectionHeader => {
    return { name: "Content-Disposition", value: template(`form-data; name="${name}"${rest}`) };
  };
  if (row["type"] !== "file")
    return [{ headers: [disposition(""), ...typed], content: template(textOf(row["value"]) ?? "") }];
  return filesOf(row["src"], context).map((file) => {
    return {
      headers: [disposition(`; filename="${file.name.replace(/["\r\n\\{}]/g, "-")}"`), ...typed],
      content: file,
    };
  });
}

/** Postman only names files. The user has to put them into the folder. */
function filesOf(src: unknown, { ledger, files, path, contentOf }: BodyContext): readonly ExtraFile[] {
  return [src].flat().flatMap((source) => {
    const full = textOf(source);
    if (full === undefined) return [];
    const name = full.split(/[\\/]/).at(-1) || "file";
    const item = ledger.add("attachment", full, path);
    const content = contentOf?.(full);
    if (!content) item.explain(l10n.t("The collection doesn't contain the file. Copy it to the folder attachments."));
    const file: ExtraFile = { item, folder: "attachments", name, content };
    files.push(file);
    return [file];
  });
}

/** The variables are JSON in a text. */
function graphqlText(graphql: JsonObject): Text {
  const query = JSON.stringify(textOf(graphql["query"]) ?? "");
  const variables = textOf(graphql["variables"])?.trim() || "{}";
  return template(`{"query": ${query}, "variables": ${variables}}`);
}
