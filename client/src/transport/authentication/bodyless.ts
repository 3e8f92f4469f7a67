import { editFields, editHead } from "../headLines.ts";
import type { TransportRequest } from "../transport.ts";

/** The request without its body, with `Content-Length: 0` where its length or coding is typed. */
export function withoutBody(request: TransportRequest): TransportRequest {
  if (request.body.length === 0) return request;
  const names = request.fields.map(({ name }) => name.toLowerCase());
  const hasLength = names.includes("content-length");
  const edit = (name: string) => {
    if (/^content-length$/i.test(name)) return "0";
    if (/^expect$/i.test(name)) return false;
    return !/^transfer-encoding$/i.test(name);
  };
  const added = hasLength ? "" : "Content-Length: 0\r\n";
  const fields = editFields(request.fields, edit);
  return {
    ...request,
    body: new Uint8Array(0),
    head: editHead(request.head, edit) + added,
    fields: hasLength ? fields : [...fields, { name: "Content-Length", value: "0" }],
  };
}
