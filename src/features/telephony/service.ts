import type { DialectName } from '../../../media/ports.ts';
import type { CallOffer, Calls } from '../calls/index.ts';
import type { Flows } from '../flows/index.ts';
import { providerCallId } from './schema.ts';

export interface InboundCall {
  readonly dialect: Extract<DialectName, 'telephony_a' | 'telephony_b'>;
  readonly providerCallId: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export type InboundAnswer = CallOffer | { readonly kind: 'no_match' } | { readonly kind: 'bad_id' };

export interface Callback {
  readonly dialect: InboundCall['dialect'];
  readonly kind: 'hangup' | 'status' | 'stream-status';
  readonly providerCallId: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}

export type CallbackResult = 'received' | 'unknown' | 'bad_id';

export interface Telephony {
  /** Who answers a call to this number, if anyone. */
  answer(call: InboundCall): Promise<InboundAnswer>;
  callback(callback: Callback): Promise<CallbackResult>;
}

export function createTelephony(flows: Flows, calls: Calls): Telephony {
  return {
    async answer({ dialect, providerCallId: id, from, to }) {
      if (id !== undefined && !providerCallId.safeParse(id).success) return { kind: 'bad_id' };
      const flow = await flows.answering(to ?? '');
      if (flow === undefined) return { kind: 'no_match' };
      return calls.offer(flow.organisationId, {
        flowUuid: flow.uuid,
        callType: 'inbound',
        dialect,
        from: plainNumber(from),
        to: plainNumber(to),
        ...(id === undefined ? {} : { providerCallId: id }),
      });
    },
    async callback({ dialect, kind, providerCallId: id, fields }) {
      if (id === undefined || !providerCallId.safeParse(id).success) return 'bad_id';
      const closed = kind === 'stream-status' ? undefined : closedBy(fields);
      const known = await calls.callback({
        dialect,
        kind,
        providerCallId: id,
        fields: textFields(fields),
        ...(closed === undefined ? {} : { closed }),
      });
      return known ? 'received' : 'unknown';
    },
  };
}

/** As the provider wrote it, without what no number holds: it is shown and stored. */
const plainNumber = (number: string | undefined): string =>
  (number ?? '')
    .replaceAll(/[^\w+@.:;*# ()-]/g, '')
    .trim()
    .slice(0, 64);

type Closed = NonNullable<Parameters<Calls['callback']>[0]['closed']>;

/** How a call ended, in the words of either provider; undefined for one that goes on. */
function closedBy(fields: Readonly<Record<string, unknown>>): Closed | undefined {
  const said = String(fields.CallStatus ?? fields.Status ?? '').toLowerCase();
  switch (said) {
    case 'completed':
      return { status: 'completed', reason: 'caller_hung_up' };
    case 'busy':
      return { status: 'busy', reason: 'busy' };
    case 'no-answer':
    case 'timeout':
      return { status: 'no_answer', reason: 'no_answer' };
    case 'cancel':
    case 'canceled':
    case 'cancelled':
      return { status: 'cancelled', reason: 'cancelled' };
    case 'failed':
      return { status: 'failed', reason: 'provider_failed' };
    default:
      return undefined;
  }
}

const maxFields = 60;

/** The raw callback, bounded. */
const textFields = (fields: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields)
      .slice(0, maxFields)
      .map(([name, value]) => [
        name.slice(0, 64),
        (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 512),
      ]),
  );
