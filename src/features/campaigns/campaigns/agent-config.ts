import { type Agent, namedSwitches } from '../../agents/index.ts';

/** The config of a flow as written. Keys that are missing or null come from its agent. */
export type OwnConfig = Readonly<Record<string, unknown>>;

/** Returns the config of a flow completed with its agent's values. Values of the flow take precedence. */
export function withAgent(flowValues: OwnConfig, flowName: string, agent: Agent | undefined): OwnConfig {
  const definedValues = Object.fromEntries(Object.entries(flowValues).filter(([, value]) => value !== null));
  const greeting = `Hello, this is ${flowName}. How can I help you?`;
  const { voicemail, ...theirs }: Partial<ReturnType<typeof configOf>> = agent === undefined ? {} : configOf(agent);
  // A voicemail message in the flow overrides the agent's voicemail setting.
  const machine = voicemail === undefined || 'voicemail_message' in definedValues ? {} : { voicemail };
  return {
    business_name: flowName,
    greeting,
    ...theirs,
    ...machine,
    ...definedValues,
    built_in_tools: switchesOf(theirs.built_in_tools, definedValues.built_in_tools),
    turn: { ...theirs.turn, ...parts(definedValues.turn) },
    limits: { ...theirs.limits, ...parts(definedValues.limits) },
  };
}

/** Converts an agent to a flow's config. Tool endpoints are not passed to a model. */
function configOf(agent: Agent) {
  const { endpointing_ms: wait, min_interrupt_words: words, allow_interruptions } = agent.turn;
  return {
    agent_name: agent.name,
    persona_prompt: agent.persona_prompt,
    greeting: agent.greeting,
    tools: agent.tools.map(toolOf),
    built_in_tools: agent.built_in_tools,
    turn: {
      allow_interruptions,
      ...(wait === null ? {} : { endpointing_ms: wait }),
      ...(words === null ? {} : { min_interrupt_words: words }),
    },
    limits: { max_call_seconds: agent.max_call_seconds },
    ...(agent.voicemail === null ? {} : { voicemail: voicemailOf(agent.voicemail) }),
  };
}

const toolOf = ({ name, description, parameters, effect, announce }: Agent['tools'][number]) => ({
  name,
  description,
  parameters,
  effect,
  ...(announce === 'auto' ? {} : { announcement: announce === 'none' ? '' : announce }),
});

const voicemailOf = ({ action, message, screening }: NonNullable<Agent['voicemail']>) => ({
  action,
  ...(message === null || message === '' ? {} : { message }),
  ...(screening ? { screening } : {}),
});

/** A value of another type is kept, so that it is refused. */
function switchesOf(theirs: Agent['built_in_tools'] | undefined, switches: unknown): unknown {
  const named = namedSwitches(switches);
  return typeof named === 'object' ? { ...theirs, ...named } : named;
}

const parts = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});
