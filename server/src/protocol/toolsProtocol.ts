/*
 * What other tools get and give: requests for engines that send them many times, and projects to import. Bytes are in base64.
 */

import type { DocumentParams, LineParams } from "./documentProtocol.ts";
import { requestType } from "./requestType.ts";
import type { SecretOrigin } from "./sendingProtocol.ts";
import type { RunRequest } from "./testProtocol.ts";

/** The requests of a document, for an export. */
export const ExportRequest = requestType<DocumentParams, ExportResult>("soaphttp/export");
export interface ExportResult {
  readonly requests: readonly ExportedRequest[];
}

/** The request at a line, for a program that sends it. */
export const ProgramRequest = requestType<LineParams, ProgramResult>("soaphttp/program");
export type ProgramResult =
  | { readonly kind: "none" }
  /** `problems`: sentences. */
  | { readonly kind: "unsendable"; readonly problems: readonly string[] }
  | { readonly kind: "message"; readonly program: ProgramMessage };

/** A request with places for its secrets. */
export interface ProgramMessage extends Pick<ExportedRequest, "values" | "errors" | "directives"> {
  /** Its name for people. */
  readonly name: string;
  readonly message: ExportedMessage;
}

/** A request of a file, with places for the values that differ each time it is sent. */
export interface ExportedRequest {
  readonly run: RunRequest;
  readonly title: string | undefined;
  /** Of `# @weight`. */
  readonly weight: number | undefined;
  /** Why no engine can send it: a sentence. The others are exported without it. */
  readonly leftOut?: string | undefined;
  /** Why it can't be exported: sentences. */
  readonly problems: readonly string[];
  /** Errors, with which it would only be sent as written: sentences. */
  readonly errors: readonly string[];
  /** `undefined` if there are problems, or if it is left out. */
  readonly message: ExportedMessage | undefined;
  /** The values of the pieces and operands, by their index. */
  readonly values: readonly ExportedValue[];
  readonly expectations: readonly ExportedExpectation[];
  readonly sets: readonly {
    readonly name: string;
    /** As typed. */
    readonly text: string;
    /** `undefined` if it is another value. */
    readonly path: ExportedPath | undefined;
    readonly steps: readonly ExportedStep[];
  }[];
  /** The prefixes of its paths, with their namespaces. */
  readonly prefixes: Readonly<Record<string, string>>;
  /** The directives that only have a meaning when the request is sent here, such as `retry`. */
  readonly directives: readonly string[];
}

export interface ExportedMessage {
  readonly scheme: "http" | "https";
  /** `undefined` if it is a secret. */
  readonly host: string | undefined;
  readonly port: number;
  readonly method: string;
  /** The header section with the request line and the empty line. */
  readonly head: string;
  readonly body: string;
  /** In the order of the bytes, the head first. The bytes have the references in their places: `{{$guid}}`. */
  readonly slots: readonly ExportedSlot[];
  /** The charset of values in the body, such as `utf-8` or `utf-16le`. */
  readonly charset: string;
  /** Whether the connection stays open afterwards, as the header fields say. */
  readonly keepAlive: boolean;
  /** How a body with slots is compressed once it has its values; `undefined` also if it is compressed already. */
  readonly compression: "gzip" | "deflate" | undefined;
  /** Milliseconds, of `# @timeout`. */
  readonly timeout: number | undefined;
  /** The URIs of the files in the body. */
  readonly bodyFiles: readonly string[];
  /** Sentences about differences between the sent and the typed text. */
  readonly changes: readonly string[];
}

/** Bytes of the head or the body that are replaced by a value. */
export interface ExportedSlot {
  readonly part: "head" | "body";
  readonly start: number;
  readonly end: number;
  /** Its index. */
  readonly value: number;
  /** How XML's special characters in the value are written. */
  readonly escape: "none" | "text" | "attribute";
}

/** Texts, and the indexes of values before the one that it is a part of. */
export type ExportedText = readonly (string | number)[];

/** Bytes are in Base64. */
export type ExportedContent = ExportedText | { readonly bytes: string };

export interface ExportedStep {
  /** With its algorithm: `hmac sha256`. */
  readonly name: string;
  readonly arguments: readonly ExportedContent[];
  /** The argument of `xpath` and `jsonpath`, which have no other one. */
  readonly path?: ExportedPath;
}

export type ExportedValue =
  /** The number of bytes of the body. */
  | { readonly kind: "contentLength" }
  /** A built-in variable that has another value each time. */
  | { readonly kind: "builtIn"; readonly reference: string; readonly generated: GeneratedValue }
  /** `$basic`: Base64 of the user, a colon and the password. */
  | { readonly kind: "basic"; readonly user: ExportedText; readonly password: ExportedText }
  /** `$wsse.digest` with what it is made of; a `nonce` in Base64. */
  | {
      readonly kind: "digest";
      readonly nonce: ExportedText | undefined;
      readonly created: ExportedText | undefined;
      readonly password: ExportedText;
    }
  /** A value that steps are applied to, from left to right. */
  | {
      readonly kind: "computed";
      readonly reference: string;
      readonly source: ExportedContent;
      readonly steps: readonly ExportedStep[];
    }
  /** Random bytes. */
  | { readonly kind: "random"; readonly bytes: number }
  /** A value that isn't exported. `private`: a variable of a private environment. */
  | {
      readonly kind: "secret";
      readonly reference: string;
      readonly from: SecretOrigin | "private";
      readonly name: string;
    }
  /** A column of the request's data file. */
  | { readonly kind: "column"; readonly name: string }
  /** A variable that `# @set` sets. */
  | { readonly kind: "set"; readonly name: string }
  /** A part of the last exchange of a named request. */
  | {
      readonly kind: "exchange";
      readonly request: string;
      readonly message: "request" | "response";
      readonly part:
        | { readonly kind: "body"; readonly path: ExportedPath | undefined }
        | { readonly kind: "header"; readonly name: string }
        | { readonly kind: "status" };
    };

/** How a built-in variable makes its values. */
export type GeneratedValue =
  | { readonly kind: "guid" }
  /** At least `min` and less than `max`. */
  | { readonly kind: "randomInt"; readonly min: number; readonly max: number }
  /** One of these texts. */
  | { readonly kind: "choice"; readonly texts: readonly string[] }
  /** Seconds since 1970. */
  | { readonly kind: "timestamp"; readonly shift: Shift | undefined }
  /** In UTC, or in the time of a zone. `format`: as dayjs writes it. */
  | {
      readonly kind: "datetime";
      readonly format: string;
      readonly shift: Shift | undefined;
      readonly zone?: string;
    }
  /** Base64 of 16 random bytes, the same wherever it stands in one sending. */
  | { readonly kind: "nonce" }
  /** The time of sending in UTC without fractions, or as much later. */
  | { readonly kind: "tokenTime"; readonly shift: Shift | undefined };

/** A distance from now. `unit`: `y`, `M`, `w`, `d`, `h`, `m`, `s` or `ms`. */
export interface Shift {
  readonly count: number;
  readonly unit: string;
}

export interface ExportedPath {
  readonly kind: "xpath" | "json";
  readonly text: string;
}

/** What `# @expect` says. */
export interface ExportedExpectation {
  /** As written. */
  readonly text: string;
  /**
   * `status`, `no fault`, `fault`, `path`, `header`, `time`, `size`, `body`, `body text`, `no body text`, `contract` or
   * `signature`.
   */
  readonly subject: string;
  /** Of `path`, and of a Fault with a path. */
  readonly path: ExportedPath | undefined;
  /** What is applied to each value of the path. */
  readonly steps: readonly ExportedStep[];
  /** The name of a header. */
  readonly header: string | undefined;
  readonly operator: string | undefined;
  readonly operand: ExportedText;
  /** Whether the operand is in double quotes. */
  readonly quoted: boolean;
}

/** Projects of other tools as the files of folders. The server reads and writes nothing. */
export const ImportRequest = requestType<ImportParams, ImportResult>("soaphttp/import");

export interface ImportParams {
  /** In a browser, the URL of the script that the server loads. */
  readonly script?: string | undefined;
  readonly sources: readonly {
    /** As the user knows it. */
    readonly path: string;
    readonly isFolder: boolean;
    /** The file, or all files in the folder and its subfolders, by paths that begin with the source's. */
    readonly files: readonly { readonly path: string; readonly bytes: string }[];
  }[];
}

export interface ImportResult {
  readonly projects: readonly ImportedProject[];
  /** Why other sources can't be imported, as sentences. */
  readonly problems: readonly string[];
}

export interface ImportedProject {
  readonly name: string;
  /** A name for its folder. */
  readonly folder: string;
  /** By paths relative to the folder, with `/`. */
  readonly files: readonly { readonly path: string; readonly bytes: string }[];
  /** The path of the list of items that need a review. */
  readonly checklist: string;
  /** How many requests have no expectations, how many have some, and how many items need a review. */
  readonly requests: number;
  readonly tests: number;
  readonly looks: number;
  /** The addresses of definitions that the project has no copy of. */
  readonly definitions: readonly string[];
}
