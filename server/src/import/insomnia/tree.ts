import { grouped } from "../../text/grouped.ts";
import { importedLevels } from "../../text/limits.ts";
import { type JsonObject, objectOf, objectsOf, textOf } from "../common/json.ts";

/** A folder, a request or another entry of an export. Versions 4 and 5 differ only in the position of their parts. */
export interface InsomniaNode {
  /** The type in version 4, such as `request`. */
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly object: JsonObject;
  readonly preRequestScript: string;
  readonly afterResponseScript: string;
  readonly followsRedirects: boolean;
  readonly children: readonly InsomniaNode[];
}

/** A workspace of version 4, or a file of version 5. */
export interface InsomniaExport {
  readonly name: string;
  readonly description: string;
  readonly entries: readonly InsomniaNode[];
  readonly environments: readonly InsomniaEnvironment[];
  readonly suites: readonly { readonly name: string; readonly tests: readonly JsonObject[] }[];
  /** Entries that are not imported. */
  readonly others: readonly { readonly type: string; readonly name: string }[];
}

/** The first environment is the base environment; the others override its values. */
export interface InsomniaEnvironment {
  readonly name: string;
  readonly data: JsonObject;
}

/** Reads an export. Undefined if folders are nested too deeply. */
export function exportOf(root: JsonObject): InsomniaExport | undefined {
  try {
    return Array.isArray(root["resources"]) ? version4(objectsOf(root["resources"])) : version5(root);
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
}

class TooDeep extends Error {}

const entryTypes: ReadonlySet<string> = new Set([
  "request",
  "request_group",
  "grpc_request",
  "websocket_request",
  "socketio_request",
  "mcp_request",
]);

function version4(resources: readonly JsonObject[]): InsomniaExport {
  const tree = new ResourceTree(resources);
  const all = (type: string) => resources.filter((one) => one["_type"] === type);
  const workspaces = all("workspace");
  const named = workspaces.map((one) => textOf(one["name"]) ?? "").filter((name) => name !== "");
  return {
    name: named[0] ?? "Insomnia",
    description: workspaces.map((one) => textOf(one["description"])?.trim() ?? "").find((text) => text !== "") ?? "",
    entries: tree.entries(),
    environments: tree
      .ordered(all("environment"))
      .map((one) => ({ name: textOf(one["name"]) ?? "", data: objectOf(one["data"]) ?? {} })),
    suites: all("unit_test_suite").map((suite) => {
      const tests = all("unit_test").filter((test) => test["parentId"] === suite["_id"]);
      return { name: textOf(suite["name"]) ?? "", tests };
    }),
    others: resources
      .filter((one) => isOther(one, textOf(one["_type"]) ?? ""))
      .map((one) => ({ type: textOf(one["_type"]) ?? "", name: nameOf(one) })),
  };
}

/** Whether a resource isn't imported. Empty cookie jars and specifications don't count: Insomnia always writes them. */
function isOther(resource: JsonObject, type: string): boolean {
  if (type === "cookie_jar") return objectsOf(resource["cookies"]).length > 0;
  if (type === "api_spec") return Boolean(resource["contents"]);
  return !entryTypes.has(type) && !/^(?:workspace|environment|unit_test|unit_test_suite)$/.test(type);
}

function nameOf(resource: JsonObject): string {
  return textOf(resource["name"]) ?? textOf(resource["fileName"]) ?? textOf(resource["host"]) ?? "";
}

/** The tree of resources in a list, in which each resource names its parent. */
class ResourceTree {
  readonly #byParent: ReadonlyMap<string, readonly JsonObject[]>;
  readonly #resources: readonly JsonObject[];
  readonly #seen = new Set<JsonObject>();

  constructor(resources: readonly JsonObject[]) {
    this.#resources = resources;
    this.#byParent = grouped(resources, (resource) => textOf(resource["parentId"]) ?? "");
  }

  /** The nodes in workspaces, then the nodes whose parent is unknown. */
  entries(): readonly InsomniaNode[] {
    const folders = this.#resources.filter((one) => one["_type"] === "request_group");
    const ids = new Set(folders.map((one) => textOf(one["_id"]) ?? ""));
    const entries = this.#resources.filter((one) => entryTypes.has(textOf(one["_type"]) ?? ""));
    const roots = sorted(entries.filter((one) => !ids.has(textOf(one["parentId"]) ?? "")));
    const nodes = roots.flatMap((one) => this.#node(one, 0));
    // Folders that contain each other have no root, so they are added at the end.
    return [...nodes, ...entries.flatMap((one) => this.#node(one, 0))];
  }

  /** Sorts environments: those of workspaces come before those inside of others. */
  ordered(environments: readonly JsonObject[]): readonly JsonObject[] {
    const ids = new Set(environments.map((one) => textOf(one["_id"]) ?? ""));
    const isBase = (one: JsonObject) => !ids.has(textOf(one["parentId"]) ?? "");
    return [...environments.filter(isBase), ...sorted(environments.filter((one) => !isBase(one)))];
  }

  #node(object: JsonObject, level: number): readonly InsomniaNode[] {
    if (this.#seen.has(object)) return [];
    this.#seen.add(object);
    if (level > importedLevels) throw new TooDeep();
    const type = textOf(object["_type"]) ?? "";
    const inside = type === "request_group" ? (this.#byParent.get(textOf(object["_id"]) ?? "") ?? []) : [];
    const entries = inside.filter((one) => entryTypes.has(textOf(one["_type"]) ?? ""));
    return [
      {
        type,
        id: textOf(object["_id"]) ?? "",
        name: textOf(object["name"]) ?? "",
        description: textOf(object["description"])?.trim() ?? "",
        object,
        preRequestScript: textOf(object["preRequestScript"]) ?? "",
        afterResponseScript: textOf(object["afterResponseScript"]) ?? "",
        followsRedirects: object["settingFollowRedirects"] !== "off",
        children: sorted(entries).flatMap((one) => this.#node(one, level + 1)),
      },
    ];
  }
}

function sorted(objects: readonly JsonObject[]): readonly JsonObject[] {
  const key = (resource: JsonObject) => {
    const value = Number(resource["metaSortKey"] ?? objectOf(resource["meta"])?.["sortKey"] ?? 0);
    return Number.isFinite(value) ? value : 0;
  };
  return objects.toSorted((a, b) => key(a) - key(b));
}

function version5(root: JsonObject): InsomniaExport {
  const environments = objectOf(root["environments"]) ?? root;
  const base = { name: textOf(environments["name"]) ?? "", data: objectOf(environments["data"]) ?? {} };
  const others = sorted(objectsOf(environments["subEnvironments"]));
  return {
    name: textOf(root["name"]) ?? "Insomnia",
    description: descriptionOf(root),
    entries: sorted(objectsOf(root["collection"])).map((one) => node5(one, 0)),
    environments: [
      base,
      ...others.map((one) => ({ name: textOf(one["name"]) ?? "", data: objectOf(one["data"]) ?? {} })),
    ],
    suites: objectsOf(root["testSuites"]).map((suite) => {
      return { name: textOf(suite["name"]) ?? "", tests: sorted(objectsOf(suite["tests"])) };
    }),
    others: [
      ...(objectsOf(objectOf(root["cookieJar"])?.["cookies"]).length > 0 ? [{ type: "cookieJar", name: "" }] : []),
      ...(objectOf(root["spec"])?.["contents"] ? [{ type: "spec", name: "" }] : []),
      ...objectsOf(root["certificates"]).map((one) => ({ type: "certificates", name: nameOf(one) })),
    ],
  };
}

function node5(object: JsonObject, level: number): InsomniaNode {
  if (level > importedLevels) throw new TooDeep();
  const scripts = objectOf(object["scripts"]);
  const id = textOf(objectOf(object["meta"])?.["id"]) ?? "";
  return {
    type: typeOf(object, id),
    id,
    name: textOf(object["name"]) ?? "",
    description: descriptionOf(object),
    object,
    preRequestScript: textOf(scripts?.["preRequest"]) ?? "",
    afterResponseScript: textOf(scripts?.["afterResponse"]) ?? "",
    followsRedirects: objectOf(object["settings"])?.["followRedirects"] !== "off",
    children: sorted(objectsOf(object["children"])).map((one) => node5(one, level + 1)),
  };
}

function descriptionOf(object: JsonObject): string {
  return (textOf(objectOf(object["meta"])?.["description"]) ?? textOf(object["description"]) ?? "").trim();
}

/** The type of an object of version 5, which is only visible in its id. */
function typeOf(object: JsonObject, id: string): string {
  if (Array.isArray(object["children"]) || id.startsWith("fld_")) return "request_group";
  const prefixes: readonly (readonly [string, string])[] = [
    ["greq_", "grpc_request"],
    ["ws-req_", "websocket_request"],
    ["socketio-req_", "socketio_request"],
    ["mcp-req_", "mcp_request"],
  ];
  return prefixes.find(([prefix]) => id.startsWith(prefix))?.[1] ?? "request";
}
