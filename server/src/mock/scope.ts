import { columnNames } from "../data/columns.ts";
import type { Segment, SoapHttpDocument } from "../format/document.ts";
import { fileScope } from "../message/fileScope.ts";
import type { Scope } from "../message/scope.ts";
import { emptyResolver, type Resolver } from "../resources/resolver.ts";
import { mockDirectives } from "./directives/directives.ts";

/** The variables of a `.soapmock` file, including the columns of its data files and the variables that its responses set. */
export function mockScope(document: SoapHttpDocument, resolver: Resolver = emptyResolver): Scope {
  const setBy = new Map<string, Segment[]>();
  const columns = new Set<string>();
  for (const { segment } of document.segments) {
    const { sets, data } = mockDirectives(segment);
    for (const { name } of sets) setBy.set(name, [...(setBy.get(name) ?? []), segment]);
    const file = data && resolver.file(data.file);
    for (const name of data && file?.kind === "bytes" ? columnNames({ path: data.file }, file.bytes) : [])
      columns.add(name);
  }
  return fileScope(document, resolver, {
    declared: { requests: new Set(), setBy, imported: new Map(), unread: new Set() },
    columns: [...columns],
  });
}
