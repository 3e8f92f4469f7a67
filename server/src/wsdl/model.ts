import type { SoapVersion } from "../soap/facts.ts";
import type { QName } from "../xsd/components.ts";
import type { SourceAttribute, SourceDocument, SourceElement } from "../xsd/document.ts";
import type { Policy } from "./policy.ts";
import type { WsdlProblem } from "./problems.ts";

/*
 * What a service description says, of WSDL 1.1 or 2.0. The names are from WSDL 1.1: a port type is an interface of
 * WSDL 2.0, a port an endpoint.
 */

export interface Wsdl {
  readonly uri: string;
  /** The WSDL and all imported documents, including schemas of `wsdl:import`, in the order in which they are read. */
  readonly documents: readonly SourceDocument[];
  readonly services: readonly Service[];
  readonly bindings: readonly Binding[];
  readonly portTypes: readonly PortType[];
  /** Operations of the port types, if the WSDL has no binding. */
  readonly unbound: readonly Operation[];
  /** The `xs:schema` elements of all documents. Their own imports are not followed. */
  readonly schemas: readonly SourceElement[];
  /** URIs of documents that must be read before the model is complete. Until then, names may seem to be missing. */
  readonly pending: readonly string[];
  readonly problems: readonly WsdlProblem[];
}

export interface Service {
  readonly name: QName;
  readonly ports: readonly Port[];
  readonly documentation: string;
  readonly source: SourceElement;
}

export interface Port {
  readonly name: string;
  readonly service: Service;
  /** Undefined if the WSDL doesn't define the binding. */
  readonly binding: Binding | undefined;
  /** Address as written, without whitespace around it. It may be empty or invalid. */
  readonly address: SourceAttribute | undefined;
  readonly policy: Policy;
  readonly documentation: string;
  readonly source: SourceElement;
}

export type Protocol =
  | { readonly kind: "soap"; readonly version: SoapVersion; readonly transport: string | undefined }
  | { readonly kind: "http" }
  /** The binding is neither for SOAP nor for HTTP. `namespace`: namespace of its extension, if it has one. */
  | { readonly kind: "other"; readonly namespace: string | undefined };

export interface Binding {
  readonly name: QName;
  readonly protocol: Protocol;
  /** Undefined if the WSDL doesn't define the port type. */
  readonly portType: PortType | undefined;
  readonly operations: readonly Operation[];
  readonly documentation: string;
  readonly source: SourceElement;
}

export type BindingStyle = "document" | "rpc";
export type Use = "literal" | "encoded";
export type ExchangePattern = "request-response" | "one-way" | "solicit-response" | "notification";

/** An operation of a binding, or of a port type without binding. */
export interface Operation {
  readonly name: string;
  readonly binding: Binding | undefined;
  /** The operation in the port type; undefined if it is missing there. */
  readonly abstract: AbstractOperation | undefined;
  /** Whether the port type has several operations with this name, which differ in the names of input and output. */
  readonly overloaded: boolean;
  readonly pattern: ExchangePattern;
  readonly style: BindingStyle;
  /** Undefined if the attribute is missing, "" if it is empty. */
  readonly soapAction: string | undefined;
  readonly soapActionRequired: boolean;
  readonly method: string;
  /** For an HTTP binding: path relative to the address, with parameters `(part)` (WSDL 1.1) or `{element}` (WSDL 2.0). */
  readonly location: string | undefined;
  readonly input: BoundMessage | undefined;
  readonly output: BoundMessage | undefined;
  readonly faults: readonly BoundFault[];
  /** The policy of the binding, the operation and its input. `policyAt` adds the policy of a port. */
  readonly policy: Policy;
  readonly documentation: string;
  /** The element of the operation in the binding, else in the port type. */
  readonly source: SourceElement;
}

export interface Encoding {
  readonly use: Use;
  readonly encodingStyle: string | undefined;
  /** Namespace of an rpc wrapper or an encoded element, as written; undefined if it is missing. */
  readonly namespace: string | undefined;
}

/** A message of an operation, as a binding writes it. */
export interface BoundMessage extends Encoding {
  /** Name of the input or output, or its default name (WSDL 1.1 section 2.4.5). */
  readonly name: string;
  /** Undefined if the WSDL doesn't define the message, so that its content is unknown. */
  readonly message: WsdlMessage | undefined;
  /** The parts in the SOAP body or the HTTP request, in the order in which they are sent. */
  readonly parts: readonly MessagePart[];
  readonly headers: readonly Header[];
  /** The MIME parts besides the part with the envelope; empty if the message isn't multipart. */
  readonly attachments: readonly MimePart[];
  readonly http: HttpContent | undefined;
  /** WS-Addressing action: the explicit one, else the SOAP action, else the default action (Metadata section 4.4). */
  readonly action: string | undefined;
  readonly source: SourceElement;
}

export interface BoundFault extends Encoding {
  readonly name: string;
  readonly message: WsdlMessage | undefined;
  /** The parts in the detail of the fault, usually one. */
  readonly parts: readonly MessagePart[];
  readonly action: string | undefined;
  readonly source: SourceElement;
}

/** A header block that a binding defines. */
export interface Header extends Encoding {
  /** Undefined if the WSDL doesn't define the part. */
  readonly part: MessagePart | undefined;
  readonly required: boolean;
  readonly mustUnderstand: boolean;
  readonly faults: readonly Header[];
  readonly source: SourceElement;
}

/** A part of a `multipart/related` message, which WSDLs write in several forms. */
export interface MimePart {
  readonly name: string | undefined;
  readonly alternatives: readonly MimeContent[];
  readonly source: SourceElement;
}

export interface MimeContent {
  /** Undefined if the WSDL doesn't name the part. */
  readonly part: MessagePart | undefined;
  /** A media type, possibly with wildcards. */
  readonly type: string;
  readonly source: SourceElement;
}

/** Where an HTTP binding puts the parts. */
export type HttpContent =
  | { readonly kind: "query" }
  | { readonly kind: "path" }
  | { readonly kind: "body"; readonly alternatives: readonly MimeContent[] };

export interface WsdlMessage {
  readonly name: QName;
  readonly parts: readonly MessagePart[];
  readonly byName: ReadonlyMap<string, MessagePart>;
  readonly source: SourceElement;
}

/** A part of a message. If it has neither an element nor a type, it allows any content. */
export interface MessagePart {
  readonly name: string;
  readonly element: QName | undefined;
  readonly type: QName | undefined;
  readonly source: SourceElement;
}

export interface PortType {
  readonly name: QName;
  readonly operations: readonly AbstractOperation[];
  readonly documentation: string;
  readonly source: SourceElement;
}

export interface AbstractOperation {
  readonly name: string;
  /** The port type that declares the operation. In WSDL 2.0, an interface may inherit it. */
  readonly declaredBy: QName;
  readonly pattern: ExchangePattern;
  readonly input: AbstractMessage | undefined;
  readonly output: AbstractMessage | undefined;
  readonly faults: readonly AbstractMessage[];
  /** Names of parts in the order of the parameters. */
  readonly parameterOrder: readonly string[];
  /** Only in WSDL 2.0: the operation has no side effects, so its default method is GET. */
  readonly safe: boolean;
  readonly documentation: string;
  readonly source: SourceElement;
}

/** An input, an output or a fault of a port type. */
export interface AbstractMessage {
  readonly name: string;
  readonly message: WsdlMessage | undefined;
  /** WS-Addressing action: the explicit one of the port type, else the default action. */
  readonly action: { readonly explicit: boolean; readonly value: string };
  readonly source: SourceElement;
}
