import { z } from 'zod';
import type { RtpLine, SipPeer } from '../../../../media/index.ts';
import type { OrganisationId } from '../../../data/index.ts';
import type { OwnAccount, PlaceRequest, ProviderModule, TelephonyProvider } from '../../../telephony/index.ts';
import type { Trunks } from './service.ts';
import type { TrunkRow, TrunkStore } from './store.ts';
import type { TrunkCalls } from './trunk-calls.ts';
import { createTrunkLimits } from './trunk-limits.ts';

/** What outbound calls need of the telephone server; undefined while telephones are off. */
export interface TrunkLink {
  readonly calls: TrunkCalls;
  readonly openLine: () => Promise<RtpLine | undefined>;
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

/** The trunks of organisations as a telephony provider. It sends no requests to this server. */
export function createTrunkProvider({ store, passwordOf, link, nowMs }: TrunkProviderOptions): ProviderModule {
  const limits = createTrunkLimits(nowMs);

  async function accountOf(organisation: OrganisationId): Promise<OwnAccount | undefined> {
    const trunks = await store.list(organisation);
    if (trunks.length === 0) return undefined;
    const telephones = link();
    if (telephones === undefined)
      return { kind: 'not_ready', detail: 'SIP_PORT is not set, so the SIP trunks are off.' };
    const usable = trunks.filter(({ registers, isRegistered }) => !registers || isRegistered);
    const [first, ...others] = usable;
    if (first === undefined) return { kind: 'not_ready', detail: trunks.map(unregistered).join(' ') };
    return {
      kind: 'ready',
      phoneNumber: first.fromNumber,
      otherNumbers: others.map(({ fromNumber }) => fromNumber),
      connectedAt: first.createdAt,
      provider: clientOf(usable, first, telephones),
    };
  }

  function clientOf(trunks: readonly TrunkRow[], first: TrunkRow, { calls, openLine, locate }: TrunkLink) {
    async function place(request: PlaceRequest, sending: Parameters<TelephonyProvider['place']>[1] = (send) => send()) {
      const trunk = trunks.find(({ fromNumber }) => fromNumber === request.from) ?? first;
      const refusal = limits.admit(trunk, request.to);
      if (refusal !== undefined) return refusal;
      const over = (): void => limits.over(trunk);
      const reject = (reason: 'provider_rejected' | 'over_capacity', detail: string) =>
        ({ kind: 'rejected', reason, detail }) as const;
      const domain = trunk.outboundProxy ?? trunk.registrar;
      const lines: RtpLine[] = [];
      const started: string[] = [];
      try {
        const [peer, password] = await Promise.all([locate(domain, trunk.transport), passwordOf(trunk)]);
        if (peer === undefined) return reject('provider_rejected', `${domain} does not resolve to an address.`);
        const line = await openLine();
        if (line === undefined) return reject('over_capacity', 'RTP_PORTS has no free port.');
        lines.push(line);
        await sending(async () => {
          started.push(calls.start({ trunk, password, peer, line, request, onOver: over }));
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
      canTransfer: false,
      canBridgePeople: false,
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
  };
}

const unregistered = ({ name: trunk, lastError }: TrunkRow): string =>
  `The SIP trunk ${trunk} is not registered: ${lastError ?? 'no answer yet'}.`;
