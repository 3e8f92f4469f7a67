import * as l10n from "@vscode/l10n";
import { type Fact, fact } from "../../http/facts.ts";
import { conditionWords } from "../../mock/directives/condition.ts";

const format = "the .soapmock format";

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
    case "signature":
      return l10n.t(
        "signature valid: the request has a valid, trusted WS-Security signature that covers the Body, as # @expect signature requires it of responses.",
      );
    case "certificate":
      return l10n.t("The subject of the client's certificate has these names, such as certificate CN=client.");
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
