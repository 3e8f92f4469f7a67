import { TextDocument } from "vscode-languageserver-textdocument";
import { defaultInlayHints } from "../../server/src/protocol/protocol.ts";
import {
  analyze,
  contextOfTyped,
  type DocumentContext,
  diagnose,
  type MockContext,
  type RequestContext,
  type Resolver,
} from "../../server/src/service/languageService.ts";
import { ofMock } from "./findings.ts";

export const editor = {
  settings: { rules: {}, inlayHints: defaultInlayHints, environments: undefined, wsdl: undefined },
  client: {},
};

interface Given extends Partial<Pick<DocumentContext, "settings" | "loadsWsdls">> {
  readonly uri?: string;
  readonly resolver?: Resolver;
}

export function contextOf(
  text: string,
  { uri = "file:///a.soaphttp", resolver, ...given }: Given = {},
): RequestContext {
  const document = TextDocument.create(uri, "soaphttp", 1, text);
  const analysis = analyze(text, undefined, resolver);
  return contextOfTyped("requests", document, () => analysis, diagnose, { ...editor, ...given });
}

export function contextOfMock(text: string, resolver: Resolver): MockContext {
  const document = TextDocument.create("file:///w/a/b/a.soapmock", "soapmock", 1, text);
  const analysis = analyze(text, ofMock, resolver);
  return contextOfTyped("mock", document, () => analysis, diagnose, editor);
}
