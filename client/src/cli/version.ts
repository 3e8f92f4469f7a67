/** Defined by scripts/bundle.mjs. */
declare const SOAPHTTP_VERSION: string;

/** The version of the package. */
export const version = SOAPHTTP_VERSION;
