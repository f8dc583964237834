const plain = {
  practice: 'practice',
  progress: 'progress',
  judge: 'judge',
  runs: 'runs',
  'runs/compare': 'compare_runs',
  scenarios: 'scenarios',
  'scenarios/new': 'new_scenario',
  personas: 'personas',
  'personas/new': 'new_persona',
  'coach-documents': 'coach_documents',
  rubrics: 'rubrics',
  scorecards: 'scorecards',
  voices: 'voices',
  'test-call': 'test_call',
  models: 'models',
  'campaigns/new': 'new_campaign',
  'voice-quality': 'voice_quality',
} as const;
const things = {
  contacts: 'contact',
  practice: 'practice_scenario',
  runs: 'run',
  scenarios: 'scenario',
  personas: 'persona',
  'coach-documents': 'coach_document',
} as const;
/** Pages whose address says all; lists among them read their filters from it themselves. */
type Plain = (typeof plain)[keyof typeof plain];
/** Pages of one thing. */
type Thing = (typeof things)[keyof typeof things];

/** The console's addresses. */
export type Place =
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
  | { readonly page: 'dashboard' }
  | { readonly page: 'uploads' }
  | { readonly page: 'projects' }
  | { readonly page: 'customers' }
  | { readonly page: 'reports'; readonly offset: number }
  | { readonly page: 'report' | 'customer'; readonly id: string }
  | { readonly page: 'extraction_fields' }
  | { readonly page: 'team' }
  | { readonly page: 'api_keys' }
  | { readonly page: 'webhooks' }
  | { readonly page: 'telephony' }
  | { readonly page: Plain }
  | { readonly page: Thing; readonly uuid: string }
  | { readonly page: 'activity'; readonly offset: number }
  | { readonly page: 'waiting_list'; readonly offset: number }
  | { readonly page: 'organisations'; readonly offset: number }
  /** Where the links of letters lead; for who is not signed in, too. */
  | { readonly page: 'set_password' }
  | { readonly page: 'lost' };

export function placeOf(path: string, search: string): Place {
  const [first, second, ...more] = path.split('/').filter(Boolean);
  if (first === undefined) return { page: 'dashboard' };
  const known = own(plain, [first, second, ...more].filter(Boolean).join('/'));
  if (known !== undefined) return { page: known };
  const thing = own(things, first);
  if (thing !== undefined && second !== undefined && more.length === 0) return { page: thing, uuid: decode(second) };
  if (first === 'calls' && second !== undefined && more.length === 0) return { page: 'call', uuid: decode(second) };
  if (first === 'agents' && second !== undefined && more.length === 0)
    return second === 'new' ? { page: 'new_agent' } : { page: 'agent', uuid: decode(second) };
  if (first === 'campaigns' && second !== undefined && more.length === 0)
    return { page: 'campaign', uuid: decode(second), offset: offsetOf(search) };
  if ((first === 'documents' || first === 'audio') && second !== undefined && more.length === 0)
    return { page: first === 'audio' ? 'recording' : 'document', uuid: decode(second) };
  if ((first === 'reports' || first === 'customers') && second !== undefined && more.length === 0)
    return { page: first === 'reports' ? 'report' : 'customer', id: decode(second) };
  return second === undefined ? pageNamed(first, search) : { page: 'lost' };
}

function pageNamed(name: string, search: string): Place {
  switch (name) {
    case 'set-password':
      return { page: 'set_password' };
    case 'dashboard':
    case 'uploads':
    case 'projects':
    case 'customers':
      return { page: name };
    case 'extraction-fields':
      return { page: 'extraction_fields' };
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
    case 'reports':
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

const own = <T extends object>(table: T, key: string): T[keyof T] | undefined =>
  Object.hasOwn(table, key) ? table[key as keyof T] : undefined;

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
