/* Changes of a document. */

import type { Position, Range, TextEdit } from "vscode-languageserver-types";
import type { ContractPlace, ContractTreeNode } from "./contractProtocol.ts";
import type { DocumentParams, LibraryParams, LineParams } from "./documentProtocol.ts";
import { requestType } from "./requestType.ts";
import type { FaultCause } from "./responseProtocol.ts";

export interface EditsResult {
  readonly version: number;
  readonly edits: readonly TextEdit[];
}

/** Asks for the edits of all automatic fixes: in the request at a line, or in the whole document. */
export const FixAllRequest = requestType<DocumentParams & { readonly line?: number }, EditsResult>("soaphttp/fixAll");

export const EndTagRequest = requestType<EndTagParams, EndTagResult>("soaphttp/endTag");
export interface EndTagParams extends DocumentParams {
  /** Positions after the `>`, one for each cursor. */
  readonly positions: readonly Position[];
}
export interface EndTagResult {
  readonly version: number;
  /** The missing end tag at each position; `null` if none is missing, or if the document isn't open. */
  readonly tags: readonly (string | null)[];
}

/** Asks for the edits that correct Content-Length headers: all headers, or those of the requests in the changed ranges. */
export const ContentLengthRequest = requestType<DocumentParams & { readonly changed?: readonly Range[] }, EditsResult>(
  "soaphttp/contentLength",
);

export const MinifyRequest = requestType<LineParams, MinifyResult>("soaphttp/minify");
export type MinifyResult =
  /** `none`: there is no request, or no XML in it. `illFormed`: the XML isn't well-formed. */
  { readonly kind: "none" } | { readonly kind: "illFormed" } | ({ readonly kind: "edits" } & EditsResult);

/** Asks for edits that update a request from its WSDL, and its Content-Length; `null` if its contract isn't known. */
export const UpdateRequest = requestType<LineParams, EditsResult | null>("soaphttp/updateFromWsdl");

/** Asks for the edits that insert an element of a contract at a position; a sentence if it can't be inserted. */
export const InsertElementRequest = requestType<InsertElementParams, EditsResult | string>("soaphttp/insertElement");
export interface InsertElementParams extends DocumentParams {
  readonly position: Position;
  /** The node, with its name: after a change of the WSDL, another element may be at the path. */
  readonly node: ContractPlace & Pick<ContractTreeNode, "name">;
}

export const ConvertRequest = requestType<ConvertParams, ConvertResult>("soaphttp/convert");
export interface ConvertParams {
  readonly text: string;
  /** Line endings of the resulting text. */
  readonly lineEnds: "\n" | "\r\n";
  /** The selection that the requests replace. */
  readonly place?: { readonly uri: string; readonly range: Range };
}
export type ConvertResult =
  | { readonly kind: "unknown" }
  | {
      readonly kind: "requests";
      /** A curl command, a recorded HTTP message, a file of REST Client or JetBrains, or only an envelope. */
      readonly source: "curl" | "http" | "httpFile" | "envelope";
      /** The requests in the format of `.soaphttp` files. */
      readonly text: string;
      /** The edit that inserts the requests. `at`: the start of the first request after the edit. */
      readonly placed?: { readonly version: number; readonly edit: TextEdit; readonly at: Position };
    };

/** Asks for the range of a Fault's cause in a request; `null` if the request doesn't contain the cause. */
export const FaultPlaceRequest = requestType<LineParams & { readonly cause: FaultCause }, Range | null>(
  "soaphttp/faultPlace",
);

export const FormRequest = requestType<FormParams, FormResult | null>("soaphttp/form");
export interface FormParams extends LineParams, LibraryParams {
  readonly view: FormView;
  /** Nonce for the scripts of the whole page. Without it, only the content of the page is requested. */
  readonly nonce?: string | undefined;
}

/** State of a form: the fields that the user has opened and closed, by the ids of the fields. */
export interface FormView {
  readonly open: Readonly<Record<string, boolean>>;
  /** How many elements of a field are shown, by the id of the field, if it isn't the initial number. */
  readonly shown: Readonly<Record<string, number>>;
}

export interface FormResult {
  readonly version: number;
  /** HTML of the whole page, or of its content. */
  readonly html: string;
}

/** Asks for the edits of the user's action in a form, including Content-Length; `null` if the form has no such field. */
export const FormEditRequest = requestType<FormEditParams, EditsResult | null>("soaphttp/formEdit");
export interface FormEditParams extends Omit<FormParams, "nonce"> {
  readonly action: FormAction;
}

/** An action of the user on a field. `value`: the text, or the index of an alternative. */
export interface FormAction {
  readonly id: string;
  readonly act: "set" | "add" | "repeat" | "remove" | "choose";
  readonly value?: string | undefined;
}
