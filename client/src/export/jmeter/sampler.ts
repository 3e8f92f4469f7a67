import type { ExportPlan, PlannedRequest } from "../plan.ts";
import { assertionsOf, literalPattern, xpathAssertion } from "./checks.ts";
import type { Extraction, JMeterValues } from "./jmeterValues.ts";
import { plannedHead, textBody } from "./plannedMessage.ts";
import {
  boolProp,
  collectionProp,
  elementProp,
  property,
  stringProp,
  type TestElement,
  testElement,
} from "./testElements.ts";
import { xpathOf } from "./writtenXPath.ts";

/** The sampler of a request, with the elements below it. `bodyFile`: the file with its body, if that is always the same. */
export function samplerOf(
  plan: ExportPlan,
  index: number,
  bodyFile: string | undefined,
  values: JMeterValues,
): TestElement {
  const request = plan.requests[index];
  if (!request) throw new RangeError(`There is no request ${index}.`);
  const { name, method, destination, keepAlive, timeout } = request;
  const { target, fields } = plannedHead(request, values);
  const body = bodyFile === undefined ? bodyText(request, values) : bodyOfFile(bodyFile);
  const assertions = assertionsOf(request, values);
  const extractors = values.extractions(index).flatMap((one) => extractorsOf(request, one, values));
  const headers = fields.map((field) => {
    return elementProp("", "Header", [stringProp("Header.name", field.name), stringProp("Header.value", field.value)]);
  });
  const properties = [
    ...body,
    stringProp("HTTPSampler.domain", [property("host", destination.host ?? "")]),
    stringProp("HTTPSampler.port", [property("port", String(destination.port))]),
    stringProp("HTTPSampler.protocol", [property("protocol", destination.scheme)]),
    stringProp("HTTPSampler.path", target),
    stringProp("HTTPSampler.method", [method]),
    boolProp("HTTPSampler.follow_redirects", false),
    boolProp("HTTPSampler.auto_redirects", false),
    boolProp("HTTPSampler.use_keepalive", keepAlive),
    boolProp("HTTPSampler.DO_MULTIPART_POST", false),
    stringProp("HTTPSampler.implementation", ["HttpClient4"]),
    ...(timeout === undefined ? [] : [stringProp("HTTPSampler.response_timeout", [String(timeout)])]),
  ];
  return testElement("HTTPSamplerProxy", "HttpTestSampleGui", [name], properties, [
    testElement("HeaderManager", "HeaderPanel", ["Headers"], [collectionProp("HeaderManager.headers", headers)]),
    ...waitOf(request),
    ...dataOf(request, values),
    ...generatedOf(request, values),
    ...computedOf(request, values),
    ...extractors,
    ...assertions,
  ]);
}

function waitOf({ wait }: PlannedRequest): readonly TestElement[] {
  const delay = stringProp("ConstantTimer.delay", [String(wait)]);
  return wait === 0 ? [] : [testElement("ConstantTimer", "ConstantTimerGui", ["Wait"], [delay])];
}

/** Returns the file that is sent as the whole body, because it has no name of a form field. */
function bodyOfFile(path: string) {
  const file = elementProp("", "HTTPFileArg", [
    stringProp("File.path", [path]),
    stringProp("File.paramname", []),
    stringProp("File.mimetype", []),
  ]);
  return [
    elementProp("HTTPsampler.Files", "HTTPFileArgs", [collectionProp("HTTPFileArgs.files", [file])]),
    elementProp("HTTPsampler.Arguments", "Arguments", [collectionProp("Arguments.arguments", [])]),
  ];
}

function bodyText(request: PlannedRequest, values: JMeterValues) {
  const body = textBody(request, values);
  if (!body) values.lose(request, "Its body isn't sent: it has values and bytes that a JMeter plan can't contain.");
  const text =
    request.body.length === 0 || !body
      ? []
      : [
          elementProp("", "HTTPArgument", [
            boolProp("HTTPArgument.always_encode", false),
            stringProp("Argument.value", body.text),
            stringProp("Argument.metadata", ["="]),
          ]),
        ];
  return [
    boolProp("HTTPSampler.postBodyRaw", true),
    elementProp("HTTPsampler.Arguments", "Arguments", [collectionProp("Arguments.arguments", text)]),
    stringProp("HTTPSampler.contentEncoding", [body?.charset ?? ""]),
  ];
}

/** The rows of a data file, one for each sending. */
function dataOf(request: PlannedRequest, values: JMeterValues): readonly TestElement[] {
  const columns = values.columns(request);
  if (columns.length === 0) return [];
  return [
    testElement(
      "CSVDataSet",
      "TestBeanGUI",
      ["Data"],
      [
        stringProp("delimiter", [","]),
        stringProp("fileEncoding", ["UTF-8"]),
        stringProp("filename", [dataFile(request)]),
        boolProp("quotedData", true),
        boolProp("recycle", true),
        stringProp("shareMode", ["shareMode.all"]),
        boolProp("stopThread", false),
        stringProp("variableNames", [columns.map(({ name }) => name).join(",")]),
      ],
    ),
  ];
}

export function dataFile({ id }: PlannedRequest): string {
  return `data/${id}.csv`;
}

/** Returns the elements that generate values, one value for each sending, wherever it is used. */
function generatedOf(request: PlannedRequest, values: JMeterValues): readonly TestElement[] {
  const generated = [...values.generated(request)];
  if (generated.length === 0) return [];
  const names = generated.map(([name], index) => stringProp(String(index), [name]));
  const functions = generated.map(([, expression], index) => stringProp(String(index), [expression]));
  return [
    testElement(
      "UserParameters",
      "UserParametersGui",
      ["Values"],
      [
        collectionProp("UserParameters.names", names),
        collectionProp("UserParameters.thread_values", [collectionProp("0", functions)]),
        boolProp("UserParameters.per_iteration", false),
      ],
    ),
  ];
}

/** Returns the elements for values that functions of JMeter can't compute. */
function computedOf(request: PlannedRequest, values: JMeterValues): readonly TestElement[] {
  const script = values.script(request);
  if (script === undefined) return [];
  const properties = [
    stringProp("filename", []),
    stringProp("parameters", []),
    boolProp("resetInterpreter", false),
    stringProp("script", [script]),
  ];
  return [testElement("BeanShellPreProcessor", "TestBeanGUI", ["Credentials"], properties, [])];
}

/** Returns the extractors of a request. A path must find one value, or else the sampler fails. */
function extractorsOf(
  request: PlannedRequest,
  { name, part }: Extraction,
  values: JMeterValues,
): readonly TestElement[] {
  if (part.kind === "header")
    return [regexExtractor(name, "true", `(?im)^${literalPattern(part.name)}:[ \\t]*([^\\r\\n]*)`)];
  if (part.kind === "status") return [regexExtractor(name, "code", "([\\s\\S]*)")];
  const { path } = part;
  if (path === undefined) return [regexExtractor(name, "false", "([\\s\\S]*)")];
  if (path.kind === "json") {
    values.lose(request, `${path.text}: JMeter 2.13 reads no values from JSON.`);
    return [];
  }
  const xpath = xpathOf(path, request.prefixes);
  return [
    testElement(
      "XPathExtractor",
      "XPathExtractorGui",
      [name],
      [
        stringProp("XPathExtractor.default", []),
        stringProp("XPathExtractor.refname", [name]),
        stringProp("XPathExtractor.xpathQuery", [xpath]),
        boolProp("XPathExtractor.validate", false),
        boolProp("XPathExtractor.tolerant", false),
        boolProp("XPathExtractor.namespace", true),
      ],
    ),
    xpathAssertion([`${path.text} finds one value`], [`count(${xpath})=1`]),
  ];
}

function regexExtractor(name: string, from: "true" | "false" | "code", pattern: string): TestElement {
  return testElement(
    "RegexExtractor",
    "RegexExtractorGui",
    [name],
    [
      stringProp("RegexExtractor.useHeaders", [from]),
      stringProp("RegexExtractor.refname", [name]),
      stringProp("RegexExtractor.regex", [pattern]),
      stringProp("RegexExtractor.template", ["$1$"]),
      stringProp("RegexExtractor.default", []),
      stringProp("RegexExtractor.match_number", ["1"]),
    ],
  );
}
