import * as l10n from "@vscode/l10n";
import { readEnvelope } from "../../soap/envelope.ts";
import { mediaTypes, versionOfNamespace, xopNamespace } from "../../soap/facts.ts";
import { parseXml } from "../../xml/parser.ts";
import { elements } from "../../xml/query.ts";
import type { Body, CollectionHeader, CollectionPart, CollectionRequest, PreambleLine, Text } from "../collection.ts";
import type { Item } from "../ledger.ts";
import { type Attachment, attachmentParts, attachmentsOf, fieldsOf } from "./attachments.ts";
import type { Interface, ProjectContext } from "./context.ts";
import { type EnvelopeEdit, editedBody, headerEdit } from "./envelopeEdits.ts";
import { attribute, child, childText, type ProjectElement, setting } from "./projectXml.ts";
import { addedHeaders, contentOf, credentialsOf, mergedHeaders, optionLines } from "./requestParts.ts";
import { expanded, type PropertyScope } from "./scope.ts";
import { addressingBlocks, securityTokens } from "./securityHeader.ts";

/** The result for all kinds of requests. The caller adds the lines above the request line. */
export interface BuiltRequest extends Omit<CollectionRequest, "preamble" | "kind" | "name" | "item"> {
  readonly options: readonly PreambleLine[];
}

export interface RequestPlace {
  readonly scope: PropertyScope;
  readonly item: Item;
  readonly path: readonly string[];
  readonly context: ProjectContext;
  readonly edits?: readonly EnvelopeEdit[] | undefined;
}

/** The body of a request as typed. */
export function soapBody(request: ProjectElement, { context, item }: Pick<RequestPlace, "context" | "item">): string {
  return contentOf(child(request, "request"), context.unpacker, item);
}

export function soapRequest(
  request: ProjectElement,
  iface: Interface | undefined,
  operation: string,
  place: RequestPlace,
): BuiltRequest {
  const { scope, item, path, context } = place;
  const body = soapBody(request, place);
  const version = iface?.version ?? versionOf(body);
  const address = addressOf(request, iface, item);
  const action = attribute(iface?.operations.get(operation), "action");
  const attachments = attachmentsOf(request, path, context);
  const about = { scope, item, context, version };
  const security = securityTokens(request, body, about);
  const blocks = [...addressingBlocks(request, action, address, body, about), ...security.block];
  const added = blocks.length === 0 ? undefined : headerEdit(body, blocks);
  if (blocks.length > 0 && !added) item.partly(l10n.t("Its body has no Envelope for the header blocks."));
  const isXop = isOn(request, "enable-mtom") && (isOn(request, "@force_mtom") || attachments.length > 0);
  const edits = [
    ...(place.edits ?? []),
    ...(added ? [added] : []),
    ...security.edits,
    ...(isXop ? includes(body, attachments) : []),
  ];
  const text = editedBody(body, edits, scope, item);
  const charset = (childText(request, "encoding") || "UTF-8").replaceAll('"', "").trim();
  const message = { text, version, charset, action: isOn(request, "@skip_soap_action") ? undefined : action };
  const isMultipart = attachments.length > 0 || isXop;
  const sent = isMultipart ? multipart(message, attachments, isXop) : single(message);
  const credentials = credentialsOf(request, scope, item);
  const headers = [...sent.headers, ...credentials.headers];
  return {
    method: "POST",
    target: address === "" ? missingAddress(item) : expanded(address, scope, item),
    headers: mergedHeaders(headers, addedHeaders(request, scope, item)),
    body: sent.body,
    wsdl: iface?.wsdl,
    options: [...optionLines(request, item), ...credentials.preamble, ...security.comments],
  };
}

function versionOf(body: string): "1.1" | "1.2" {
  const envelope = /^\s*</.test(body) ? readEnvelope(parseXml(body)) : undefined;
  return versionOfNamespace(envelope?.namespace) ?? "1.1";
}

/** The address of the request, or else the first address of its interface. */
export function addressOf(request: ProjectElement, iface: Interface | undefined, item: Item): string {
  const usual = iface?.endpoints[0];
  const address = (childText(request, "endpoint")?.trim() || usual) ?? "";
  if (iface?.address !== undefined && address === usual) return `\${#Project#${iface.address}}`;
  if (/^jms:/i.test(address)) item.partly(l10n.t("Its address is for JMS, not for HTTP."));
  return address;
}

/** A variable without a value in place of a missing address, so that the check reports it. */
export function missingAddress(item: Item): Text {
  item.partly(l10n.t("It has no address. Define the variable that is in its place."));
  return [{ kind: "variable", name: "endpoint" }];
}

function isOn(request: ProjectElement, id: string): boolean {
  return setting(request, id)?.trim() === "true";
}

interface Message {
  readonly text: Text;
  readonly version: "1.1" | "1.2";
  readonly charset: string;
  /** The action; undefined if none is sent. */
  readonly action: string | undefined;
}

interface Sent {
  readonly headers: readonly CollectionHeader[];
  readonly body: Body;
}

function single({ text, version, charset, action }: Message): Sent {
  const parameter = version === "1.2" && action ? `; action="${action}"` : "";
  const type = `${mediaTypes[version]}; charset=${charset}${parameter}`;
  return {
    headers: [...fieldsOf([["Content-Type", type]]), ...soapAction(version, action)],
    body: { kind: "text", text },
  };
}

function soapAction(version: "1.1" | "1.2", action: string | undefined): readonly CollectionHeader[] {
  return version === "1.1" && action !== undefined ? fieldsOf([["SOAPAction", `"${action}"`]]) : [];
}

/** The message with its attachments (SOAP with Attachments, or MTOM), as in WsdlPackagingRequestFilter. */
function multipart(
  { text, version, charset, action }: Message,
  attachments: readonly Attachment[],
  isXop: boolean,
): Sent {
  const type = mediaTypes[version];
  const parameter = version === "1.2" && action ? `; action="${action}"` : "";
  const rootType = isXop
    ? `application/xop+xml; charset=${charset}; type="${type}"${parameter}`
    : `${type}; charset=${charset}${parameter}`;
  const root: CollectionPart = {
    headers: fieldsOf([
      ["Content-Type", rootType],
      ["Content-Transfer-Encoding", "8bit"],
      ["Content-ID", "<rootpart@soapui.org>"],
    ]),
    content: text,
  };
  const whole = isXop
    ? `multipart/related; type="application/xop+xml"; start="<rootpart@soapui.org>"; start-info="${type}"${parameter}`
    : `multipart/related; type="${type}"; start="<rootpart@soapui.org>"${parameter}`;
  return {
    headers: [
      ...fieldsOf([
        ["Content-Type", whole],
        ["MIME-Version", "1.0"],
      ]),
      ...soapAction(version, action),
    ],
    body: { kind: "multipart", parts: [root, ...attachmentParts(attachments)] },
  };
}

/** Edits for MTOM: an element that contains `cid:` and the id of an attachment gets a reference to the attachment's part. */
function includes(body: string, attachments: readonly Attachment[]): readonly EnvelopeEdit[] {
  const ids = new Set(attachments.map(({ contentId }) => contentId));
  return [...elements(parseXml(body))].flatMap(({ startTagEnd, endTag, children }) => {
    const end = endTag?.start;
    const content = end === undefined || children.length !== 1 ? "" : body.slice(startTagEnd, end).trim();
    if (end === undefined || !content.startsWith("cid:") || !ids.has(content.slice(4))) return [];
    const href = encodeURI(content.slice(4)).replace(/[&<"']/g, encodeURIComponent);
    const include = `<xop:Include xmlns:xop="${xopNamespace}" href="cid:${href}"/>`;
    return [{ start: startTagEnd, end, text: [include] }];
  });
}
