/** The paths of the setting `soaphttp.keys`, by the names of the keys. Invalid names and values are ignored. */
export function configuredKeys(setting: unknown): ReadonlyMap<string, string> {
  if (typeof setting !== "object" || setting === null) return new Map();
  return new Map(
    Object.entries(setting).flatMap(([name, value]: [string, unknown]) => {
      const file = typeof value === "object" && value !== null && "file" in value ? value.file : undefined;
      return /^[A-Za-z][A-Za-z0-9_-]*$/.test(name) && typeof file === "string" && file !== "" ? [[name, file]] : [];
    }),
  );
}
