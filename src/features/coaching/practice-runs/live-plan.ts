import type { SessionPlan } from '../../../../media/ports.ts';
import { customerPlanOf } from './customer-plan.ts';
import type { Snapshot } from './snapshot.ts';

const limits = { maxCallSeconds: 1800, silencePromptSeconds: 12, maxSilencePrompts: 3, goodbyeDrainMs: 5000 };

/** Returns the plan of a session in which the persona of a scenario talks to a person. */
export function livePlanOf(
  snapshot: Snapshot,
  {
    sessionUuid,
    seed,
    agentOpens,
  }: { readonly sessionUuid: string; readonly seed: number; readonly agentOpens: boolean },
): SessionPlan {
  const { persona } = snapshot;
  const customer = customerPlanOf(snapshot, seed);
  return {
    callUuid: sessionUuid,
    direction: 'inbound',
    dialect: 'browser',
    from: 'browser',
    to: '',
    flowUuid: '',
    voice: { ...persona.voice, pace: customer.habits.pace },
    turn: { allowInterruptions: true },
    limits,
    brain: {
      agentName: persona.name,
      businessName: '',
      greeting: '',
      personaPrompt: '',
      goodbye: '',
      contact: {},
      guardrails: [],
      goals: [],
      knowledge: [],
      transferTargets: [],
      tools: [],
      timezone: 'UTC',
      languageCode: persona.language_code,
      customer,
      ...(agentOpens ? { silentOpening: true as const } : {}),
    },
  };
}
