import type { SessionPlan } from '../../../media/ports.ts';
import type { Providers } from '../../telephony/index.ts';
import { brainPlanOf, type Flows, voicemailPlanOf } from '../campaigns/index.ts';
import { type ContactStore, placeholdersOf } from '../contacts/index.ts';
import type { CallRow } from './call-rows.ts';
import type { Leases } from './leases.ts';
import type { CallStore } from './store.ts';
import { takeUncarried } from './take-uncarried.ts';

export interface CallPlansOptions {
  readonly store: CallStore;
  readonly leases: Pick<Leases, 'take' | 'drop'>;
  /** This process, as the owner of its calls. */
  readonly owner: string;
  readonly flows: Flows;
  readonly contacts: Pick<ContactStore, 'get'>;
  readonly providers: Pick<Providers, 'streamRate' | 'wireOf'>;
}

/** Returns the plan of a call whose stream opens. Undefined: the call is unknown, or another process owns it. */
export function createCallPlan(options: CallPlansOptions) {
  return async (callUuid: string): Promise<SessionPlan | undefined> => {
    const found = await options.store.find(callUuid);
    if (found === undefined) return undefined;
    const call = found.leaseOwner === null ? await carry(found, options) : found;
    // Another process has taken the call over: two would carry it.
    return call?.leaseOwner === options.owner ? planOf(call, options) : undefined;
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
  { flows, contacts, providers }: Pick<CallPlansOptions, 'flows' | 'contacts' | 'providers'>,
): Promise<SessionPlan | undefined> {
  const flow = await flows.get(call.organisationId, call.flowUuid);
  if (flow === undefined) return undefined;
  const contact =
    call.contactUuid === null ? undefined : await contacts.get(call.organisationId, call.contactUuid, undefined);
  const { turn, limits, line, pace } = flow.config;
  const voicemail = call.callType === 'outbound' ? voicemailPlanOf(flow) : undefined;
  return {
    callUuid: call.uuid,
    direction: call.callType === 'outbound' ? 'outbound' : 'inbound',
    dialect: providers.wireOf(call.dialect),
    from: call.fromNumber,
    to: call.toNumber,
    flowUuid: flow.uuid,
    brain: brainPlanOf(flow, {
      knowledge: await flows.knowledge(call.organisationId, flow.uuid),
      contact: contact === undefined ? {} : placeholdersOf(contact),
    }),
    voice: { speaker: flow.speaker, provider: flow.provider, ...(pace === undefined ? {} : { pace }) },
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
    ...(flow.config.recording_disclosure_required === true ? { disclosureRequired: true } : {}),
    line: {
      inBandDtmf: line.inband_dtmf,
      ...(line.comfort_noise_dbfs === undefined ? {} : { comfortNoiseDbfs: line.comfort_noise_dbfs }),
    },
    ...expectedRateOf(providers, call.dialect),
  };
}

/** Of a provider whose rate an operator sets: what its stream must say. Elsewhere the stream decides. */
export function expectedRateOf(
  providers: Pick<Providers, 'streamRate'>,
  name: string,
): Pick<SessionPlan, 'expectedRateHz' | 'rateSetting'> {
  const { rateHz, setting } = providers.streamRate(name) ?? {};
  return rateHz === undefined || setting === undefined ? {} : { expectedRateHz: rateHz, rateSetting: setting };
}
