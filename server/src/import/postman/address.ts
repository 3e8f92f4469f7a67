import type { Text } from "../collection.ts";
import { objectOf, objectsOf, textOf } from "../json.ts";
import { enabled } from "./body.ts";
import { template } from "./template.ts";

/** The address of a request, with the values of its path variables (`/:id`). */
export function addressOf(url: unknown): Text {
  const object = objectOf(url);
  const raw = (textOf(url) ?? textOf(object?.["raw"]) ?? written(object ?? {})).split("#", 1)[0] ?? "";
  const values = new Map(
    objectsOf(object?.["variable"]).map((row) => [textOf(row["key"]) ?? textOf(row["id"]) ?? "", textOf(row["value"])]),
  );
  const query = raw.indexOf("?");
  const [path, rest] = query < 0 ? [raw, ""] : [raw.slice(0, query), raw.slice(query)];
  const filled = path.split(/(?<=\/):([\w.-]+)/).flatMap((part, at): Text => {
    if (at % 2 === 0) return template(part);
    const value = values.get(part);
    // A placeholder, so that the check points at it.
    return value === undefined || value === "" ? [`{${part}}`] : template(value);
  });
  return [...filled, ...template(rest)];
}

/** An address of parts, without `raw`. */
function written(url: Readonly<Record<string, unknown>>): string {
  const list = (value: unknown, separator: string) =>
    Array.isArray(value)
      ? value.map((one) => textOf(one) ?? textOf(objectOf(one)?.["value"]) ?? "").join(separator)
      : (textOf(value) ?? "");
  const host = list(url["host"], ".");
  const protocol = textOf(url["protocol"]);
  const port = textOf(url["port"]);
  const path = list(url["path"], "/").replace(/^\//, "");
  const pairs = enabled(url["query"]).map((row) => `${textOf(row["key"]) ?? ""}=${textOf(row["value"]) ?? ""}`);
  const authority = `${protocol ? `${protocol}://` : ""}${host}${port ? `:${port}` : ""}`;
  return `${authority}/${path}${pairs.length > 0 ? `?${pairs.join("&")}` : ""}`;
}
