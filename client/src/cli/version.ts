/** Defined by scripts/bundle.mjs. */
declare const SOAPHTTP_VERSION: string;

export const version = SOAPHTTP_VERSION;
