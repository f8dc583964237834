import type { CallEndReason, CallEvent } from '../../../../media/ports.ts';
import type { OrganisationId } from '../../../data/index.ts';
import type { CallLogWriter } from './call-log.ts';
import type { StoredEvent } from './call-rows.ts';
import { websiteLine, writtenLine } from './channels.ts';
import type { Leases } from './leases.ts';
import type { CallStore } from './store.ts';

type AgentAction = Extract<CallEvent, { readonly type: 'action' }>['action'];
type AgentTrace = NonNullable<Extract<CallEvent, { readonly type: 'turn' }>['trace']>;

/** A conversation in writing, which is stored as a call without sound. */
export interface WrittenCall {
  /** False once the call has ended. */
  readonly isOpen: boolean;
  addLine(speaker: 'agent' | 'customer', text: string): void;
  addAction(action: AgentAction): void;
  /** Records the language models of a reply. */
  addModels(trace: AgentTrace): void;
  /** Ends the call. A visitor who left did so after the last message. */
  end(reason: CallEndReason): void;
}

export interface NewWrittenCall {
  readonly uuid: string;
  readonly flowUuid: string;
  /** Origin of the page. */
  readonly origin: string;
  readonly agentUuid: string;
  readonly version: number;
}

export interface WrittenCallsOptions {
  readonly store: Pick<CallStore, 'findOrAdd'>;
  readonly leases: Pick<Leases, 'take' | 'saw' | 'drop' | 'stageOf'>;
  readonly log: Pick<CallLogWriter, 'note'>;
  readonly now: () => Date;
}

export type WrittenCalls = ReturnType<typeof createWrittenCalls>;

/** Returns a function that stores a written conversation as a call that begins now. This process owns it until its end. */
export function createWrittenCalls({ store, leases, log, now }: WrittenCallsOptions) {
  return async (organisation: OrganisationId, call: NewWrittenCall): Promise<WrittenCall> => {
    const { uuid, flowUuid, origin, agentUuid: voiceAgentUuid, version: agentVersion } = call;
    const startMs = now().getTime();
    leases.take(uuid);
    const parties = { fromNumber: websiteLine, toNumber: origin, providerCallId: null, callerVerified: false };
    const state = { callType: 'inbound', status: 'ringing', createdAt: new Date(startMs).toISOString() } as const;
    const row = { uuid, flowUuid, dialect: writtenLine, voiceAgentUuid, agentVersion, ...parties, ...state };
    await store.findOrAdd(organisation, row).catch((error: unknown) => {
      leases.drop(uuid);
      throw error;
    });
    let turn = 0;
    let lastMs = 0;
    const nowMs = (): number => Math.max(lastMs, now().getTime() - startMs);
    const note = (event: StoredEvent): void => {
      // A reply may still be written when the call ends.
      if (leases.stageOf(uuid) === undefined) return;
      leases.saw(uuid, event);
      log.note(uuid, event);
    };
    note({ type: 'started', atMs: 0, providerCallId: '', streamId: '', wallMs: startMs });
    return {
      get isOpen() {
        return leases.stageOf(uuid) !== undefined;
      },
      addLine(speaker, text) {
        if (speaker === 'customer') turn += 1;
        lastMs = nowMs();
        note({ type: 'line', atMs: lastMs, line: { turn, speaker, text, startMs: lastMs, endMs: lastMs, words: [] } });
      },
      addAction: (action) => note({ type: 'action', atMs: nowMs(), action }),
      addModels({ brain, fallback, refusal, models }) {
        if (models === undefined) return;
        const failure = { ...(fallback !== undefined && { fallback }), ...(refusal !== undefined && { refusal }) };
        note({ type: 'models', atMs: nowMs(), turn, used: { brain, ...failure, models, discarded: false } });
      },
      end(reason) {
        const atMs = reason === 'caller_hung_up' ? lastMs : nowMs();
        note({ type: 'ended', atMs, reason, wallMs: startMs + atMs });
      },
    };
  };
}
