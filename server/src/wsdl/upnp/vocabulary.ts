import { resolveUri } from "../../xsd/declarations.ts";
import type { SourceAttribute, SourceElement } from "../../xsd/document.ts";

/*
 * The documents of UPnP Device Architecture: a device description names the services of a device, and a service control
 * protocol description (SCPD) the actions of a service. Their facts are the texts of elements.
 */

export function isDeviceDescription({ namespace, local }: SourceElement): boolean {
  return local === "root" && namespace.startsWith("urn:schemas-upnp-org:device-1-");
}

export function isScpd({ namespace, local }: SourceElement): boolean {
  return local === "scpd" && namespace.startsWith("urn:schemas-upnp-org:service-1-");
}

export function childrenNamed(element: SourceElement | undefined, local: string): readonly SourceElement[] {
  return element?.children.filter((child) => child.local === local && child.namespace === element.namespace) ?? [];
}

/** The text of a child element; undefined if it is missing or empty. */
export function textIn(element: SourceElement | undefined, local: string): SourceAttribute | undefined {
  const [child] = childrenNamed(element, local);
  const value = child?.text.trim();
  return child && value ? { value, span: contentSpan(child) } : undefined;
}

export function contentSpan({ document: { text }, nameSpan, span }: SourceElement) {
  const start = text.indexOf(">", nameSpan.end) + 1;
  return { start, end: Math.max(start, text.lastIndexOf("</", span.end - 1)) };
}

/** The services of a device and of its embedded devices, in the order of the text. */
export function servicesOf(root: SourceElement): readonly SourceElement[] {
  const elements: SourceElement[] = [];
  const open = [root];
  for (let current = open.pop(); current; current = open.pop()) {
    if (current.local === "service") elements.push(current);
    else for (const child of current.children.toReversed()) if (isAround(child)) open.push(child);
  }
  return elements;
}

function isAround({ local }: SourceElement): boolean {
  return local === "device" || local === "deviceList" || local === "serviceList" || local === "service";
}

/** The `SCPDURL` elements of a device description, with their URIs, without fragments. */
export function scpdReferences(root: SourceElement) {
  const base = baseOf(root);
  return servicesOf(root).flatMap((service) => {
    const [source] = childrenNamed(service, "SCPDURL");
    const text = textIn(service, "SCPDURL");
    const uri = text && deviceUri(base, text.value)?.split("#", 1)[0];
    return source && text ? [{ source, location: text.value, span: text.span, uri }] : [];
  });
}

/** The base for relative URIs in a device description. */
export function baseOf(root: SourceElement): string {
  return textIn(root, "URLBase")?.value ?? root.document.uri;
}

/** Resolves a URI (UPnP Device Architecture 1.1, section 2.3): `/` is relative to the folder of a saved description. */
export function deviceUri(base: string, location: string): string | undefined {
  return resolveUri(isAddress(base) ? location : location.replace(/^\/+/, ""), base);
}

export function isAddress(uri: string): boolean {
  return /^https?:/i.test(uri);
}
