import * as l10n from "@vscode/l10n";
import { type Operator, subjects } from "../../expectations/expectation.ts";
import { type Fact, fact } from "../../http/facts.ts";
import { conditionWords } from "../../mock/directives/condition.ts";

const requestFormat = "the .soaphttp format";
const mockFormat = "the .soapmock format";

function factsByName<Name extends string>(
  names: readonly Name[],
  source: string,
  meanings: Readonly<Record<Name, () => string>>,
): readonly Fact[] {
  return names.map((name) => fact(name, source, meanings[name]));
}

export const subjectFacts = factsByName(subjects, requestFormat, {
  status: () => l10n.t("The status code of the response, such as status 200 or status < 400."),
  "no fault": () => l10n.t("The response contains no SOAP Fault."),
  fault: () =>
    l10n.t("The response contains a SOAP Fault; with a word, one with this code; with a path, one with this value."),
  header: () => l10n.t("A header of the response, such as header Content-Type contains xml."),
  time: () => l10n.t("The time from the start of the request to the end of the response, such as time < 500 ms."),
  size: () => l10n.t("The size of the decoded body, such as size < 10 KB."),
  contract: () =>
    l10n.t("The response is valid by the WSDL of its request: its header blocks and its payload, or its Fault."),
  signature: () =>
    l10n.t(
      "The response has a signature that is valid and trusted, has not expired and covers the Body, and none that is invalid or moved. With a path, it covers these elements.",
    ),
  addressing: () =>
    l10n.t(
      "WS-Addressing: the Action of the response is the one of its contract, and its RelatesTo is the MessageID of the request.",
    ),
  "no leak": () =>
    l10n.t("The response contains no stack trace, no path of a server, no version of a product and no SQL error."),
  "certificate expires": () =>
    l10n.t("The time until the TLS certificate of the service expires, such as certificate expires > 30 d."),
  redirects: () => l10n.t("How many redirects were followed, such as redirects 0."),
  p95: () => l10n.t("The time that 95 % of the sendings of {0} don't exceed, such as p95 < 300 ms.", "# @repeat"),
  body: () =>
    l10n.t(
      "The body: compared as XML with a file (list the paths to skip after ignore), or as text with contains or matches and a value in double quotes.",
    ),
});

const operatorMeanings: Readonly<Record<Operator, () => string>> = {
  "=": () =>
    l10n.t("One of the values is equal. Numbers are compared as numbers, dates as dates, other values as text."),
  "!=": () => l10n.t("None of the values is equal."),
  "<": () => l10n.t("Each value is less."),
  "<=": () => l10n.t("Each value is less or equal."),
  ">": () => l10n.t("Each value is greater."),
  ">=": () => l10n.t("Each value is greater or equal."),
  contains: () => l10n.t("One of the values contains the text."),
  matches: () =>
    l10n.t(
      "One of the values contains a match of the regular expression. For a body and a file: the file can contain {0} for any text.",
      "{{*}}",
    ),
  exists: () => l10n.t("There is at least one value."),
  absent: () => l10n.t("There is no value."),
  count: () => l10n.t("The number of values."),
  type: () => l10n.t("Each value is of this type of XML Schema, such as xs:date."),
};

export const operatorFacts = Object.entries(operatorMeanings).map(([name, meaning]) =>
  fact(name, requestFormat, meaning),
);

export const conditionFacts = factsByName(conditionWords, mockFormat, {
  operation: () =>
    l10n.t(
      "The operation of the request by the WSDL, such as Add or Service/Port/Add. Without a WSDL, the name of the first element in the body.",
    ),
  header: () => l10n.t("One of the headers with this name, such as header Accept contains xml."),
  path: () => l10n.t("The target without its query, such as path /calc. * is any text."),
  query: () => l10n.t("A parameter of the query, decoded, such as query id = 5."),
  method: () => l10n.t("The method of the request, such as method GET."),
  version: () => l10n.t("The SOAP version of the envelope: 1.1 or 1.2."),
  body: () => l10n.t('The body as text, such as body contains "x".'),
  variable: () => l10n.t("A variable of the file, such as variable state = paid."),
  signature: () =>
    l10n.t(
      "signature valid: the request has a valid, trusted WS-Security signature that covers the Body, as # @expect signature requires it of responses.",
    ),
  certificate: () => l10n.t("The subject of the client's certificate has these names, such as certificate CN=client."),
});

/** The values of a request that a response may refer to, each with an example. */
export const requestParts: readonly Fact[] = [
  fact("request.body", mockFormat, () =>
    l10n.t("A value in the body of the request, by XPath or JSONPath; the whole body with *."),
  ),
  fact("request.headers", mockFormat, () => l10n.t("A header of the request.")),
  fact("request.query", mockFormat, () => l10n.t("A parameter of the request's query, decoded.")),
  fact("request.path", mockFormat, () => l10n.t("The target of the request without its query.")),
  fact("request.method", mockFormat, () => l10n.t("The method of the request.")),
];
