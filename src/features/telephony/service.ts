import type { DialectName } from '../../../media/ports.ts';
import type { OrganisationId } from '../../data/index.ts';
import { endedAs, type HowEnded } from '../../telephony-providers/index.ts';
import type { CallOffer, Calls } from '../calls/index.ts';
import type { Flows } from '../flows/index.ts';
import type { HandoffStep } from '../transfers/index.ts';
import { ourCallUuid, providerCallId } from './schema.ts';
import { isSignedBy, type SignedCallback } from './signature.ts';

export interface InboundCall {
  readonly dialect: Extract<DialectName, 'telephony_a' | 'telephony_b'>;
  readonly providerCallId: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export type InboundAnswer = CallOffer | { readonly kind: 'no_match' } | { readonly kind: 'bad_id' };

export interface Callback {
  readonly dialect: InboundCall['dialect'];
  readonly kind: 'hangup' | 'status' | 'stream-status' | 'recording';
  readonly providerCallId: string | undefined;
  /** Of a call that we placed. */
  readonly callUuid: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What a call that we placed is known by. */
export type DialledCall = Pick<Callback, 'dialect' | 'providerCallId' | 'callUuid'>;

export type DialledAnswer = CallOffer | { readonly kind: 'unknown' } | { readonly kind: 'bad_id' };

/** What a call that is handed to somebody else is told to do next. */
export interface Handoffs {
  /** telephony_a's document for a step of it; undefined: nobody takes the call. */
  instructionFor(step: HandoffStep): Promise<string | undefined>;
  /** telephony_b's: whom the applet after the stream is to dial. */
  dialFor(callUuid: string): Promise<object | undefined>;
  /** What telephony_b says of the leg to a teammate; false where there is none. */
  legTold(leg: Omit<HandoffStep, 'step'>): Promise<boolean>;
  /** The caller's leg is over. */
  callOver(callUuid: string): Promise<void>;
}

export type CallbackResult = 'received' | 'unknown' | 'bad_id';

export interface Telephony {
  /** Who answers a call to this number, if anyone. */
  answer(call: InboundCall): Promise<InboundAnswer>;
  /** A call that we placed was picked up. */
  answerDialled(call: DialledCall): Promise<DialledAnswer>;
  /** The document of a call that is handed on; undefined: there is none, or no such call. */
  handoff(step: { readonly [K in keyof HandoffStep]?: HandoffStep[K] | undefined }): Promise<string | undefined>;
  /** Whom telephony_b is to dial once the stream of a call that is handed on is over. */
  dialAfter(call: DialledCall): Promise<object | undefined>;
  /** What telephony_b says of a leg to a teammate. */
  legTold(
    leg: { readonly [K in Exclude<keyof HandoffStep, 'step'>]?: HandoffStep[K] | undefined },
  ): Promise<CallbackResult>;
  callback(callback: Callback): Promise<CallbackResult>;
  /** Whether a callback about this call bears another signature than those whose call it is would give it. */
  isForged(about: DialledCall & Pick<InboundCall, 'to'>, signed: SignedCallback): Promise<boolean>;
}

export interface TelephonyOptions {
  readonly flows: Flows;
  readonly calls: Calls;
  readonly handoffs: Handoffs;
  /** The provider says that it has recorded a call. */
  readonly recorded: (callUuid: string) => Promise<void>;
  /** What the provider signs with for an organisation; undefined: not known. */
  readonly tokenOf: (organisation: OrganisationId) => Promise<string | undefined>;
}

export function createTelephony({ flows, calls, handoffs, recorded, tokenOf }: TelephonyOptions): Telephony {
  /** A call that nobody knows yet is that of the number which is called. */
  async function ownersOf({ dialect, providerCallId: id, callUuid, to }: Parameters<Telephony['isForged']>[0]) {
    const names = { dialect, providerCallId: id ?? '', ...(callUuid === undefined ? {} : { callUuid }) };
    const owners = await calls.ownersOf(names);
    if (owners.length > 0) return owners;
    const flow = await flows.answering(to ?? '');
    return flow === undefined ? [] : [flow.organisationId];
  }

  return {
    async isForged(about, signed) {
      const tokens = await Promise.all([...new Set(await ownersOf(about))].map(tokenOf));
      const known = tokens.filter((token) => token !== undefined);
      return known.length > 0 && !known.some((token) => isSignedBy(token, signed));
    },
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
    async answerDialled({ dialect, providerCallId: id, callUuid }) {
      if (id === undefined || !providerCallId.safeParse(id).success) return { kind: 'bad_id' };
      if (!ourCallUuid.safeParse(callUuid).success) return { kind: 'unknown' };
      const offer = await calls.offerDialled({ dialect, providerCallId: id, callUuid: callUuid as string });
      return offer ?? { kind: 'unknown' };
    },
    async handoff({ providerCallId: id, transferUuid, step, fields = {} }) {
      if (id === undefined || !providerCallId.safeParse(id).success) return undefined;
      if (transferUuid === undefined || step === undefined) return undefined;
      return handoffs.instructionFor({ providerCallId: id, transferUuid, step, fields });
    },
    async dialAfter({ dialect, providerCallId: id }) {
      if (id === undefined || !providerCallId.safeParse(id).success) return undefined;
      const uuid = await calls.called({ dialect, providerCallId: id });
      return uuid === undefined ? undefined : handoffs.dialFor(uuid);
    },
    async legTold({ providerCallId: id, transferUuid, fields = {} }) {
      if (id === undefined || !providerCallId.safeParse(id).success) return 'bad_id';
      if (transferUuid === undefined) return 'unknown';
      return (await handoffs.legTold({ providerCallId: id, transferUuid, fields })) ? 'received' : 'unknown';
    },
    async callback({ dialect, kind, providerCallId: id, callUuid, fields }) {
      if (id === undefined || !providerCallId.safeParse(id).success) return 'bad_id';
      const closed = kind === 'hangup' || kind === 'status' ? closedBy(fields) : undefined;
      const named = ourCallUuid.safeParse(callUuid).success ? { callUuid: callUuid as string } : {};
      const known = await calls.callback({
        dialect,
        kind,
        providerCallId: id,
        fields: textFields(fields),
        isRinging: kind === 'status' && ringingWords.has(String(fields.EventType ?? fields.CallStatus).toLowerCase()),
        ...named,
        ...(closed === undefined ? {} : { closed }),
      });
      if (!known) return 'unknown';
      const isRecorded = kind === 'recording' || typeof fields.RecordingUrl === 'string';
      if (!isRecorded && closed === undefined) return 'received';
      const uuid = await calls.called({ dialect, providerCallId: id, ...named });
      if (uuid !== undefined && closed !== undefined) await handoffs.callOver(uuid);
      if (uuid !== undefined && isRecorded) await recorded(uuid);
      return 'received';
    },
  };
}

/** As the provider wrote it, without what no number holds: it is shown and stored. */
const plainNumber = (number: string | undefined): string =>
  (number ?? '')
    .replaceAll(/[^\w+@.:;*# ()-]/g, '')
    .trim()
    .slice(0, 64);

const ringingWords = new Set(['ringing']);

/** The provider's own machine detection has hung up. */
const machineHungUp = '9100';

/** How a call ended, in the words of either provider; undefined for one that goes on. */
function closedBy(fields: Readonly<Record<string, unknown>>): HowEnded | undefined {
  if (fields.HangupCauseCode !== undefined && String(fields.HangupCauseCode) === machineHungUp)
    return { status: 'no_answer', reason: 'voicemail' };
  const isOver = fields.EventType === undefined || String(fields.EventType).toLowerCase() === 'terminal';
  return isOver ? endedAs(String(fields.CallStatus ?? fields.Status ?? '')) : undefined;
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
