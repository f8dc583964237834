import { z } from 'zod';
import type { RtpLine, SipPeer } from '../../../../media/index.ts';
import type { OrganisationId } from '../../../data/index.ts';
import type {
  HowEnded,
  OwnAccount,
  Placed,
  PlaceRequest,
  ProviderModule,
  TelephonyProvider,
} from '../../../telephony/index.ts';
import type { PlacedLine, PlacedLines } from '../phones/index.ts';
import type { Trunks } from './service.ts';
import type { TrunkRow, TrunkStore } from './store.ts';
import type { TrunkCall, TrunkCalls } from './trunk-calls.ts';
import { createTrunkLimits } from './trunk-limits.ts';

/** What outbound calls need of the telephone server; undefined while telephones are off. */
export interface TrunkLink {
  readonly calls: TrunkCalls;
  readonly openLine: PlacedLines['open'];
  readonly locate: (domain: string, transport: TrunkRow['transport']) => Promise<SipPeer | undefined>;
}

export interface TrunkProviderOptions {
  readonly store: Pick<TrunkStore, 'list'>;
  readonly passwordOf: Trunks['passwordOf'];
  readonly link: () => TrunkLink | undefined;
  /** Returns monotonic milliseconds. */
  readonly nowMs: () => number;
}

const name = 'sip';

/** A call to a teammate. */
export interface PersonCall extends Pick<TrunkCall, 'onAudio' | 'onAnswered'> {
  /** Opens the line on the thread of this one. */
  readonly beside?: RtpLine | undefined;
  /** Trunk to call over, if it can be used; the oldest by default. */
  readonly trunkUuid?: string | undefined;
  readonly onEnd: (ended: HowEnded) => void;
}

export interface TrunkProvider extends ProviderModule {
  /** Calls a teammate over a trunk, to be connected with another call. */
  dialPerson(organisation: OrganisationId, request: PlaceRequest, person: PersonCall): Promise<Placed>;
  /** Ends a call to a teammate in any state. */
  hangUpPerson(callId: string): void;
}

interface Usable {
  readonly trunks: readonly TrunkRow[];
  readonly first: TrunkRow;
  readonly telephones: TrunkLink;
}

/** The trunks of organisations as a telephony provider. It sends no requests to this server. */
export function createTrunkProvider({ store, passwordOf, link, nowMs }: TrunkProviderOptions): TrunkProvider {
  const limits = createTrunkLimits(nowMs);

  async function usableOf(organisation: OrganisationId): Promise<Usable | { readonly detail: string } | undefined> {
    const trunks = await store.list(organisation);
    if (trunks.length === 0) return undefined;
    const telephones = link();
    if (telephones === undefined) return { detail: 'SIP_PORT is not set, so the SIP trunks are off.' };
    const usable = trunks.filter(({ registers, isRegistered }) => !registers || isRegistered);
    const [first] = usable;
    if (first === undefined) return { detail: trunks.map(unregistered).join(' ') };
    return { trunks: usable, first, telephones };
  }

  async function accountOf(organisation: OrganisationId): Promise<OwnAccount | undefined> {
    const usable = await usableOf(organisation);
    if (usable === undefined) return undefined;
    if ('detail' in usable) return { kind: 'not_ready', detail: usable.detail };
    const { trunks, first } = usable;
    return {
      kind: 'ready',
      phoneNumber: first.fromNumber,
      otherNumbers: trunks.slice(1).map(({ fromNumber }) => fromNumber),
      connectedAt: first.createdAt,
      provider: clientOf(usable),
    };
  }

  function clientOf({ trunks, first, telephones: { calls, openLine, locate } }: Usable, person?: PersonCall) {
    async function place(request: PlaceRequest, sending: Parameters<TelephonyProvider['place']>[1] = (send) => send()) {
      const trunk = trunks.find(({ fromNumber }) => fromNumber === request.from) ?? first;
      const refusal = limits.admit(trunk, request.to);
      if (refusal !== undefined) return refusal;
      const over = (): void => limits.over(trunk);
      const reject = (reason: 'provider_rejected' | 'over_capacity', detail: string) =>
        ({ kind: 'rejected', reason, detail }) as const;
      const domain = trunk.outboundProxy ?? trunk.registrar;
      const lines: PlacedLine[] = [];
      const started: string[] = [];
      try {
        const [peer, password] = await Promise.all([locate(domain, trunk.transport), passwordOf(trunk)]);
        if (peer === undefined) return reject('provider_rejected', `${domain} does not resolve to an address.`);
        const session = request.streamUrl === undefined ? undefined : request.callUuid;
        const line = await openLine({ session, beside: person?.beside });
        if (line === undefined) return reject('over_capacity', 'RTP_PORTS has no free port.');
        lines.push(line);
        await sending(async () => {
          started.push(calls.start({ trunk, password, peer, line, request, onOver: over, ...person }));
        });
      } finally {
        if (started.length === 0) {
          lines[0]?.end('never dialled');
          over();
        }
      }
      const [providerCallId] = started;
      if (providerCallId !== undefined) return { kind: 'accepted', providerCallId } as const;
      return reject('provider_rejected', 'The call was not dialled.');
    }

    return {
      place,
      async hangUp({ providerCallId }) {
        if (providerCallId !== undefined) calls.hangUp(providerCallId);
        return { kind: 'done' };
      },
      transfer: async () => ({ kind: 'unsupported' }),
      find: async ({ providerCallId = '' }) => calls.find(providerCallId),
      recordings: async () => ({ kind: 'found', recordings: [] }),
      owns: async () => ({ kind: 'owned' }),
    } as const satisfies TelephonyProvider;
  }

  return {
    name,
    displayName: 'SIP trunk',
    wire: name,
    capabilities: {
      callsBack: false,
      answersWithDocument: false,
      canHangUp: true,
      canTransfer: 'here',
      canBridgePeople: 'here',
      streamRatesHz: [8000],
    },
    callbacks: {
      fields: z.object({}),
      idField: 'call_id',
      names: () => ({}),
      answerPaths: [],
      reports: [],
      read: () => ({ isRinging: false, isRecorded: false }),
      readPerson: () => ({ isPickedUp: false, isJoined: false, isRecorded: false }),
    },
    documents: {
      format: { type: 'xml' },
      answer: () => ({ kind: 'refused', code: 'not_found', detail: 'Trunks request no documents.' }),
    },
    callsPerSecond: 5,
    accountOf,
    async dialPerson(organisation, request, person) {
      const usable = await usableOf(organisation);
      if (usable === undefined || 'detail' in usable) {
        const detail = usable?.detail ?? 'The teammate has no registered phone, and no SIP trunk is set up.';
        return { kind: 'rejected', reason: 'telephony_not_connected', detail };
      }
      const trunk = usable.trunks.find(({ uuid }) => uuid === person.trunkUuid) ?? usable.first;
      return clientOf(usable, person).place({ ...request, from: trunk.fromNumber });
    },
    hangUpPerson: (callId) => link()?.calls.hangUp(callId),
  };
}

const unregistered = ({ name: trunk, lastError }: TrunkRow): string =>
  `The SIP trunk ${trunk} is not registered: ${lastError ?? 'no answer yet'}.`;
