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
  /** Where the links of letters lead; for people who are not signed in, too. */
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
/** The name of each page that the console has. */
export const pageNames: readonly Place['page'][] = [
  ...[plain, things, numberedThings].flatMap((table) => Object.values(table)),
  'lost',
];
/** Pages whose address says all; lists among them read their filters from it themselves. */
type Plain = (typeof plain)[keyof typeof plain];
/** Pages of one thing. */
type Thing = (typeof things)[keyof typeof things];

/** The console's addresses. */
export type Place =
  | { readonly page: Plain }
  | { readonly page: Thing; readonly uuid: string }
  | { readonly page: (typeof numberedThings)[keyof typeof numberedThings]; readonly id: string }
  | { readonly page: 'lost' };

/** The page of a path. What stands behind the question mark is up to the page. */
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
