import type { CallEvent, SessionPlan, VoiceChoice } from '../../../../media/ports.ts';
import type { Providers } from '../../../telephony/index.ts';
import { expectedRateOf } from '../calls/index.ts';
import type { TransferRow, TransferredCall } from './store.ts';

/** Briefs teammates over our own stream, for providers without a document for it. */
export interface Briefings {
  /** Returns the plan of the stream that speaks the brief; undefined if the transfer or the voice is missing. */
  planFor(transferUuid: string): Promise<SessionPlan | undefined>;
  /** Handles an event of the stream. */
  append(transferUuid: string, event: CallEvent): void;
  /** Hangs up the teammate on this stream. */
  end(transferUuid: string): void;
}

export interface BriefingsOptions {
  readonly find: (uuid: string) => Promise<{ transfer: TransferRow; call: TransferredCall } | undefined>;
  readonly voiceFor: (call: TransferredCall) => Promise<VoiceChoice | undefined>;
  readonly providers: Pick<Providers, 'get' | 'streamRate' | 'wireOf'>;
  readonly endStream: (uuid: string) => unknown;
  /** Called with the pressed key; undefined if the stream ended without one. */
  readonly chosen: (transferUuid: string, digit: string | undefined) => Promise<void>;
  readonly onTrouble: (error: unknown) => void;
}

const limits = { maxCallSeconds: 60, silencePromptSeconds: 8, maxSilencePrompts: 1, goodbyeDrainMs: 2000 };

export function createBriefings(options: BriefingsOptions): Briefings {
  const choose = (uuid: string, digit: string | undefined): void =>
    void options.chosen(uuid, digit).catch(options.onTrouble);
  return {
    async planFor(uuid) {
      const option = await options.find(uuid);
      const voice = option && (await options.voiceFor(option.call));
      if (option === undefined || voice === undefined) return undefined;
      return planOf(option, voice, options.providers);
    },
    append(uuid, event) {
      if (event.type === 'dtmf' && event.from === 'caller') choose(uuid, event.digit);
      if (event.type === 'ended') choose(uuid, undefined);
    },
    end: (uuid) => void options.endStream(uuid),
  };
}

const keys = 'Press 1 to accept. Press 2 to decline.';
const keysForAnotherRing = 'Press 1 to accept; your phone then rings again with the caller. Press 2 to decline.';

function planOf(
  { transfer, call }: { readonly transfer: TransferRow; readonly call: TransferredCall },
  voice: VoiceChoice,
  providers: BriefingsOptions['providers'],
): SessionPlan {
  const isOpen = transfer.result === null && transfer.joinedAt === null;
  const ringsAgain = providers.get(call.dialect)?.capabilities.canTransfer === 'after_stream';
  const text = `You have a transferred call. ${transfer.agentBrief} ${ringsAgain ? keysForAnotherRing : keys}`;
  return {
    callUuid: transfer.uuid,
    direction: 'outbound',
    dialect: providers.wireOf(call.dialect),
    from: '',
    to: transfer.phoneNumber,
    voice,
    turn: { allowInterruptions: false },
    flowUuid: call.flowUuid,
    ...expectedRateOf(providers, call.dialect),
    limits: isOpen ? limits : { ...limits, maxCallSeconds: 6 },
    brain: {
      agentName: '',
      businessName: '',
      goodbye: 'Goodbye.',
      languageCode: 'en-US',
      timezone: 'UTC',
      contact: {},
      guardrails: [],
      goals: [],
      knowledge: [],
      transferTargets: [],
      tools: [],
      greeting: isOpen ? text : 'The call has ended.',
      personaPrompt: `You brief a colleague about a transferred call. ${text} Say nothing else.`,
    },
  };
}
