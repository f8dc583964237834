/** Returns a time in the format of the document and audio agents: UTC, to the second, without a zone. */
export const agentTime = (iso: string): string => iso.slice(0, 19);
