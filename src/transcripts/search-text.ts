interface Searched {
  readonly customerName: string | null;
  readonly customerPhone: string | null;
  readonly agentName: string | null;
  readonly summary: string | null;
}

/** Returns the searchable text of an interaction, in lower case. */
export const searchTextOf = ({ customerName, customerPhone, agentName, summary }: Searched): string =>
  [customerName, customerPhone, agentName, summary]
    .flatMap((text) => (text === null ? [] : [text.toLowerCase()]))
    .join('\n');
