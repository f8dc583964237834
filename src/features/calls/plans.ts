import type { CallPlan, CallPlans } from '../../../media/ports.ts';
import { brainPlanOf, type Flows, voicemailPlanOf } from '../flows/index.ts';
import type { CallRow } from './call-rows.ts';
import type { Leases } from './leases.ts';
import type { MediaTokens } from './media-tokens.ts';
import type { CallStore } from './store.ts';
import { takeUncarried } from './take-uncarried.ts';

export interface CallPlansOptions {
  readonly tokens: MediaTokens;
  readonly store: CallStore;
  readonly leases: Pick<Leases, 'take' | 'drop'>;
  /** This process, as the owner of its calls. */
  readonly owner: string;
  readonly flows: Flows;
  /** Rate in the stream address that telephony_b is given. */
  readonly telephonyBRateHz: number;
  /** Of a stream that is no call's. */
  readonly otherPlan?: (uuid: string) => Promise<CallPlan | undefined>;
}

/** Gives the media plane what it must know of a call, for the token that its stream brought. */
export function createCallPlans(options: CallPlansOptions): CallPlans {
  return {
    async claim(token, dialect) {
      const callUuid = options.tokens.claim(token, dialect);
      if (callUuid === undefined) return undefined;
      const found = await options.store.find(callUuid);
      if (found === undefined) return options.otherPlan?.(callUuid);
      const call = found.leaseOwner === null ? await carry(found, options) : found;
      // Another process has taken the call over: it would be carried twice.
      if (call?.leaseOwner !== options.owner) return undefined;
      return planOf(call, options);
    },
  };
}

/** A dialled call whose stream comes without an answer asked for before: it is ours from here on. */
async function carry(call: CallRow, { store, leases, owner }: CallPlansOptions): Promise<CallRow | undefined> {
  leases.take(call.uuid);
  if (await takeUncarried(store, call)) return { ...call, leaseOwner: owner };
  leases.drop(call.uuid);
  return undefined;
}

/** What a call of this flow is told as the flow is now; undefined when the flow is gone. */
export async function planOf(
  call: CallRow,
  { flows, telephonyBRateHz }: Pick<CallPlansOptions, 'flows' | 'telephonyBRateHz'>,
): Promise<CallPlan | undefined> {
  const flow = await flows.get(call.organisationId, call.flowUuid);
  if (flow === undefined) return undefined;
  const { turn, limits, line, pace } = flow.config;
  const voicemail = call.callType === 'outbound' ? voicemailPlanOf(flow) : undefined;
  return {
    callUuid: call.uuid,
    direction: call.callType === 'outbound' ? 'outbound' : 'inbound',
    dialect: call.dialect,
    from: call.fromNumber,
    to: call.toNumber,
    flowUuid: flow.uuid,
    brain: brainPlanOf(flow, await flows.knowledge(call.organisationId, flow.uuid)),
    voice: { speaker: flow.speaker, ...(pace === undefined ? {} : { pace }) },
    turn: {
      allowInterruptions: turn.allow_interruptions,
      ...(turn.endpointing_ms === undefined ? {} : { endpointingMs: turn.endpointing_ms }),
      ...(turn.min_interrupt_words === undefined ? {} : { minInterruptWords: turn.min_interrupt_words }),
    },
    limits: {
      maxCallSeconds: limits.max_call_seconds,
      silencePromptSeconds: limits.silence_prompt_seconds,
      maxSilencePrompts: limits.max_silence_prompts,
      goodbyeDrainMs: limits.goodbye_drain_ms,
    },
    ...(voicemail === undefined ? {} : { voicemail }),
    line: {
      inBandDtmf: line.inband_dtmf,
      ...(line.comfort_noise_dbfs === undefined ? {} : { comfortNoiseDbfs: line.comfort_noise_dbfs }),
    },
    ...(call.dialect === 'telephony_b' ? { expectedRateHz: telephonyBRateHz } : {}),
  };
}
