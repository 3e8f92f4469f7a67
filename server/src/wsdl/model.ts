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
  /** The WSDL and the documents that it imports, schemas of `wsdl:import` included, in the order in which they are read. */
  readonly documents: readonly SourceDocument[];
  readonly services: readonly Service[];
  readonly bindings: readonly Binding[];
  readonly portTypes: readonly PortType[];
  /** The operations of the port types of a WSDL without any binding. */
  readonly unbound: readonly Operation[];
  /** The `xs:schema` elements of all documents; what they import themselves is not followed. */
  readonly schemas: readonly SourceElement[];
  /** The URIs of documents that must be read before the model is complete. Until then names may seem to be missing. */
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
  /** Undefined where the WSDL doesn't define it. */
  readonly binding: Binding | undefined;
  /** As written, without whitespace around it; it may be empty or no URL. */
  readonly address: SourceAttribute | undefined;
  /** The documentation of the port and its service. */
  readonly policy: Policy;
  readonly documentation: string;
  readonly source: SourceElement;
}

export type Protocol =
  | { readonly kind: "soap"; readonly version: SoapVersion; readonly transport: string | undefined }
  | { readonly kind: "http" }
  /** Neither of SOAP nor of HTTP. `namespace`: of its extension, if it has one. */
  | { readonly kind: "other"; readonly namespace: string | undefined };

export interface Binding {
  readonly name: QName;
  readonly protocol: Protocol;
  /** Undefined where the WSDL doesn't define it. */
  readonly portType: PortType | undefined;
  readonly operations: readonly Operation[];
  readonly documentation: string;
  readonly source: SourceElement;
}

export type BindingStyle = "document" | "rpc";
export type Use = "literal" | "encoded";
export type ExchangePattern = "request-response" | "one-way" | "solicit-response" | "notification";

/** An operation of a binding, or of a port type that no binding refers to. */
export interface Operation {
  readonly name: string;
  readonly binding: Binding | undefined;
  /** What the port type says; undefined where it is missing. */
  readonly abstract: AbstractOperation | undefined;
  /** Whether the port type has several operations of this name, which their input and output names distinguish. */
  readonly overloaded: boolean;
  readonly pattern: ExchangePattern;
  readonly style: BindingStyle;
  /** Undefined where it is absent; "" where it is empty. */
  readonly soapAction: string | undefined;
  readonly soapActionRequired: boolean;
  /** The HTTP method. */
  readonly method: string;
  /** Of an HTTP binding: relative to the address, with `(part)` (WSDL 1.1) or `{element}` (WSDL 2.0) to replace. */
  readonly location: string | undefined;
  readonly input: BoundMessage | undefined;
  readonly output: BoundMessage | undefined;
  readonly faults: readonly BoundFault[];
  /** Of the binding, the operation and its input. A port's policy is added to it: `policyAt`. */
  readonly policy: Policy;
  readonly documentation: string;
  /** In the binding, else in the port type. */
  readonly source: SourceElement;
}

/** How a message or a part of it is written. */
export interface Encoding {
  readonly use: Use;
  readonly encodingStyle: string | undefined;
  /** The namespace of an rpc wrapper or an encoded element, as written; undefined where it is absent. */
  readonly namespace: string | undefined;
}

/** A message of an operation, as a binding writes it. */
export interface BoundMessage extends Encoding {
  /** The name of the input or output, or its default (WSDL 1.1 section 2.4.5). */
  readonly name: string;
  /** Undefined where the WSDL doesn't define it: then its content is unknown. */
  readonly message: WsdlMessage | undefined;
  /** The parts in the SOAP body or the HTTP request, in the order of the wire. */
  readonly parts: readonly MessagePart[];
  readonly headers: readonly Header[];
  /** The MIME parts beside the one with the envelope; empty where the message isn't multipart. */
  readonly attachments: readonly MimePart[];
  /** Of an HTTP binding. */
  readonly http: HttpContent | undefined;
  /** The WS-Addressing action: the explicit one, else the SOAP action, else the default (Metadata section 4.4). */
  readonly action: string | undefined;
  readonly source: SourceElement;
}

export interface BoundFault extends Encoding {
  readonly name: string;
  readonly message: WsdlMessage | undefined;
  /** In the detail of the fault; usually one. */
  readonly parts: readonly MessagePart[];
  readonly action: string | undefined;
  readonly source: SourceElement;
}

/** A header block. */
export interface Header extends Encoding {
  /** Undefined where the WSDL doesn't define it. */
  readonly part: MessagePart | undefined;
  readonly required: boolean;
  readonly mustUnderstand: boolean;
  readonly faults: readonly Header[];
  readonly source: SourceElement;
}

/** One part of a `multipart/related` message, in one of several forms. */
export interface MimePart {
  readonly name: string | undefined;
  readonly alternatives: readonly MimeContent[];
  readonly source: SourceElement;
}

export interface MimeContent {
  /** Undefined where the WSDL doesn't say. */
  readonly part: MessagePart | undefined;
  /** A media type, perhaps with wildcards. */
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
  /** The same parts. */
  readonly byName: ReadonlyMap<string, MessagePart>;
  readonly source: SourceElement;
}

/** Any content is allowed in a part with neither an element nor a type. */
export interface MessagePart {
  readonly name: string;
  readonly element: QName | undefined;
  readonly type: QName | undefined;
  readonly source: SourceElement;
}

export interface PortType {
  readonly name: QName;
  /** Inherited ones of WSDL 2.0 included. */
  readonly operations: readonly AbstractOperation[];
  readonly documentation: string;
  readonly source: SourceElement;
}

export interface AbstractOperation {
  readonly name: string;
  /** The port type that declares it; an interface of WSDL 2.0 may inherit it. */
  readonly declaredBy: QName;
  readonly pattern: ExchangePattern;
  readonly input: AbstractMessage | undefined;
  readonly output: AbstractMessage | undefined;
  readonly faults: readonly AbstractMessage[];
  /** Part names in the order of the parameters. */
  readonly parameterOrder: readonly string[];
  /** Of WSDL 2.0: it has no effect, so GET is its default method. */
  readonly safe: boolean;
  readonly documentation: string;
  readonly source: SourceElement;
}

/** An input, an output or a fault of a port type. */
export interface AbstractMessage {
  readonly name: string;
  readonly message: WsdlMessage | undefined;
  /** The WS-Addressing action that the port type gives, else the default one. */
  readonly action: { readonly explicit: boolean; readonly value: string };
  readonly source: SourceElement;
}
