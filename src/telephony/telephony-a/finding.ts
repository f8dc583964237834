import { z } from 'zod';
import type { CallTraces, Found, TelephonyProvider } from '../client.ts';
import type { Asking, Exchanged } from '../exchange.ts';
import { endedAs } from '../how-ended.ts';
import { read, sameNumber } from '../rest-answers.ts';

/** A call as the provider keeps it. */
export const record = z.looseObject({
  call_uuid: z.string(),
  call_state: z.string().optional(),
  call_status: z.string().optional(),
  call_direction: z.string().optional(),
  from_number: z.string().optional(),
});
const records = z.object({ objects: z.array(record.extend({ from_number: z.string(), to_number: z.string() })) });

const liveOne = z.looseObject({ call_uuid: z.string() });
const names = z.object({ calls: z.array(z.string()) });
const number = z.string().catch('');
const liveCall = z
  .looseObject({ from: number, to: number, from_number: number, to_number: number })
  .transform((parties) => ({ from: parties.from || parties.from_number, to: parties.to || parties.to_number }));

const listed = 20;
/** Maximum number of unknown calls on the account to inspect. */
const maxLookups = 20;
const tooMany = { kind: 'unknown', detail: 'Several calls at the provider match.' } as const;
const noList = { kind: 'unknown', detail: 'The provider does not list its calls.' } as const;

const all = async (ids: readonly string[]): Promise<readonly string[]> => ids;

/** Tolerance for clock differences. */
const slackMs = 60_000;

export const callPath = (callId: string): string => `Call/${encodeURIComponent(callId)}/`;

/** Returns a function that finds a call by the ids that are known of it, or by its numbers. */
export function createFinding(
  ask: (method: Asking['method'], path: string) => Promise<Exchanged>,
): TelephonyProvider['find'] {
  /** Checks live calls first: a call that ends between the two requests is found by the second. */
  async function findById(callId: string): Promise<Found> {
    for (const stage of ['live', 'queued']) {
      const now = read(liveOne, await ask('GET', `${callPath(callId)}?status=${stage}`));
      if (now.kind === 'unknown') return now;
      if (now.kind === 'read') return { kind: 'live', providerCallId: callId };
    }
    const past = read(record, await ask('GET', callPath(callId)));
    return past.kind === 'read' ? foundAs(past.value) : past;
  }

  /** Checks in the order of a call's lifecycle: a call that advances between two requests is found by the next. */
  async function findByNumbers(traces: CallTraces): Promise<Found> {
    for (const stage of ['queued', 'live'] as const) {
      const finding = await findAmong(stage, traces);
      if (finding.kind !== 'absent') return finding;
    }
    const { from, to, dialledAt } = traces;
    const since = new Date(Date.parse(dialledAt) - slackMs).toISOString().slice(0, 19).replace('T', ' ');
    const query = new URLSearchParams({ from_number: from, to_number: to, call_direction: 'outbound' });
    query.set('limit', String(listed));
    query.set('end_time__gte', since);
    const list = read(records, await ask('GET', `Call/?${query}`));
    if (list.kind !== 'read') return list.kind === 'absent' ? noList : list;
    const { objects } = list.value;
    if (objects.length >= listed) return tooMany;
    const matching = objects.filter(
      (object) => sameNumber(object.from_number, from) && sameNumber(object.to_number, to),
    );
    const unclaimed = await (traces.unclaimed ?? all)(matching.map((object) => object.call_uuid));
    const ours = matching.filter((object) => unclaimed.includes(object.call_uuid));
    return ours.length > 1 ? tooMany : ours.length === 1 ? foundAs(ours[0]!) : { kind: 'absent' };
  }

  /** The list of calls in progress contains only their ids. */
  async function findAmong(stage: 'queued' | 'live', { from, to, unclaimed = all }: CallTraces): Promise<Found> {
    const list = read(names, await ask('GET', `Call/?status=${stage}`));
    if (list.kind !== 'read') return list.kind === 'absent' ? noList : list;
    const others = await unclaimed(list.value.calls);
    if (others.length > maxLookups) return tooMany;
    const ours: string[] = [];
    for (const id of others) {
      const answer = read(liveCall, await ask('GET', `${callPath(id)}?status=${stage}`));
      if (answer.kind === 'unknown') return answer;
      if (answer.kind === 'read' && sameNumber(answer.value.from, from) && sameNumber(answer.value.to, to))
        ours.push(id);
    }
    return ours.length > 1
      ? tooMany
      : ours.length === 1
        ? { kind: 'live', providerCallId: ours[0]! }
        : { kind: 'absent' };
  }

  return async (traces) => {
    const { providerCallId, requestId } = traces;
    if (providerCallId !== undefined) return findById(providerCallId);
    // A request and its call often share an id; if they do not, the call is searched for.
    const finding = requestId === undefined ? { kind: 'absent' as const } : await findById(requestId);
    return finding.kind === 'absent' ? findByNumbers(traces) : finding;
  };
}

function foundAs({
  call_uuid: providerCallId,
  call_state: state,
  call_status: status,
}: z.output<typeof record>): Found {
  const word = state ?? status ?? '';
  const ended = endedAs(word) ?? (word.toUpperCase() === 'ANSWER' ? endedAs('completed') : undefined);
  return ended === undefined
    ? { kind: 'unknown', detail: 'The provider does not report how the call ended.' }
    : { kind: 'over', providerCallId, ended };
}
