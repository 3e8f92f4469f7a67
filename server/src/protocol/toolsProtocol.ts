/* Requests for engines that send them many times, and projects to import. Bytes are in base64. */

import type { DocumentParams, LibraryParams, LineParams } from "./documentProtocol.ts";
import { requestType } from "./requestType.ts";
import type { SecretOrigin } from "./sendingProtocol.ts";
import type { RunRequest } from "./testProtocol.ts";

/** Asks for the requests of a document for load-testing engines, which send them many times with new values. */
export const ExportRequest = requestType<DocumentParams, ExportResult>("soaphttp/export");
export interface ExportResult {
  readonly requests: readonly ExportedRequest[];
}

/** Asks for the request at a line, for the code of a program that sends it. */
export const ProgramRequest = requestType<LineParams, ProgramResult>("soaphttp/program");
export type ProgramResult =
  | { readonly kind: "none" }
  /** `problems`: sentences about why the request can't be sent. */
  | { readonly kind: "unsendable"; readonly problems: readonly string[] }
  | { readonly kind: "message"; readonly program: ProgramMessage };

/** A request with placeholders for its secrets. */
export interface ProgramMessage extends Pick<ExportedRequest, "values" | "errors" | "directives"> {
  readonly name: string;
  readonly message: ExportedMessage;
}

/** A request of a file, with placeholders for the values that differ each time it is sent. */
export interface ExportedRequest {
  readonly run: RunRequest;
  readonly title: string | undefined;
  /** Weight in `# @weight`: how often the request is sent compared with others; undefined without it. */
  readonly weight: number | undefined;
  /** A sentence about why no load test tool can send the request. The other requests are exported without it. */
  readonly leftOut?: string | undefined;
  /** Sentences about why the request can't be exported. */
  readonly problems: readonly string[];
  /** Sentences about errors. A request with errors is exported only if the user wants it as written. */
  readonly errors: readonly string[];
  /** `undefined` if there are problems, or if the request is left out. */
  readonly message: ExportedMessage | undefined;
  /** The values of the slots and operands, which refer to them by index. */
  readonly values: readonly ExportedValue[];
  readonly expectations: readonly ExportedExpectation[];
  readonly sets: readonly {
    readonly name: string;
    /** The value as typed. */
    readonly text: string;
    /** `undefined` if the value isn't a path. */
    readonly path: ExportedPath | undefined;
    readonly steps: readonly ExportedStep[];
  }[];
  /** The prefixes of the request's paths, with their namespaces. */
  readonly prefixes: Readonly<Record<string, string>>;
  /** Names of directives that have no effect in an exported request, such as `retry`. */
  readonly directives: readonly string[];
}

export interface ExportedMessage {
  readonly scheme: "http" | "https";
  /** Host of the request; `undefined` if it is a secret. */
  readonly host: string | undefined;
  readonly port: number;
  readonly method: string;
  /** Header section with the request line and the empty line. */
  readonly head: string;
  readonly body: string;
  /** Placeholders in the order of the bytes, those in the head first. The bytes contain the reference as text: `{{$guid}}`. */
  readonly slots: readonly ExportedSlot[];
  /** Charset that values in the body are encoded in, such as `utf-8` or `utf-16le`. */
  readonly charset: string;
  /** Whether the connection stays open afterwards, according to the header fields. */
  readonly keepAlive: boolean;
  /** Compression of a body with placeholders, after they have been replaced. `undefined` also if the body is compressed already. */
  readonly compression: "gzip" | "deflate" | undefined;
  /** Time limit of `# @timeout`, in milliseconds. */
  readonly timeout: number | undefined;
  /** URIs of the files in the body. */
  readonly bodyFiles: readonly string[];
  /** Sentences about differences between the sent and the typed text. */
  readonly changes: readonly string[];
}

/** A range of bytes in the head or the body that is replaced by a value. */
export interface ExportedSlot {
  readonly part: "head" | "body";
  readonly start: number;
  readonly end: number;
  /** Index of the value in `values`. */
  readonly value: number;
  /** How special characters of XML in the value are escaped. */
  readonly escape: "none" | "text" | "attribute";
}

/** Texts, and indexes of other values that the value consists of. Values only refer to earlier values. */
export type ExportedText = readonly (string | number)[];

/** Text, or bytes in base64. */
export type ExportedContent = ExportedText | { readonly bytes: string };

export interface ExportedStep {
  /** Name of the step with its algorithm: `hmac sha256`. */
  readonly name: string;
  readonly arguments: readonly ExportedContent[];
  /** Argument of `xpath` and `jsonpath`. These steps have no other argument. */
  readonly path?: ExportedPath;
}

export type ExportedValue =
  /** Number of bytes of the body. */
  | { readonly kind: "contentLength" }
  /** A built-in variable whose value differs each time. */
  | { readonly kind: "builtIn"; readonly reference: string; readonly generated: GeneratedValue }
  /** `$basic`: Base64 of `user:password`. */
  | { readonly kind: "basic"; readonly user: ExportedText; readonly password: ExportedText }
  /** `$wsse.digest` with its input values. `nonce`: in base64. */
  | {
      readonly kind: "digest";
      readonly nonce: ExportedText | undefined;
      readonly created: ExportedText | undefined;
      readonly password: ExportedText;
    }
  /** A value that is changed by steps, from left to right. */
  | {
      readonly kind: "computed";
      readonly reference: string;
      readonly source: ExportedContent;
      readonly steps: readonly ExportedStep[];
    }
  /** `bytes`: number of random bytes. */
  | { readonly kind: "random"; readonly bytes: number }
  /** A value that isn't exported because it is secret. `private`: a variable of a private environment. */
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

/** How an engine generates the values of a built-in variable. */
export type GeneratedValue =
  | { readonly kind: "guid" }
  /** A number from `min` (inclusive) to `max` (exclusive). */
  | { readonly kind: "randomInt"; readonly min: number; readonly max: number }
  /** A random choice of one of these texts. */
  | { readonly kind: "choice"; readonly texts: readonly string[] }
  /** Seconds since 1970-01-01. */
  | { readonly kind: "timestamp"; readonly shift: Shift | undefined }
  /** A time in UTC or in a time zone. `format`: in the syntax of dayjs. */
  | {
      readonly kind: "datetime";
      readonly format: string;
      readonly shift: Shift | undefined;
      readonly zone?: string;
    }
  /** Base64 of 16 random bytes. All references in one sending get the same value. */
  | { readonly kind: "nonce" }
  /** Time of sending in UTC without fractions of seconds, shifted by `shift`. */
  | { readonly kind: "tokenTime"; readonly shift: Shift | undefined };

/** A time shift from now. `unit`: `y`, `M`, `w`, `d`, `h`, `m`, `s` or `ms`. */
export interface Shift {
  readonly count: number;
  readonly unit: string;
}

export interface ExportedPath {
  readonly kind: "xpath" | "json";
  readonly text: string;
}

/** An expectation of `# @expect` in parts, so that other tools can check it. */
export interface ExportedExpectation {
  readonly text: string;
  /**
   * `status`, `no fault`, `fault`, `path`, `header`, `time`, `size`, `body`, `body text`, `no body text`, `contract` or
   * `signature`.
   */
  readonly subject: string;
  /** The path of `path`, or of a Fault with a path. */
  readonly path: ExportedPath | undefined;
  /** Steps that change each value of the path before it is compared. */
  readonly steps: readonly ExportedStep[];
  /** Name of the header, if the subject is `header`. */
  readonly header: string | undefined;
  readonly operator: string | undefined;
  readonly operand: ExportedText;
  /** Whether the operand is in double quotes. */
  readonly quoted: boolean;
}

/** Converts projects of other tools to the files of folders. The server itself reads and writes no files. */
export const ImportRequest = requestType<ImportParams, ImportResult>("soaphttp/import");

export interface ImportParams extends LibraryParams {
  readonly sources: readonly {
    /** Path as the user knows it. */
    readonly path: string;
    readonly isFolder: boolean;
    /** The file, or all files in the folder and its subfolders. Each path begins with the path of the source. */
    readonly files: readonly { readonly path: string; readonly bytes: string }[];
  }[];
}

export interface ImportResult {
  readonly projects: readonly ImportedProject[];
  /** Sentences about sources that can't be imported. */
  readonly problems: readonly string[];
}

export interface ImportedProject {
  readonly name: string;
  /** Suggested name for the folder, which the client makes unique. */
  readonly folder: string;
  /** The files of the project, by paths relative to the folder, with `/`. */
  readonly files: readonly { readonly path: string; readonly bytes: string }[];
  /** Path of the file with the list of items that need a review. */
  readonly checklist: string;
  /** Number of requests without expectations. `tests`: of requests with expectations. `looks`: of items that need a review. */
  readonly requests: number;
  readonly tests: number;
  readonly looks: number;
  /** Addresses of definitions that the project contains no copy of. */
  readonly definitions: readonly string[];
}
