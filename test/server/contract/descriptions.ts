import type { Extent } from "../../../server/src/contract/contract.ts";
import type { RequestOptions } from "../../../server/src/contract/write/endpoint.ts";
import { analyze, diagnose } from "../../../server/src/service/languageService.ts";
import { contractOf } from "../../support/contracts.ts";
import { around } from "../../support/resolver.ts";

/*
 * WSDLs of one operation, and the requests for it.
 */

export interface Description {
  /** Content of the schema, whose target namespace is `urn:t`, prefix `t`. */
  readonly schema: string;
  /** The parts of the input; by default one with the element `t:root`. */
  readonly parts?: string;
  readonly style?: "document" | "rpc";
  /** Content of the input in the binding. */
  readonly input?: string;
  readonly address?: string;
  /** Other components, in `definitions`. */
  readonly more?: string;
}

/** A WSDL 1.1 with one operation named `Do`. */
export function describe(description: Description): string {
  const { schema, parts = '<part name="body" element="t:root"/>', style = "document", more = "" } = description;
  const { input = '<soap:body use="literal"/>', address = "http://h/s" } = description;
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" targetNamespace="urn:t"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"
  xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/">
  <types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">${schema}</xs:schema></types>${more}
  <message name="In">${parts}</message>
  <portType name="P"><operation name="Do"><input message="t:In"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding style="${style}" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Do"><soap:operation soapAction="urn:do"/><input>${input}</input></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="${address}"/></port></service>
</definitions>`;
}

/** The request for the first operation of a WSDL. */
export function requestOf(wsdl: string, extent: Extent = "parameters", more: Partial<RequestOptions> = {}): string {
  const contract = contractOf(wsdl);
  return contract.requests([0], { extent, wsdl: undefined, contentLength: "calculated", ...more });
}

/** The findings in a request that names its WSDL. */
export function findingsOf(request: string, wsdl: string): readonly string[] {
  const resolver = around({ files: { "/w/a/b/s.wsdl": wsdl } });
  const diagnostics = diagnose(analyze(`# @wsdl ./s.wsdl\n${request}`, undefined, resolver));
  return diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

/** The content of the Body of a request, without indentation. */
export function bodyOf(request: string): string {
  const body = /<soap:Body>\n([\s\S]*?)\n *<\/soap:Body>/.exec(request)?.[1] ?? "";
  return body.replace(/^ {4}/gm, "");
}
