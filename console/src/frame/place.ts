/** The console's addresses. */
export type Place =
  | { readonly page: 'test_call' }
  | { readonly page: 'calls'; readonly offset: number }
  | { readonly page: 'call'; readonly uuid: string }
  | { readonly page: 'agents'; readonly offset: number }
  | { readonly page: 'new_agent' }
  | { readonly page: 'agent'; readonly uuid: string }
  | { readonly page: 'campaigns'; readonly offset: number }
  | { readonly page: 'campaign'; readonly uuid: string; readonly offset: number }
  | { readonly page: 'contacts'; readonly offset: number; readonly q: string; readonly tag: string }
  | { readonly page: 'queues'; readonly offset: number }
  | { readonly page: 'documents' | 'audio'; readonly offset: number }
  | { readonly page: 'document' | 'recording'; readonly uuid: string }
  | { readonly page: 'team' }
  | { readonly page: 'api_keys' }
  | { readonly page: 'webhooks' }
  | { readonly page: 'telephony' }
  | { readonly page: 'activity'; readonly offset: number }
  | { readonly page: 'waiting_list'; readonly offset: number }
  | { readonly page: 'organisations'; readonly offset: number }
  /** Where the links of letters lead; for who is not signed in, too. */
  | { readonly page: 'set_password' }
  | { readonly page: 'lost' };

export function placeOf(path: string, search: string): Place {
  const [first, second, ...more] = path.split('/').filter(Boolean);
  if (first === undefined) return { page: 'test_call' };
  if (first === 'calls' && second !== undefined && more.length === 0) return { page: 'call', uuid: decode(second) };
  if (first === 'agents' && second !== undefined && more.length === 0)
    return second === 'new' ? { page: 'new_agent' } : { page: 'agent', uuid: decode(second) };
  if (first === 'campaigns' && second !== undefined && more.length === 0)
    return { page: 'campaign', uuid: decode(second), offset: offsetOf(search) };
  if ((first === 'documents' || first === 'audio') && second !== undefined && more.length === 0)
    return { page: first === 'audio' ? 'recording' : 'document', uuid: decode(second) };
  return second === undefined ? pageNamed(first, search) : { page: 'lost' };
}

function pageNamed(name: string, search: string): Place {
  switch (name) {
    case 'set-password':
      return { page: 'set_password' };
    case 'team':
      return { page: 'team' };
    case 'telephony':
      return { page: 'telephony' };
    case 'api-keys':
      return { page: 'api_keys' };
    case 'webhooks':
      return { page: 'webhooks' };
    case 'contacts': {
      const asked = new URLSearchParams(search);
      return { page: name, offset: offsetOf(search), q: asked.get('q') ?? '', tag: asked.get('tag') ?? '' };
    }
    case 'calls':
    case 'agents':
    case 'campaigns':
    case 'queues':
    case 'documents':
    case 'audio':
    case 'activity':
    case 'organisations':
      return { page: name, offset: offsetOf(search) };
    case 'waiting-list':
      return { page: 'waiting_list', offset: offsetOf(search) };
    default:
      return { page: 'lost' };
  }
}

function offsetOf(search: string): number {
  const offset = Number(new URLSearchParams(search).get('offset') ?? 0);
  return Number.isInteger(offset) && offset > 0 ? offset : 0;
}

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
