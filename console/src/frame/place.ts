const plain = {
  dashboard: 'dashboard',
  calls: 'calls',
  agents: 'agents',
  'agents/new': 'new_agent',
  campaigns: 'campaigns',
  contacts: 'contacts',
  queues: 'queues',
  documents: 'documents',
  audio: 'audio',
  uploads: 'uploads',
  projects: 'projects',
  customers: 'customers',
  reports: 'reports',
  'extraction-fields': 'extraction_fields',
  team: 'team',
  'api-keys': 'api_keys',
  webhooks: 'webhooks',
  telephony: 'telephony',
  activity: 'activity',
  'waiting-list': 'waiting_list',
  organisations: 'organisations',
  /** Target of the links in e-mails, also for users who are not signed in. */
  'set-password': 'set_password',
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
  retention: 'retention',
} as const;
const things = {
  calls: 'call',
  agents: 'agent',
  campaigns: 'campaign',
  documents: 'document',
  audio: 'recording',
  contacts: 'contact',
  practice: 'practice_scenario',
  runs: 'run',
  scenarios: 'scenario',
  personas: 'persona',
  'coach-documents': 'coach_document',
} as const;
const numberedThings = { reports: 'report', customers: 'customer' } as const;
/** The names of all pages of the console. */
export const pageNames: readonly Place['page'][] = [
  ...[plain, things, numberedThings].flatMap((table) => Object.values(table)),
  'lost',
];
/** Pages without parameters in the path. Lists on them read their filters from the query string. */
type Plain = (typeof plain)[keyof typeof plain];
/** Pages of a single object. */
type Thing = (typeof things)[keyof typeof things];

/** A parsed path of the console. */
export type Place =
  | { readonly page: Plain }
  | { readonly page: Thing; readonly uuid: string }
  | { readonly page: (typeof numberedThings)[keyof typeof numberedThings]; readonly id: string }
  | { readonly page: 'lost' };

/** Returns the page of a path. The page itself reads the query string. */
export function placeOf(path: string): Place {
  const [first, second, ...more] = path.split('/').filter(Boolean);
  if (first === undefined) return { page: 'dashboard' };
  const known = own(plain, [first, second, ...more].filter(Boolean).join('/'));
  if (known !== undefined) return { page: known };
  if (second === undefined || more.length > 0) return { page: 'lost' };
  const thing = own(things, first);
  if (thing !== undefined) return { page: thing, uuid: decode(second) };
  const numbered = own(numberedThings, first);
  return numbered === undefined ? { page: 'lost' } : { page: numbered, id: decode(second) };
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
