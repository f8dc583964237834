/** As the document and the audio agent write times: UTC, to the second, without a zone. */
export const agentTime = (iso: string): string => iso.slice(0, 19);
