import * as l10n from "@vscode/l10n";
import { type Operator, subjects } from "../../expectations/expectation.ts";
import { type Fact, fact } from "../../http/facts.ts";

const format = "the .soaphttp format";

/** What each first word of `# @expect` means. */
export function subjectFacts(): readonly Fact[] {
  return subjects.map((name) => fact(name, format, () => subjectMeaning(name)));
}

function subjectMeaning(name: (typeof subjects)[number]): string {
  switch (name) {
    case "status":
      return l10n.t("The status code of the response, such as status 200 or status < 400.");
    case "no fault":
      return l10n.t("The response contains no SOAP Fault.");
    case "fault":
      return l10n.t(
        "The response contains a SOAP Fault; with a word, one with this code; with a path, one with this value.",
      );
    case "header":
      return l10n.t("A header of the response, such as header Content-Type contains xml.");
    case "time":
      return l10n.t("The time from the start of the request to the end of the response, such as time < 500 ms.");
    case "size":
      return l10n.t("The size of the decoded body, such as size < 10 KB.");
    case "contract":
      return l10n.t(
        "The response is valid by the WSDL of its request: its header blocks and its payload, or its Fault.",
      );
    case "signature":
      return l10n.t(
        "The response has a signature that is valid and trusted, has not expired and covers the Body, and none that is invalid or moved. With a path, it covers these elements.",
      );
    case "addressing":
      return l10n.t(
        "WS-Addressing: the Action of the response is the one of its contract, and its RelatesTo is the MessageID of the request.",
      );
    case "no leak":
      return l10n.t(
        "The response contains no stack trace, no path of a server, no version of a product and no SQL error.",
      );
    case "certificate expires":
      return l10n.t("The time until the TLS certificate of the service expires, such as certificate expires > 30 d.");
    case "redirects":
      return l10n.t("How many redirects were followed, such as redirects 0.");
    case "p95":
      return l10n.t("The time that 95 % of the sendings of {0} don't exceed, such as p95 < 300 ms.", "# @repeat");
    case "body":
      return l10n.t(
        "The body: compared as XML with a file (list the paths to skip after ignore), or as text with contains or matches and a value in double quotes.",
      );
  }
}

/** What each comparison of `# @expect` means. */
export function operatorFacts(): readonly Fact[] {
  return Object.entries(operatorMeanings).map(([name, meaning]) => fact(name, format, meaning));
}

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
