import assert from "node:assert/strict";
import type { Operation, Wsdl } from "../../../server/src/wsdl/model.ts";
import { endpoints } from "../../../server/src/wsdl/operations.ts";
import type { WsdlProblem } from "../../../server/src/wsdl/problems.ts";
import { readWsdl } from "../../../server/src/wsdl/wsdl.ts";
import { readDocument } from "../../../server/src/xsd/document.ts";
import { mark, marked } from "../../support/marked.ts";

type File = string | { readonly refused: string };

const folder = "file:///w/";

/** Reads files of one folder; the first one is the WSDL. Names may be addresses; an empty text is not read yet. */
export function wsdlOf(files: Readonly<Record<string, File>>): Wsdl {
  const documents = new Map(Object.entries(files).map(([name, file]) => [new URL(name, folder).href, file]));
  const [main = ""] = documents.keys();
  return readWsdl(main, (uri) => {
    const file = documents.get(uri);
    if (typeof file === "string") return file === "" ? "pending" : readDocument(uri, file);
    return file;
  });
}

/** A WSDL 1.1 in the namespace `urn:a`, also the one of the prefix `t`, with these components. */
export function definitions(components: string, attributes = 'targetNamespace="urn:a"'): string {
  return `<definitions ${attributes} xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:a"
 xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/"
 xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/"
 xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
 xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata" xmlns:wsaw="http://www.w3.org/2006/05/addressing/wsdl"
 xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:wsp04="http://schemas.xmlsoap.org/ws/2004/09/policy"
 xmlns:sp="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702"
 xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd">${components}</definitions>`;
}

export const schema =
  '<types><xs:schema targetNamespace="urn:a"><xs:element name="Add"/><xs:element name="Sum"/></xs:schema></types>';
export const messages =
  '<message name="In"><part name="body" element="t:Add"/></message><message name="Out"><part name="body" element="t:Sum"/></message>';
export const portType =
  '<portType name="P"><operation name="Add"><input message="t:In"/><output message="t:Out"/></operation></portType>';
export const binding =
  '<binding name="B" type="t:P"><soap:binding/><operation name="Add"><soap:operation soapAction="urn:a#Add"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>';
export const service =
  '<service name="S"><port name="Port" binding="t:B"><soap:address location="http://h/a"/></port></service>';

/** A whole WSDL, some components of which are replaced. */
export function whole(other: Partial<Record<"schema" | "messages" | "portType" | "binding" | "service", string>> = {}) {
  return definitions(Object.values({ schema, messages, portType, binding, service, ...other }).join("\n"));
}

/** The only operation of a WSDL. */
export function onlyOperation(wsdl: Wsdl): Operation {
  const [first, second] = endpoints(wsdl);
  assert.ok(first);
  assert.equal(second, undefined);
  return first.operation;
}

/** The operation of a WSDL without problems. */
export function operationOf(text: string): Operation {
  const wsdl = wsdlOf({ "main.wsdl": text });
  assert.deepEqual(wsdl.problems, []);
  return onlyOperation(wsdl);
}

/** The problems of a WSDL are these, at the marks. */
export function expectProblems(
  source: string,
  expected: readonly string[],
  others: Readonly<Record<string, File>> = {},
) {
  const { text, spans } = marked(source);
  const wsdl = wsdlOf({ "main.wsdl": text, ...others });
  const problems = [...wsdl.problems].sort((a, b) => a.span.start - b.span.start);
  assert.deepEqual(messagesOf(problems), expected);
  assert.equal(
    mark(
      text,
      problems.map(({ span }) => span),
    ),
    mark(text, spans),
  );
  return wsdl;
}

export function messagesOf(problems: readonly WsdlProblem[]): readonly string[] {
  return problems.map(({ message }) => message);
}
