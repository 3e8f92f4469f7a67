/** By extension in lower case; what services and clients of SOAP exchange. */
const types: Readonly<Record<string, string>> = {
  bmp: "image/bmp",
  csv: "text/csv; charset=utf-8",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  eml: "message/rfc822",
  gif: "image/gif",
  gz: "application/gzip",
  html: "text/html; charset=utf-8",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  json: "application/json",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  odt: "application/vnd.oasis.opendocument.text",
  p7s: "application/pkcs7-signature",
  pdf: "application/pdf",
  png: "image/png",
  rtf: "application/rtf",
  svg: "image/svg+xml",
  tar: "application/x-tar",
  tif: "image/tiff",
  tiff: "image/tiff",
  txt: "text/plain; charset=utf-8",
  wav: "audio/wav",
  webp: "image/webp",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xml: "application/xml",
  xsd: "application/xml",
  xsl: "application/xml",
  zip: "application/zip",
};

/** The media type that a file's name suggests; `application/octet-stream` if it suggests none. */
export function mediaTypeOfFile(path: string): string {
  const extension = /\.([A-Za-z0-9]{1,5})$/.exec(path.trim())?.[1]?.toLowerCase() ?? "";
  return (Object.hasOwn(types, extension) ? types[extension] : undefined) ?? "application/octet-stream";
}
