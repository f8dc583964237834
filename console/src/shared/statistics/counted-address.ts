import type { paths } from '../../server/api.d.ts';

type CountedQuery = NonNullable<paths['/api/dashboard/calls']['get']['parameters']['query']>;
export type NumberFilter = Pick<
  CountedQuery,
  | 'kind'
  | 'stage'
  | 'outcome'
  | 'sentiment'
  | 'agent_id'
  | 'agent_uuid'
  | 'agent_name'
  | 'status'
  | 'end_reason'
  | 'analysis'
>;

/** The period and filters of a page of numbers: a window of the dashboard, or the range of a report. */
export interface Covered {
  readonly time: { readonly window: string } | { readonly from: string; readonly to: string };
  readonly segments: readonly string[];
  /** The id of a project, or `none`; undefined before it is known. */
  readonly project: string | undefined;
}

const filterNames = [
  ...['kind', 'stage', 'outcome', 'sentiment', 'agent_id', 'agent_uuid', 'agent_name'],
  ...['status', 'end_reason', 'analysis'],
] as const;

/** The URL value of `window` when `from` and `to` define the period. */
const byDates = 'dates';

/** Returns the URL of the list of calls behind a number. */
export function callsBehind({ time, segments, project }: Covered, filter: NumberFilter = {}): string {
  const asked = new URLSearchParams('window' in time ? time : { window: byDates, ...time });
  if (segments.length > 0) asked.set('segments', segments.join(','));
  if (project !== undefined) asked.set('project', project);
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) asked.set(name, String(value));
  return `/calls?${asked}`;
}

/** Returns whether a URL of the list of calls refers to a number. */
export const isBehindNumber = (search: string): boolean => new URLSearchParams(search).has('window');

/** Returns the request parameters of such a URL. The server rejects unknown values. */
export function countedQueryOf(search: string): CountedQuery {
  const asked = new URLSearchParams(search);
  const window = asked.get('window') ?? '';
  const time = window === byDates ? { date_from: asked.get('from') ?? '', date_to: asked.get('to') ?? '' } : { window };
  const same = [...filterNames, 'project'].flatMap((name) => {
    const value = asked.get(name) ?? '';
    return value === '' ? [] : [[name, value]];
  });
  const segments = asked.get('segments') ?? '';
  return {
    ...time,
    ...Object.fromEntries(same),
    ...(segments === '' ? {} : { segment_uuids: segments }),
  } as CountedQuery;
}
