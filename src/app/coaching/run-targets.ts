import type { AgentPlan, HandedOver } from '../../../media/ports.ts';
import type { OrganisationId } from '../../data/index.ts';
import { type CallPlansOptions, planOfFlow, recogniserOf } from '../../features/calls/calls/index.ts';
import { agentPlanOf, type Flow, type Flows } from '../../features/campaigns/campaigns/index.ts';
import {
  type AgentSession,
  type Playing,
  type RunsOptions,
  stepsOf,
} from '../../features/coaching/practice-runs/index.ts';
import type { ModelRoutings } from '../../features/voices/model-routing/index.ts';
import type { createVersionStore } from '../../versions/index.ts';
import type { LanguageModelModule } from '../voices/language-model-module.ts';

export interface RunTargetsOptions {
  readonly flows: Flows;
  readonly versions: Pick<ReturnType<typeof createVersionStore>, 'changedAt'>;
  readonly voiceFor: CallPlansOptions['voiceFor'];
  readonly modelRouting: Pick<ModelRoutings, 'get'>;
  readonly languageModel: Pick<LanguageModelModule, 'chosen'>;
}

type TestedTarget = Parameters<RunsOptions['hasTarget']>[1];

/** Returns how the agents that practice runs test are played: their flows, plans, voices and language models. */
export function createRunTargets({ flows, versions, voiceFor, modelRouting, languageModel }: RunTargetsOptions) {
  /** Returns the target with a version of its agent; undefined if it does not exist. */
  async function targetOf(organisation: OrganisationId, target: TestedTarget): Promise<Flow | undefined> {
    const { kind, uuid, version } = target;
    if (kind === 'voice_agent') return flows.alone(organisation, uuid, version);
    const flow = await flows.get(organisation, uuid);
    if (version === undefined || flow?.agent === undefined) return version === undefined ? flow : undefined;
    const ran = { voiceAgentUuid: flow.agent.uuid, agentVersion: version, flowVersion: null };
    const tested = await flows.ofCall(organisation, uuid, ran);
    return tested?.agent?.version === version ? tested : undefined;
  }
  const targetOfRun = async ({ organisation, run }: Playing): Promise<Flow | undefined> => {
    const { targetKind: kind = 'flow', targetUuid: uuid, agentVersion } = run;
    return uuid ? targetOf(organisation, { kind, uuid, version: agentVersion ?? undefined }) : undefined;
  };

  async function planOf(playing: Playing): Promise<AgentPlan | undefined> {
    const flow = await targetOfRun(playing);
    return flow && planFor(flow, playing);
  }

  async function planFor(flow: Flow, { run: { agentPrompt }, snapshot }: Playing): Promise<AgentPlan> {
    const { name } = snapshot.persona;
    const knowledge = await flows.knowledge(flow);
    const plan = agentPlanOf(flow, { knowledge, contact: { name, contact_name: name } });
    return agentPrompt ? { ...plan, personaPrompt: agentPrompt } : plan;
  }

  /** Returns the plan of another agent that continues the run. */
  async function continuedBy(playing: Playing, agentUuid: string) {
    const flow = await targetOfRun(playing);
    const handed = flow && (await flows.handedTo(flow, agentUuid));
    if (handed === undefined) return undefined;
    const { name } = playing.snapshot.persona;
    const plan = agentPlanOf(handed.flow, { knowledge: handed.knowledge, contact: { name, contact_name: name } });
    const llm = await languageModel.chosen(playing.organisation, handed.flow.agent.model);
    return { flow: handed.flow, plan, llm };
  }

  /** The same for a run by voice, with the voice of that agent. */
  async function handedOver(playing: Playing, agentUuid: string): Promise<HandedOver | undefined> {
    const next = await continuedBy(playing, agentUuid);
    if (next === undefined) return undefined;
    const { plan: brain, llm } = next;
    const { voice, languages } = planOfFlow(next.flow, brain);
    return {
      agentUuid,
      brain,
      voice: await voiceFor(playing.organisation, voice),
      ...(languages === undefined ? {} : { languages }),
      ...(llm === undefined ? {} : { llm }),
    };
  }

  /** Returns a flow with the time of the last change of its steps. */
  async function coveredFlow(organisation: OrganisationId, uuid: string) {
    const flow = await flows.get(organisation, uuid);
    if (flow === undefined) return undefined;
    const { version } = flow;
    const goalsOf = ({ config }: { readonly config?: unknown }) => (config as { goals?: unknown } | undefined)?.goals;
    const since = await versions.changedAt(organisation, { kind: 'campaign', id: uuid }, version, goalsOf);
    // A campaign that was last changed before versions were kept has none.
    return { version, since: since ?? flow.updatedAt, steps: stepsOf(flow.config.goals) };
  }

  /** Returns the language model of the target. */
  const modelOf = async (playing: Playing) =>
    languageModel.chosen(playing.organisation, (await targetOfRun(playing))?.agent?.model ?? null);

  async function sessionOf(playing: Playing): Promise<AgentSession | undefined> {
    const { organisation, run } = playing;
    const flow = await targetOfRun(playing);
    if (flow === undefined) return undefined;
    const plan = planOfFlow(flow, await planFor(flow, playing));
    const voice = await voiceFor(organisation, plan.voice);
    const usual = await modelOf(playing);
    const llm = usual && { ...usual, model: run.agentModel ?? usual.model };
    return { ...plan, voice, ...(llm && { llm }), ...recogniserOf(await modelRouting.get()) };
  }

  return {
    /** Returns whether the target exists with the version asked for. */
    has: async (organisation: OrganisationId, target: TestedTarget): Promise<boolean> =>
      (await targetOf(organisation, target)) !== undefined,
    planOf,
    continuedBy,
    handedOver,
    modelOf,
    sessionOf,
    coveredFlow,
  };
}
