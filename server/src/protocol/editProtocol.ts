/*
 * Changes of a document.
 */

import type { Position, Range, TextEdit } from "vscode-languageserver-types";
import type { ContractPlace, ContractTreeNode } from "./contractProtocol.ts";
import type { DocumentParams, LineParams } from "./documentProtocol.ts";
import { requestType } from "./requestType.ts";
import type { FaultCause } from "./responseProtocol.ts";

export interface EditsResult {
  readonly version: number;
  readonly edits: readonly TextEdit[];
}

/** The edits of all automatic fixes: of the request at a line, or of the whole document. */
export const FixAllRequest = requestType<DocumentParams & { readonly line?: number }, EditsResult>("soaphttp/fixAll");

export const EndTagRequest = requestType<EndTagParams, EndTagResult>("soaphttp/endTag");
export interface EndTagParams extends DocumentParams {
  /** After the `>`, for each cursor. */
  readonly positions: readonly Position[];
}
export interface EndTagResult {
  readonly version: number;
  /** For each position; `null` if no end tag is missing. Empty if the document isn't open. */
  readonly tags: readonly (string | null)[];
}

/** The edits that correct Content-Length headers: those affected by changes of the ranges, or all. */
export const ContentLengthRequest = requestType<DocumentParams & { readonly changed?: readonly Range[] }, EditsResult>(
  "soaphttp/contentLength",
);

export const MinifyRequest = requestType<LineParams, MinifyResult>("soaphttp/minify");
export type MinifyResult =
  /** There is no request, or no XML in it. */
  { readonly kind: "none" } | { readonly kind: "illFormed" } | ({ readonly kind: "edits" } & EditsResult);

/** The edits that update the request at a line from its WSDL, with its Content-Length; `null` if it has no known contract. */
export const UpdateRequest = requestType<LineParams, EditsResult | null>("soaphttp/updateFromWsdl");

/** The edits that insert an element of the tree of a contract into the request at a position, or a sentence that says why there are none. */
export const InsertElementRequest = requestType<InsertElementParams, EditsResult | string>("soaphttp/insertElement");
export interface InsertElementParams extends DocumentParams {
  readonly position: Position;
  /** With its name, because a WSDL that has changed may have another element at the path. */
  readonly node: ContractPlace & Pick<ContractTreeNode, "name">;
}

export const ConvertRequest = requestType<ConvertParams, ConvertResult>("soaphttp/convert");
export interface ConvertParams {
  readonly text: string;
  /** Of the result. */
  readonly lineEnds: "\n" | "\r\n";
  /** The selection of a document where the requests are inserted. */
  readonly place?: { readonly uri: string; readonly range: Range };
}
export type ConvertResult =
  | { readonly kind: "unknown" }
  | {
      readonly kind: "requests";
      /** A curl command, a recorded HTTP message, a file of REST Client or JetBrains' HTTP Client, or only an envelope. */
      readonly source: "curl" | "http" | "httpFile" | "envelope";
      /** In the format of `.soaphttp` files. */
      readonly text: string;
      /** `at`: the start of the first request after the edit. */
      readonly placed?: { readonly version: number; readonly edit: TextEdit; readonly at: Position };
    };

/** The range of a Fault's cause in a request; `null` if it isn't there. */
export const FaultPlaceRequest = requestType<LineParams & { readonly cause: FaultCause }, Range | null>(
  "soaphttp/faultPlace",
);

/** The request at a line as a form. */
export const FormRequest = requestType<FormParams, FormResult | null>("soaphttp/form");
export interface FormParams extends LineParams {
  readonly view: FormView;
  /** As in `ImportParams`. */
  readonly script?: string | undefined;
  /** For the whole page, whose content is another request. */
  readonly nonce?: string | undefined;
}

/** What the user has opened and closed in a form, by the ids of its fields. */
export interface FormView {
  readonly open: Readonly<Record<string, boolean>>;
  /** How many elements of a field are shown, if not as many as at first. */
  readonly shown: Readonly<Record<string, number>>;
}

export interface FormResult {
  readonly version: number;
  /** The page, or its content. */
  readonly html: string;
}

/** The edits of what the user does in a form, also of Content-Length; `null` if the form has no such field. */
export const FormEditRequest = requestType<FormEditParams, EditsResult | null>("soaphttp/formEdit");
export interface FormEditParams extends Omit<FormParams, "nonce"> {
  readonly action: FormAction;
}

/** What the user does with a field. `value`: the text, or the index of an alternative. */
export interface FormAction {
  readonly id: string;
  readonly act: "set" | "add" | "repeat" | "remove" | "choose";
  readonly value?: string | undefined;
}
