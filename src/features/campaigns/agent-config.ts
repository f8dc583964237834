import type { Agent } from '../agents/index.ts';

/** What a flow says of itself; what it leaves out, or sets to null, is its agent's. */
export type OwnConfig = Readonly<Record<string, unknown>>;

/** The config of a flow with what its agent adds to it; the flow's own words win. */
export function withAgent(given: OwnConfig, flowName: string, agent: Agent | undefined): OwnConfig {
  const own = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const greeting = `Hello, this is ${flowName}. How can I help you?`;
  const { voicemail, ...theirs }: Partial<ReturnType<typeof configOf>> = agent === undefined ? {} : configOf(agent);
  // A message of the flow says by itself what is to be done.
  const machine = voicemail === undefined || 'voicemail_message' in own ? {} : { voicemail };
  return {
    business_name: flowName,
    greeting,
    ...theirs,
    ...machine,
    ...own,
    turn: { ...theirs.turn, ...parts(own.turn) },
    limits: { ...theirs.limits, ...parts(own.limits) },
  };
}

/** An agent as a flow's config. Tool endpoints are not passed to a model. */
function configOf(agent: Agent) {
  const { endpointing_ms: wait, min_interrupt_words: words, allow_interruptions } = agent.turn;
  return {
    agent_name: agent.name,
    persona_prompt: agent.persona_prompt,
    greeting: agent.greeting,
    tools: agent.tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
    turn: {
      allow_interruptions,
      ...(wait === null ? {} : { endpointing_ms: wait }),
      ...(words === null ? {} : { min_interrupt_words: words }),
    },
    limits: { max_call_seconds: agent.max_call_seconds },
    ...(agent.voicemail === null ? {} : { voicemail: voicemailOf(agent.voicemail) }),
  };
}

const voicemailOf = ({ action, message }: NonNullable<Agent['voicemail']>) => ({
  action,
  ...(message === null || message === '' ? {} : { message }),
});

const parts = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});
