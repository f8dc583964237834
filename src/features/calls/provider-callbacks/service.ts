import type { OrganisationId } from '../../../data/index.ts';
import { plainNumber, toE164, toldNumber } from '../../../http/fields.ts';
import {
  type ProviderDocument,
  type Providers,
  providerCallId,
  type ReportKind,
  type TelephonyProvider,
} from '../../../telephony/index.ts';
import type { Flows } from '../../campaigns/index.ts';
import type { CallOffer, Calls, RequestSource } from '../calls/index.ts';
import type { HandoffStep } from '../transfers/index.ts';
import { ourCallUuid } from './schema.ts';
import { createSenders, type Sender, type SenderOf, type SendersOptions } from './senders.ts';

export interface InboundCall {
  /** Name of the provider. */
  readonly dialect: string;
  readonly providerCallId: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Client address of the request, an IPv6 address as its /64, and whether it is one of the provider's. */
  readonly source: RequestSource;
}

export type InboundAnswer = CallOffer | { readonly kind: 'no_match' } | { readonly kind: 'bad_id' };

export interface Callback {
  readonly dialect: InboundCall['dialect'];
  readonly kind: ReportKind;
  readonly providerCallId: string | undefined;
  /** Set for calls that we placed. */
  readonly callUuid: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Identifiers of a call that we placed. */
export type DialledCall = Pick<Callback, 'dialect' | 'providerCallId' | 'callUuid'>;

export type DialledAnswer = CallOffer | { readonly kind: 'unknown' } | { readonly kind: 'bad_id' };

/** Transfers, as seen by the callbacks of a call. */
export interface Handoffs {
  /** Returns the provider's document for a step; undefined if nobody takes the call. */
  instructionFor(step: HandoffStep): Promise<ProviderDocument | undefined>;
  /** Returns the document with the number that the provider's flow dials once our stream is closed. */
  dialFor(callUuid: string): Promise<object | undefined>;
  /** Returns the stream that briefs a teammate who has answered; undefined if there is none. */
  briefingFor(
    leg: Pick<HandoffStep, 'dialect' | 'transferUuid' | 'providerCallId'>,
  ): Promise<{ readonly streamUrl: string } | 'busy' | undefined>;
  /** Handles the provider's report on the leg to a teammate. Returns false if there is none. */
  legTold(leg: Omit<HandoffStep, 'step'>): Promise<boolean>;
  /** Handles the end of the caller's leg. */
  callOver(callUuid: string): Promise<void>;
}

export type CallbackResult = 'received' | 'unknown' | 'bad_id';

/** `failed`: the provider has not confirmed it; it repeats its callback after an error status. */
export type AnswerSent = { readonly kind: 'done' } | { readonly kind: 'failed'; readonly detail: string };

/** A step as its callback names it: it may lack anything except the provider. */
type Received<Step extends Pick<HandoffStep, 'dialect'>> = Pick<HandoffStep, 'dialect'> & {
  readonly [K in keyof Step]?: Step[K] | undefined;
};

export interface Telephony {
  /** Returns the answer to a call to this number: a stream if a flow answers it. */
  answer(call: InboundCall, sender: Sender): Promise<InboundAnswer>;
  /** Returns the stream of a call that we placed and that was answered. */
  answerDialled(call: DialledCall): Promise<DialledAnswer>;
  /** Returns the document of a call in transfer; undefined if there is none. */
  handoff(step: Received<HandoffStep>): Promise<ProviderDocument | undefined>;
  /**
   * Returns the document with the number that the provider's flow dials after the stream of a transferred call closes.
   */
  dialAfter(call: DialledCall): Promise<object | undefined>;
  /** Returns the stream that briefs a teammate who has answered; undefined if there is none. */
  briefing(
    leg: Received<Pick<HandoffStep, 'dialect' | 'transferUuid' | 'providerCallId'>>,
  ): ReturnType<Handoffs['briefingFor']>;
  /** Handles a provider's report on a leg to a teammate. */
  legTold(leg: Received<Omit<HandoffStep, 'step'>>): Promise<CallbackResult>;
  callback(callback: Callback): Promise<CallbackResult>;
  /**
   * Sends the document of an inbound call to the provider with the account of the signed sender. Does nothing for any
   * other sender: their response contains the document.
   */
  sendAnswer(
    call: Pick<InboundCall, 'dialect' | 'providerCallId'>,
    sender: Sender,
    document: object,
  ): Promise<AnswerSent>;
  /** Returns the sender of a callback about this call; `signed` is absent for an unsigned one. */
  senderOf: SenderOf;
}

export interface TelephonyOptions extends SendersOptions {
  readonly flows: Flows;
  readonly calls: Calls;
  readonly handoffs: Handoffs;
  /** Called when the provider reports that it has recorded a call. */
  readonly recorded: (callUuid: string) => Promise<void>;
  readonly providers: Pick<Providers, 'get'>;
  /** Returns an organisation's account; undefined if none is usable. */
  readonly clientOf: (organisation: OrganisationId, provider: string) => Promise<TelephonyProvider | undefined>;
}

export function createTelephony(options: TelephonyOptions): Telephony {
  const { flows, calls, handoffs, recorded, providers, clientOf } = options;
  return {
    senderOf: createSenders(options),
    async answer({ dialect, providerCallId: id, from, to, source }, sender) {
      if (id !== undefined && !providerCallId.safeParse(id).success) return { kind: 'bad_id' };
      const flow =
        sender.kind === 'unsigned' && sender.answering !== undefined
          ? sender.answering
          : await flows.answering(to ?? '', sender.kind === 'signed' ? sender.by : undefined);
      if (flow === undefined || flow === null) return { kind: 'no_match' };
      return calls.offer(flow.organisationId, {
        flowUuid: flow.uuid,
        callType: 'inbound',
        isVerified: sender.kind === 'signed',
        dialect,
        source,
        ...numbersOf({ from, to, line: flow.phoneNumber ?? '' }),
        ...(id === undefined ? {} : { providerCallId: id }),
      });
    },
    async sendAnswer({ dialect, providerCallId: id }, sender, document) {
      if (sender.kind !== 'signed' || id === undefined) return { kind: 'done' };
      const client = await clientOf(sender.by, dialect);
      if (client?.answer === undefined) return { kind: 'failed', detail: `The account at ${dialect} is not usable.` };
      const result = await client.answer(id, document);
      if (result.kind === 'done') return result;
      if (result.kind !== 'gone')
        return {
          kind: 'failed',
          detail: result.kind === 'failed' ? result.detail : 'The provider cannot answer calls.',
        };
      // The caller has hung up; the report about it may have come first and found no call.
      const closed = { status: 'cancelled', reason: 'cancelled' } as const;
      const report = { dialect, kind: 'status', providerCallId: id, isRinging: false, closed } as const;
      await calls.callback({ ...report, fields: { answer: 'gone' } });
      return { kind: 'done' };
    },
    async answerDialled({ dialect, providerCallId: id, callUuid }) {
      if (id === undefined || !providerCallId.safeParse(id).success) return { kind: 'bad_id' };
      if (!ourCallUuid.safeParse(callUuid).success) return { kind: 'unknown' };
      const offer = await calls.offerDialled({ dialect, providerCallId: id, callUuid: callUuid as string });
      return offer ?? { kind: 'unknown' };
    },
    async handoff({ dialect, providerCallId: id, transferUuid, step, fields = {} }) {
      if (id === undefined || !providerCallId.safeParse(id).success) return undefined;
      if (transferUuid === undefined || step === undefined) return undefined;
      return handoffs.instructionFor({ dialect, providerCallId: id, transferUuid, step, fields });
    },
    async dialAfter({ dialect, providerCallId: id }) {
      if (id === undefined || !providerCallId.safeParse(id).success) return undefined;
      const uuid = await calls.called({ dialect, providerCallId: id });
      return uuid === undefined ? undefined : handoffs.dialFor(uuid);
    },
    async briefing({ dialect, providerCallId: id, transferUuid }) {
      if (id === undefined || !providerCallId.safeParse(id).success || transferUuid === undefined) return undefined;
      return handoffs.briefingFor({ dialect, providerCallId: id, transferUuid });
    },
    async legTold({ dialect, providerCallId: id, transferUuid, fields = {} }) {
      if (id === undefined || !providerCallId.safeParse(id).success) return 'bad_id';
      if (transferUuid === undefined) return 'unknown';
      return (await handoffs.legTold({ dialect, providerCallId: id, transferUuid, fields })) ? 'received' : 'unknown';
    },
    async callback({ dialect, kind, providerCallId: id, callUuid, fields }) {
      if (id === undefined || !providerCallId.safeParse(id).success) return 'bad_id';
      const provider = providers.get(dialect);
      if (provider === undefined) return 'unknown';
      const { isRinging, ended: closed, isRecorded } = provider.callbacks.read(kind, fields);
      const named = ourCallUuid.safeParse(callUuid).success ? { callUuid: callUuid as string } : {};
      const isKnown = await calls.callback({
        dialect,
        kind,
        providerCallId: id,
        fields: textFields(fields),
        isRinging,
        ...named,
        ...(closed === undefined ? {} : { closed }),
      });
      if (!isKnown) return 'unknown';
      if (!isRecorded && closed === undefined) return 'received';
      const uuid = await calls.called({ dialect, providerCallId: id, ...named });
      if (uuid !== undefined && closed !== undefined) await handoffs.callOver(uuid);
      if (uuid !== undefined && isRecorded) await recorded(uuid);
      return 'received';
    },
  };
}

/** Returns the numbers of a call in E.164, as far as they are numbers. `line` is the number of the flow that answers. */
const numbersOf = ({ from = '', to, line }: Pick<InboundCall, 'from' | 'to'> & { readonly line: string }) => ({
  from: toldNumber(from, line) ?? plainNumber(from),
  to: toE164(line) ?? plainNumber(to),
});

const maxFields = 60;

/** Limits the number and length of the raw callback's fields. */
const textFields = (fields: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields)
      .slice(0, maxFields)
      .map(([name, value]) => [
        name.slice(0, 64),
        (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 512),
      ]),
  );
