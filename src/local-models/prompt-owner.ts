const header = 'x-prompt-owner';

/** Headers that say whose prompt a request has. What was read for one owner is not used for another. */
export const promptOwnerHeaders = (owner: string): Readonly<Record<string, string>> => ({ [header]: owner });

export const promptOwnerIn = (headers: Readonly<Record<string, string | string[] | undefined>>): string =>
  `${headers[header] ?? ''}`;
