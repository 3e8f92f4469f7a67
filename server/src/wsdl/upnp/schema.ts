import * as l10n from "@vscode/l10n";
import { xsdNamespace } from "../../xsd/declarations.ts";
import type { SourceAttribute, SourceElement } from "../../xsd/document.ts";
import type { Problems } from "../problems.ts";
import { childrenNamed, contentSpan, textIn } from "./vocabulary.ts";

/** Namespace of the built-in schema with the data types of state variables. */
const dataTypes = "urn:schemas-upnp-org:service-1-0";
const typeNames: ReadonlySet<string> = new Set([
  ..."ui1 ui2 ui4 ui8 i1 i2 i4 i8 int r4 r8 number fixed.14.4 float char string date dateTime dateTime.tz".split(" "),
  ..."time time.tz boolean bin.base64 bin.hex uri uuid".split(" "),
]);

/** Creates a schema with a simple type for each state variable of an SCPD. Places of its components are in the SCPD. */
export function schemaOf(
  scpd: SourceElement,
  namespace: string,
  serviceType: string,
  problems: Problems,
): SourceElement {
  const scope = {
    parent: undefined,
    declared: new Map([
      ["u", serviceType],
      ["", dataTypes],
    ]),
  };
  const element: Write = (place, local, attributes, children = []) => ({
    document: place.document,
    parent: undefined,
    namespace: xsdNamespace,
    local,
    scope,
    children,
    unkeptChildren: children,
    text: "",
    attributes: new Map(Object.entries(attributes)),
    nameSpan: place.nameSpan,
    span: place.span,
  });
  const [table] = childrenNamed(scpd, "serviceStateTable");
  const types = childrenNamed(table, "stateVariable").flatMap((variable) => {
    const name = textIn(variable, "name");
    return name ? [element(variable, "simpleType", { name }, [restriction(variable, element, problems)])] : [];
  });
  return element(scpd, "schema", { targetNamespace: { value: namespace, span: scpd.nameSpan } }, types);
}

type Write = (
  place: SourceElement,
  local: string,
  attributes: Readonly<Record<string, SourceAttribute>>,
  children?: readonly SourceElement[],
) => SourceElement;

function restriction(variable: SourceElement, element: Write, problems: Problems): SourceElement {
  const facet = (place: SourceElement, local: string) => {
    const value = { value: place.text.trim(), span: contentSpan(place) };
    return value.value === "" ? [] : [element(place, local, { value })];
  };
  const lists = childrenNamed(variable, "allowedValueList");
  const ranges = childrenNamed(variable, "allowedValueRange");
  const bounds = (local: string, name: string) =>
    ranges.flatMap((range) => childrenNamed(range, local).flatMap((one) => facet(one, name)));
  return element(variable, "restriction", { base: baseOf(variable, problems) }, [
    ...lists.flatMap((list) => childrenNamed(list, "allowedValue").flatMap((one) => facet(one, "enumeration"))),
    ...bounds("minimum", "minInclusive"),
    ...bounds("maximum", "maxInclusive"),
  ]);
}

function baseOf(variable: SourceElement, problems: Problems): SourceAttribute {
  const text = textIn(variable, "dataType");
  if (text && typeNames.has(text.value)) return text;
  const [place = variable] = childrenNamed(variable, "dataType");
  problems.add(place, l10n.t("The data type {0} is unknown. Any text is accepted.", text?.value ?? ""));
  return { value: "string", span: place.nameSpan };
}
