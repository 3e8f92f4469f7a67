import * as l10n from "@vscode/l10n";
import { grouped } from "../../text/grouped.ts";
import type { Collection, CollectionComment, CollectionFile, ExtraFile, Folder, Variable } from "../collection.ts";
import { type ItemKind, Ledger } from "../ledger.ts";
import { descriptionLines, scriptComments } from "./comments.ts";
import { type ProjectContext, Unpacker } from "./context.ts";
import { Addresses, environmentsOf, variableOf } from "./environments.ts";
import { readInterface, sampleRequests } from "./interfaces.ts";
import { readMockService } from "./mocks.ts";
import { attribute, child, childrenNamed, childText, isDisabled, type ProjectElement, unkept } from "./projectXml.ts";
import { Properties, propertiesOf } from "./properties.ts";
import { type PropertyScope, propertyVariables } from "./scope.ts";
import { keyAlias, keyName } from "./securityHeader.ts";
import { readTestCase } from "./testCase.ts";
import { Prefixes } from "./xpath.ts";

export function readProject(root: ProjectElement): Collection {
  const ledger = new Ledger();
  const files: ExtraFile[] = [];
  const read = childrenNamed(root, "interface").map((element) => readInterface(element, ledger));
  const addresses = new Addresses(root, read);
  const interfaces = read.map((iface) => ({ ...iface, address: addresses.property(iface)?.name }));
  const added = new Set(addresses.all.map(({ property }) => property));
  const project = new Properties("", [...propertiesOf(root), ...added]);
  const context: ProjectContext = {
    ledger,
    unpacker: new Unpacker(),
    prefixes: new Prefixes(),
    interfaces: grouped(interfaces, ({ name }) => name),
    outgoing: outgoingConfigurations(root, ledger),
    files,
  };
  const scope: PropertyScope = { project };
  const variables = project.all.map((property): Variable => {
    const item = added.has(property) ? undefined : ledger.add("property", "Project", [property.name]);
    return variableOf(property, item, scope);
  });
  const environments = environmentsOf(root, scope, addresses, ledger);
  const samples = interfaces.flatMap((iface) => sampleRequests(iface, scope, context) ?? []);
  const comments = [
    ...descriptionLines(root),
    ...scriptComments(root, [attribute(root, "name")], ledger),
    ...keystoreComments(root, ledger),
  ];
  const suites = childrenNamed(root, "testSuite").map((suite) => readSuite(suite, project, context));
  const mocks = [...childrenNamed(root, "mockService"), ...childrenNamed(root, "restMockService")].map((service) =>
    readMockService(service, project, context),
  );
  droppedItems(root, ledger);
  return {
    name: attribute(root, "name") || "project",
    ledger,
    ...withComments({ name: "requests", entries: samples }, { name: "tests", entries: suites }, comments),
    variables,
    environments,
    wsdls: interfaces.flatMap(({ wsdl }) => wsdl ?? []),
    mocks,
    files,
  };
}

function readSuite(suite: ProjectElement, project: Properties, context: ProjectContext): Folder {
  const { ledger } = context;
  const suiteName = attribute(suite, "name") || "suite";
  const own = new Properties("suite_", propertiesOf(suite));
  const scope: PropertyScope = { project, suite: own };
  const variables = propertyVariables(own, "TestSuite", [suiteName], scope, ledger);
  const about = [...descriptionLines(suite), ...scriptComments(suite, [suiteName], ledger)];
  const cases = childrenNamed(suite, "testCase").map((testCase, index) => {
    const comments: readonly CollectionComment[] = index === 0 ? about : [];
    return readTestCase(unkept(testCase), {
      context,
      project,
      suite: own,
      suiteName,
      isDisabled: isDisabled(suite),
      variables,
      comments,
    });
  });
  if (cases.length === 0) for (const { item } of variables) item?.explain(l10n.t("The suite has no test cases."));
  return { name: suiteName, entries: cases };
}

/** Adds the comments of the project to its first file. */
function withComments(
  requests: Folder,
  tests: Folder,
  comments: readonly CollectionComment[],
): { requests: Folder; tests: Folder } {
  if (comments.length === 0) return { requests, tests };
  const [first, ...others] = requests.entries;
  if (first && "steps" in first)
    return { requests: { ...requests, entries: [added(first, comments), ...others] }, tests };
  const file: CollectionFile = { name: "project", comments, variables: [], steps: [] };
  return { requests: { ...requests, entries: [file, ...requests.entries] }, tests };
}

function added(file: CollectionFile, comments: readonly CollectionComment[]): CollectionFile {
  return { ...file, comments: [...comments, ...file.comments] };
}

function outgoingConfigurations(root: ProjectElement, ledger: Ledger): ProjectContext["outgoing"] {
  const container = child(root, "wssContainer");
  return new Map(
    childrenNamed(container, "outgoing").map((element) => {
      const name = childText(element, "name") ?? "";
      const item = ledger.add("security", "outgoing WS-Security", [name]);
      item.explain(l10n.t("The requests that use it have its tokens."));
      for (const entry of childrenNamed(element, "entry")) {
        if (attribute(entry, "type") !== "Signature") continue;
        const store = childText(child(entry, "configuration"), "crypto") ?? "";
        item.explain(
          l10n.t(
            "Its signature needs the key {0} in soaphttp.keys, from the keystore {1}.",
            keyName(entry, element),
            store,
          ),
        );
      }
      return [name, { element, item }];
    }),
  );
}

/** Comments about the keystores, with the names and aliases of the keys that requests use. */
function keystoreComments(root: ProjectElement, ledger: Ledger): readonly CollectionComment[] {
  const security = child(root, "wssContainer");
  const signatures = childrenNamed(security, "outgoing").flatMap((outgoing) =>
    childrenNamed(outgoing, "entry")
      .filter((entry) => attribute(entry, "type") === "Signature")
      .map((entry) => ({
        store: childText(child(entry, "configuration"), "crypto") ?? "",
        key: `${keyName(entry, outgoing)} is the alias ${JSON.stringify(keyAlias(entry, outgoing))}`,
      })),
  );
  return childrenNamed(security, "crypto").map((crypto) => {
    const path = childText(crypto, "source") ?? "";
    const file = path.replace(/^.*[\\/]/, "");
    const item = ledger.add("security", "keystore", [path]);
    item.explain(l10n.t("Add its keys to soaphttp.keys, or to the command line with --key NAME=FILE#ALIAS."));
    const keys = new Set(signatures.flatMap(({ store, key }) => (store === file || store === path ? key : [])));
    return { kind: "comment", item, text: [`Keystore ${path}`, ...keys].join(", ") };
  });
}

/** Adds items that aren't tests of requests, so that they are only listed in the summary. */
function droppedItems(root: ProjectElement, ledger: Ledger): void {
  const own = (one: ProjectElement) => attribute(one, "name");
  const inside = (one: ProjectElement) => childText(one, "name") ?? "";
  const incoming = childrenNamed(child(root, "wssContainer"), "incoming");
  const connections = childrenNamed(child(root, "databaseConnectionContainer"), "databaseConnection");
  const profiles = ["oAuth2ProfileContainer", "oAuth1ProfileContainer"].flatMap((type) => {
    return child(root, type)?.children ?? [];
  });
  const dropped: readonly (readonly [ItemKind, readonly ProjectElement[], typeof own, note: string, type?: string])[] =
    [
      ["load", childrenNamed(root, "loadUiTest"), own, l10n.t("Load tests are not imported.")],
      ["security", childrenNamed(root, "securityTest"), own, l10n.t("Security tests are not imported.")],
      ["security", incoming, inside, l10n.t("Responses are not decrypted."), "incoming WS-Security"],
      ["step", connections, inside, l10n.t("Database connections are not imported.")],
      ["security", profiles, inside, l10n.t("OAuth profiles are not imported.")],
      ["script", childrenNamed(root, "eventHandlers"), own, l10n.t("Event handlers are not imported.")],
    ];
  for (const [kind, elements, nameOf, note, type] of dropped)
    for (const element of elements) ledger.add(kind, type ?? element.name, [nameOf(element)]).explain(note);
}
