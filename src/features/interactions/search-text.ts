interface Searched {
  readonly customerName: string | null;
  readonly customerPhone: string | null;
  readonly agentName: string | null;
  readonly summary: string | null;
}

/** The text that a search of interactions looks through, in lower case. */
export const searchTextOf = ({ customerName, customerPhone, agentName, summary }: Searched): string =>
  [customerName, customerPhone, agentName, summary]
    .flatMap((text) => (text === null ? [] : [text.toLowerCase()]))
    .join('\n');
