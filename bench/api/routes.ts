import { callEveryMs, flowCount, loggedCall, loggedCalls, outcomes, sentiments, uuidOf } from './seed.ts';

/** One kind of request in the mix. */
export interface Asked {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** A different path each time where possible, so that a cached response is not measured. */
  readonly path: () => string;
  /** Number per hundred requests. */
  readonly share: number;
}

export interface RouteOptions {
  readonly calls: number;
  readonly newest: Date;
  readonly random: () => number;
}

/** Typical requests of people and programs; an occasional new call invalidates cached counts. */
export function routesOf({ calls, newest, random }: RouteOptions): readonly Asked[] {
  const below = (bound: number): number => Math.floor(random() * bound);
  const get = (name: string, share: number, path: () => string): Asked => ({ name, method: 'GET', path, share });
  const deep = (): number => calls - 1000 - below(calls / 2);
  const campaign = (): string => uuidOf('flow', below(flowCount));
  const outcome = (): string => outcomes[below(outcomes.length)] as string;
  const dates = (): string => {
    const toMs = newest.getTime() - below(calls / 2) * callEveryMs;
    const fromMs = toMs - below(calls / 4) * callEveryMs;
    return `date_from=${new Date(fromMs).toISOString()}&date_to=${new Date(toMs).toISOString()}`;
  };
  return [
    get('calls, first page', 12, () => '/v1/calls'),
    get('calls, 100 a page', 6, () => '/v1/calls?limit=100'),
    get('calls by campaign', 10, () => `/v1/calls?campaign_id=${campaign()}`),
    get('calls by outcome', 10, () => `/v1/calls?outcome=${outcome()}`),
    get('calls by dates', 10, () => `/v1/calls?${dates()}`),
    get('calls by all three', 8, () => `/v1/calls?campaign_id=${campaign()}&outcome=${outcome()}&${dates()}`),
    get('calls, deep offset', 8, () => `/v1/calls?offset=${deep()}`),
    get('conversations, first page', 4, () => '/api/calls'),
    get('conversations by length', 2, () => `/api/calls?sort=duration&order=desc&limit=${10 + below(80)}`),
    get('conversations by sentiment', 2, () => `/api/calls?sentiment=${sentiments[below(sentiments.length)]}`),
    get('one call', 4, () => `/v1/calls/${loggedCall(below(loggedCalls(calls)))}`),
    get('live calls', 8, () => '/api/voice/calls/live'),
    get('documents', 7, () => '/api/kb/documents'),
    get('audit log', 6, () => '/api/audit'),
    {
      name: 'a call is made',
      method: 'POST',
      path: () => `/api/voice/flows/${campaign()}/browser-test`,
      share: 3,
    },
  ];
}
