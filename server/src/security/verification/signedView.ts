import { elementAt, elementsIn } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import type { Attachment } from "../attachments.ts";
import { idIndex } from "../ids.ts";
import type { SignedMessage } from "../signedBytes.ts";
import { SignatureArithmetic } from "./signatureState.ts";
import { type CertificateSources, certificateIn, isToken } from "./signer.ts";
import type { HostCertificates } from "./verification.ts";

/** The element that begins at an offset. */
export function startingAt(document: XmlDocument, offset: number): XmlElement | undefined {
  const element = elementAt(document, offset);
  return element?.start === offset ? element : undefined;
}

/** Maximum certificates that are tried. */
export const maxSigners = 20;

/** A document in which signatures are verified: the message, or what it was before later parts of it were decrypted. */
export class SignedView {
  readonly sources: CertificateSources;
  readonly message: SignedMessage;
  readonly arithmetic: SignatureArithmetic;
  /** The element of the message that an element of this document is. */
  readonly shown: (element: XmlElement) => XmlElement | undefined;

  constructor(
    document: XmlDocument,
    header: XmlElement | undefined,
    { known, trusted }: HostCertificates,
    attachments: ReadonlyMap<string, Attachment>,
    shown: SignedView["shown"],
  ) {
    const tokens = header ? [...elementsIn(header.markup)] : [];
    const sent = tokens.filter(isToken).slice(0, maxSigners);
    this.sources = {
      document,
      ids: idIndex(document),
      header,
      sent: sent.flatMap((one) => certificateIn(document, one)),
      known: [...known, ...trusted],
    };
    this.message = { document, ids: this.sources.ids, attachments };
    this.arithmetic = new SignatureArithmetic(this.message);
    this.shown = shown;
  }
}
