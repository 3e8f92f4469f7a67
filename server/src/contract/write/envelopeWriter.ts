import { addressingNamespace, encodingNamespaces, envelopeNamespaces, type SoapVersion } from "../../soap/facts.ts";
import { indented, lines, type Snippet, type Stop, snippet, stop } from "../../text/snippet.ts";
import type { BoundMessage, Header, MessagePart, Operation } from "../../wsdl/model.ts";
import { payloadOf, policyAt } from "../../wsdl/operations.ts";
import type { Policy } from "../../wsdl/policy.ts";
import { anyType } from "../../xsd/anyType.ts";
import { type QName, simpleTypeOf, type Type } from "../../xsd/components.ts";
import { ElementWriter } from "./elementWriter.ts";
import type { WrittenEndpoint } from "./endpoint.ts";
import type { GivenValues } from "./givenValues.ts";
import type { OptimizedParts } from "./multipartMessage.ts";
import { elementText, MessagePrefixes } from "./namespaces.ts";
import { type Extent, type Obstacle, Samples } from "./sample.ts";
import type { SampleElement } from "./sampleElement.ts";
import { bodyId, SecuredBlocks, securityHeader } from "./security.ts";

export interface EnvelopeOptions {
  readonly direction: "input" | "output";
  readonly extent: Extent;
  readonly version: SoapVersion;
  /** Receives the binary values that become parts of a multipart message. */
  readonly optimized?: OptimizedParts | undefined;
  readonly given?: GivenValues | undefined;
  /** The namespace of the WS-Addressing headers of a response: `Action`, and `RelatesTo`, whose value is tab stop 0. */
  readonly addressing?: string | undefined;
}

export class EnvelopeWriter {
  readonly #endpoint: WrittenEndpoint;
  readonly #options: EnvelopeOptions;
  readonly #samples: Samples;
  readonly #version: SoapVersion;
  readonly #prefixes: MessagePrefixes;
  readonly #writer: ElementWriter;

  constructor(endpoint: WrittenEndpoint, options: EnvelopeOptions) {
    const { direction, extent, version, optimized } = options;
    this.#endpoint = endpoint;
    this.#options = options;
    const encoded = endpoint.operation[direction]?.use === "encoded";
    this.#samples = new Samples(endpoint.schemas, extent, encoded, encoded ? undefined : optimized);
    this.#version = version;
    this.#prefixes = new MessagePrefixes(endpoint.wsdl, envelopeNamespaces[version]);
    this.#writer = new ElementWriter(this.#prefixes);
  }

  text(): Snippet {
    const { operation } = this.#endpoint;
    const { direction } = this.#options;
    const message = operation[direction];
    // Policies are applied only to requests.
    const policy: Policy = direction === "input" ? policyAt(this.#endpoint) : {};
    const secured = new SecuredBlocks(policy, this.#prefixes);
    const addressing = direction === "input" ? this.#addressing(policy, secured) : this.#relation();
    const others = (message?.headers ?? []).flatMap((one) => this.#header(one, secured));
    const security = securityHeader(policy, this.#prefixes, this.#version, secured);
    const blocks = [...addressing, ...security, ...others];
    const payload = message === undefined ? [] : this.#payload(operation, message);
    // `encodingStyle` has no effect in a literal message, but UPnP devices require it.
    const style =
      message?.use === "literal" && message.encodingStyle ? [`soap:encodingStyle="${message.encodingStyle}"`] : [];
    const body = `soap:Body${bodyId(policy, this.#prefixes)}`;
    const attributes = [...this.#prefixes.declarations(), ...style].join("\n\t\t");
    return lines([
      `<soap:Envelope ${attributes}>`,
      ...(blocks.length > 0 ? ["\t<soap:Header>", ...blocks.map((one) => indented(one, 2)), "\t</soap:Header>"] : []),
      ...(payload.length > 0
        ? [`\t<${body}>`, ...payload.map((one) => indented(one, 2)), "\t</soap:Body>"]
        : [`\t<${body}/>`]),
      "</soap:Envelope>",
    ]);
  }

  get invalidName(): string | undefined {
    return this.#prefixes.invalid;
  }

  get obstacles(): readonly Obstacle[] {
    return this.#samples.obstacles;
  }

  #addressing({ addressing }: Policy, signed: SecuredBlocks): readonly Snippet[] {
    const { operation, port } = this.#endpoint;
    const isExplicit = operation.abstract?.input?.action.explicit === true;
    if (addressing !== "required" && !(addressing === "optional" && isExplicit)) return [];
    const block = (local: string, text: string) => {
      const name = { namespace: addressingNamespace, local };
      return this.#block(name, text, signed.attributes(name));
    };
    return [
      block("To", elementText(port?.address?.value ?? "")),
      block("Action", elementText(operation.input?.action ?? operation.soapAction ?? "")),
      block("MessageID", "urn:uuid:{{$guid}}"),
    ];
  }

  /** The header blocks by which a response refers to its request (WS-Addressing 1.0 Core section 3.4). */
  #relation(): readonly Snippet[] {
    const { addressing: namespace } = this.#options;
    if (namespace === undefined) return [];
    const { output } = this.#endpoint.operation;
    return [
      this.#block({ namespace, local: "Action" }, elementText(output?.action ?? "")),
      this.#block({ namespace, local: "RelatesTo" }, stop(0, "")),
    ];
  }

  #block(qualified: QName, content: string | Stop, attributes: readonly string[] = []): Snippet {
    const name = this.#prefixes.name(qualified);
    return snippet`<${[name, ...attributes].join(" ")}>${content}</${name}>`;
  }

  /** Writes a header block: an element, or in encoded messages an element for a type. It always has a namespace. */
  #header({ part, mustUnderstand, namespace, use }: Header, signed: SecuredBlocks): readonly Snippet[] {
    if (part === undefined) return [];
    const understood = mustUnderstand ? [`soap:mustUnderstand="${this.#version === "1.1" ? "1" : "true"}"`] : [];
    const extra = (name: QName) => [...understood, ...signed.attributes(name)];
    if (part.element) return [this.#writer.element(this.#samples.named(part.element, true), extra(part.element))];
    const type = this.#typeOf(part);
    if (type === undefined || !namespace) return [];
    const name = { namespace, local: part.name };
    return [this.#writer.element(this.#samples.typed(name, type), extra(name), use === "encoded")];
  }

  #payload(operation: Operation, message: BoundMessage): readonly Snippet[] {
    const { use, encodingStyle, parts: all } = message;
    const encoded = use === "encoded";
    const payload = payloadOf(operation, this.#options.direction);
    if (operation.style === "document" || !payload) {
      const samples = this.#samples.together(() => all.flatMap((part) => this.#bare(part)));
      return samples.map((one) => this.#writer.element(one, [], encoded));
    }
    const wrapper = this.#prefixes.name(payload);
    const style11 = encoded ? ` soap:encodingStyle="${encodingStyle || encodingNamespaces[this.#version]}"` : "";
    const samples = this.#samples.together(() => all.map((part) => this.#accessor(part, encoded)));
    const parts = samples.map((one) => this.#writer.element(one, [], encoded));
    if (parts.length === 0) return [[`<${wrapper}${style11}/>`]];
    return [lines([`<${wrapper}${style11}>`, ...parts.map((one) => indented(one, 1)), `</${wrapper}>`])];
  }

  /** A part of a document/literal message: its element, or its type's content, where a simple value gets an element. */
  #bare(part: MessagePart): readonly SampleElement[] {
    const { given } = this.#options;
    if (part.element) return [this.#samples.named(part.element, false, given)];
    const type = this.#typeOf(part);
    if (type === undefined) return [];
    const own = simpleTypeOf(type) ? given?.next(part.name) : given;
    const sample = this.#samples.typed({ namespace: "", local: part.name }, type, own);
    return "value" in sample.content ? [sample] : sample.content;
  }

  /** A part of an rpc message: an element without a namespace (WSDL 1.1 section 3.5). */
  #accessor(part: MessagePart, encoded: boolean): SampleElement {
    const name: QName = { namespace: "", local: part.name };
    const type = this.#typeOf(part) ?? (encoded ? anyType : undefined);
    return type === undefined
      ? { name, attributes: [], content: [] }
      : this.#samples.typed(name, type, this.#options.given?.next(part.name));
  }

  #typeOf({ type, element }: MessagePart): Type | undefined {
    const { schemas } = this.#endpoint;
    return type ? schemas.type(type) : element && schemas.element(element)?.type;
  }
}
