import * as l10n from "@vscode/l10n";
import type { Language } from "../../format/document.ts";
import { type Fact, fact } from "../../http/facts.ts";
import { conditionWords } from "../../mock/directives/condition.ts";
import { directives } from "./formatFacts.ts";

const format = "the .soapmock format";

/** The directives of responses of a mock service. */
const mockDirectives: readonly Fact[] = [
  fact("when", format, () =>
    l10n.t(
      "A condition for the request: operation, a path with a comparison, header, path, query, method, version, body or variable. All must hold.",
    ),
  ),
  fact("otherwise", format, () => l10n.t("The response is sent if no other one matches, in any file.")),
  fact("name", format, () => l10n.t("A name for the response, unique in the file: # @name sum.")),
  fact("title", format, () => l10n.t("The name of the response in lists, instead of the title after ###.")),
  fact("set", format, () =>
    l10n.t("Sets a variable of the file to a text or a value of the request: # @set id = //m:Id."),
  ),
  fact("times", format, () =>
    l10n.t("The maximum number of times that the response is sent. After that, it no longer matches."),
  ),
  fact("data", format, () =>
    l10n.t(
      "A .csv or .json file, and which row is used: # @data ./rows.csv where sku = //m:Sku. Its columns are variables.",
    ),
  ),
  fact("delay", format, () =>
    l10n.t("The time before the first byte: 2 s, or 1 s to 3 s for a random time between them."),
  ),
  fact("slow", format, () => l10n.t("How fast the response is sent: 100 B/s, 10 KB/s.")),
  fact("cut", format, () =>
    l10n.t(
      "The number of bytes, including the status line and headers, after which the connection is closed: after 200 bytes.",
    ),
  ),
  fact("reset", format, () => l10n.t("Resets the TCP connection before the first byte, or after the cut.")),
  fact("hang", format, () =>
    l10n.t("Sends nothing more until the client closes the connection, before the first byte or after the cut."),
  ),
  fact("raw", format, () =>
    l10n.t("Sends the status line and the headers as typed, including line endings and comments."),
  ),
  fact("wsdl", format, () => l10n.t("The WSDL of the service: a path or an address.")),
  fact("no-wsdl", format, () => l10n.t("The response belongs to no WSDL.")),
  fact("ignore", format, () => l10n.t("Codes of rules to ignore for this response.")),
];

/** What each first word of `# @when` means. */
export const conditionFacts: readonly Fact[] = conditionWords.map((name) =>
  fact(name, format, () => conditionMeaning(name)),
);

function conditionMeaning(name: (typeof conditionWords)[number]): string {
  switch (name) {
    case "operation":
      return l10n.t(
        "The operation of the request by the WSDL, such as Add or Service/Port/Add. Without a WSDL, the name of the first element in the body.",
      );
    case "header":
      return l10n.t("One of the headers with this name, such as header Accept contains xml.");
    case "path":
      return l10n.t("The target without its query, such as path /calc. * is any text.");
    case "query":
      return l10n.t("A parameter of the query, decoded, such as query id = 5.");
    case "method":
      return l10n.t("The method of the request, such as method GET.");
    case "version":
      return l10n.t("The SOAP version of the envelope: 1.1 or 1.2.");
    case "body":
      return l10n.t('The body as text, such as body contains "x".');
    case "variable":
      return l10n.t("A variable of the file, such as variable state = paid.");
  }
}

/** The values of the request that a response may contain, with an example of their names. */
export const requestParts: readonly Fact[] = [
  fact("request.body", format, () =>
    l10n.t("A value in the body of the request, by XPath or JSONPath; the whole body with *."),
  ),
  fact("request.headers", format, () => l10n.t("A header of the request.")),
  fact("request.query", format, () => l10n.t("A parameter of the request's query, decoded.")),
  fact("request.path", format, () => l10n.t("The target of the request without its query.")),
  fact("request.method", format, () => l10n.t("The method of the request.")),
];

export function directivesOf(language: Language): readonly Fact[] {
  return language === "soapmock" ? mockDirectives : directives;
}
