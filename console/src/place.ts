/** The console's addresses. */
export type Place =
  | { readonly page: 'test_call' }
  | { readonly page: 'calls'; readonly offset: number }
  | { readonly page: 'call'; readonly uuid: string }
  /** Where the links of letters lead; for who is not signed in, too. */
  | { readonly page: 'set_password' }
  | { readonly page: 'lost' };

export function placeOf(path: string, search: string): Place {
  const parts = path.split('/').filter(Boolean);
  if (parts.length === 0) return { page: 'test_call' };
  if (parts[0] === 'set-password' && parts.length === 1) return { page: 'set_password' };
  if (parts[0] !== 'calls' || parts.length > 2) return { page: 'lost' };
  if (parts[1] !== undefined) return { page: 'call', uuid: decode(parts[1]) };
  const offset = Number(new URLSearchParams(search).get('offset') ?? 0);
  return { page: 'calls', offset: Number.isInteger(offset) && offset > 0 ? offset : 0 };
}

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
