import type { CallEvent, CallPlan, VoiceSpec } from '../../../media/ports.ts';
import type { TransferRow, TransferredCall } from './store.ts';

/** What a teammate may do who hears what a call is about over a stream of ours: telephony_b has no document for it. */
export interface Briefings {
  /** What is said on the stream of this name; undefined where there is none, or no voice to say it. */
  planFor(transferUuid: string): Promise<CallPlan | undefined>;
  /** Whether a stream is one of these, and no call. */
  has(uuid: string): boolean;
  /** What happens on it. */
  append(transferUuid: string, event: CallEvent): void;
  /** Whoever is on it is let go. */
  end(transferUuid: string): void;
}

export interface BriefingsOptions {
  readonly find: (uuid: string) => Promise<{ transfer: TransferRow; call: TransferredCall } | undefined>;
  readonly voiceFor: (call: TransferredCall) => Promise<VoiceSpec | undefined>;
  /** Rate in the stream address that telephony_b is given. */
  readonly rateHz: number;
  readonly endStream: (uuid: string) => unknown;
  /** The key that was pressed; undefined where the stream is over without one. */
  readonly chosen: (transferUuid: string, digit: string | undefined) => Promise<void>;
  readonly onTrouble: (error: unknown) => void;
}

const limits = { maxCallSeconds: 60, silencePromptSeconds: 8, maxSilencePrompts: 1, goodbyeDrainMs: 2000 };

export function createBriefings(options: BriefingsOptions): Briefings {
  const live = new Set<string>();
  const choose = (uuid: string, digit: string | undefined): void =>
    void options.chosen(uuid, digit).catch(options.onTrouble);
  return {
    async planFor(uuid) {
      const found = await options.find(uuid);
      const voice = found && (await options.voiceFor(found.call));
      if (found === undefined || voice === undefined) return undefined;
      live.add(uuid);
      return planOf(found, voice, options.rateHz);
    },
    has: (uuid) => live.has(uuid),
    append(uuid, event) {
      if (event.type === 'dtmf' && event.from === 'caller') choose(uuid, event.digit);
      if (event.type === 'ended' && live.delete(uuid)) choose(uuid, undefined);
    },
    end: (uuid) => void options.endStream(uuid),
  };
}

const keys = 'Press 1 to take it: your phone rings once more then, with the caller. Press 2 to decline.';

function planOf(
  { transfer, call }: { readonly transfer: TransferRow; readonly call: TransferredCall },
  voice: VoiceSpec,
  rateHz: number,
): CallPlan {
  const isOpen = transfer.result === null && transfer.joinedAt === null;
  const said = `A call is handed to you. ${transfer.agentBrief} ${keys}`;
  return {
    ...{ callUuid: transfer.uuid, direction: 'outbound', dialect: 'telephony_b', flowUuid: call.flowUuid },
    ...{ from: '', to: transfer.phoneNumber, voice, turn: { allowInterruptions: false }, expectedRateHz: rateHz },
    limits: isOpen ? limits : { ...limits, maxCallSeconds: 6 },
    brain: {
      ...{ agentName: '', businessName: '', goodbye: 'Goodbye.', languageCode: 'en-US', timezone: 'UTC', contact: {} },
      ...{ guardrails: [], goals: [], knowledge: [], transferTargets: [], tools: [] },
      greeting: isOpen ? said : 'The call is not there any more.',
      personaPrompt: `You tell a colleague of a call that is handed to them. ${said} Say nothing else.`,
    },
  };
}
