/*
 * All messages between client and server that aren't in LSP, except messages for language models and mock services. Positions are
 * LSP's: zero-based lines, UTF-16 characters. Bytes are in base64. Spans of bytes and texts include their start and exclude their
 * end.
 */
export * from "./contractProtocol.ts";
export * from "./documentProtocol.ts";
export * from "./editProtocol.ts";
export * from "./keyProtocol.ts";
export * from "./names.ts";
export * from "./responseProtocol.ts";
export * from "./sendingProtocol.ts";
export * from "./settingsProtocol.ts";
export * from "./testProtocol.ts";
export * from "./toolsProtocol.ts";
