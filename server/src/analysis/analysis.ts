import { environmentsIn, parseDocument, type Segment, type SoapHttpDocument } from "../format/document.ts";
import type { MessageKind } from "../http/head.ts";
import { fileScope } from "../message/fileScope.ts";
import type { Message } from "../message/message.ts";
import { mockScope } from "../mock/scope.ts";
import type { Severity } from "../protocol/protocol.ts";
import { emptyResolver, type Resolver } from "../resources/resolver.ts";
import type { TransportKind } from "../rules/check.ts";
import { type Charset, editorCharset } from "../text/charset.ts";
import type { FileBody } from "../text/fileBody.ts";
import { DocumentMessages, type MessageSources } from "./messages.ts";

export interface AnalysisOptions {
  /** Severities by the code of the rule. */
  readonly rules: Readonly<Record<string, Severity | "off">>;
  /** Kind of the messages in the text: requests by default. */
  readonly kind?: MessageKind;
  readonly transport?: TransportKind;
  /** Whether the text may have mixed line endings. The text of an editor has only one kind. */
  readonly mixedLineEnds?: boolean;
}

export interface Origin {
  /** VS Code's name of the encoding in which the file was read. */
  readonly encoding?: string | undefined;
  /** The charset of the text outside of bodies, if the file as a whole has none; UTF-8 if it is unknown. */
  readonly headCharset?: Charset | undefined;
  /** Bodies whose bytes differ from their encoded text, by their offsets in the text. */
  readonly bodies?: ReadonlyMap<number, FileBody>;
}

export const defaultOptions: AnalysisOptions = { rules: {} };

/** An immutable analysis of a document's text. All offsets: UTF-16, in that text. */
export interface Analysis extends MessageSources {
  readonly document: SoapHttpDocument;
  readonly resolver: Resolver;
  readonly options: AnalysisOptions;
  readonly messages: DocumentMessages;
}

/** Analyzes a text. Never throws. */
export function analyze(
  text: string,
  options: AnalysisOptions = defaultOptions,
  resolver: Resolver = emptyResolver,
  origin: Origin = {},
): Analysis {
  return analyzeAgain(undefined, text, options, resolver, origin);
}

/**
 * Analyzes a document after an edit, or with other options or resources. Reuses the unchanged results of `previous`, if given,
 * and the XML nodes of the edited message: results that `previous` returned for that message must not be used afterwards. Never
 * throws.
 */
export function analyzeAgain(
  previous: Analysis | undefined,
  text: string,
  options: AnalysisOptions = defaultOptions,
  around: Resolver = emptyResolver,
  { encoding, headCharset, bodies }: Origin = {},
): Analysis {
  const document = parseDocument(text, previous?.document, options.kind);
  const resolver = resolverIn(document, around);
  const fileBodies = new Map<Segment, FileBody>();
  for (const { start, segment } of bodies ? document.segments : []) {
    const own = segment.message ?? segment.document;
    const body = own?.body && bodies?.get(start + own.body.start);
    if (body) fileBodies.set(segment, body);
  }
  const sources: MessageSources = {
    scope: scopes[document.kind](document, resolver),
    transport: options.transport,
    encoding: encoding ? editorCharset(encoding) : undefined,
    headCharset,
    fileBodies,
  };
  const messages = new DocumentMessages(sources);
  if (previous) messages.takeOver(previous.messages, previous.document, document);
  return { ...sources, document, resolver, options, messages };
}

/** The resolver of a document, with the values of the environments that the document names. */
export function resolverIn(document: SoapHttpDocument, around: Resolver): Resolver {
  const named = environmentsIn(document).map(({ name }) => name);
  return named.length > 0 ? around.inEnvironments(named) : around;
}

const scopes = { request: fileScope, response: mockScope };

/** The message or the document (`# @document`) of a segment; `undefined` if it has only a preamble. */
export function textOf({ messages }: Analysis, segment: Segment): Message | undefined {
  return messages.textOf(segment);
}

export function messageOf({ messages }: Analysis, segment: Segment): Message | undefined {
  return messages.of(segment);
}
