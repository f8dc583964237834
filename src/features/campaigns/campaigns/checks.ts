import type { OrganisationId } from '../../../data/index.ts';
import type { Edit } from '../../../versions/index.ts';
import type { Agent, Agents } from '../../agents/index.ts';
import type { FlowStore } from './definition-store.ts';
import { handOversIn } from './hand-overs.ts';
import { badRequest, conflict, isRefusal, type Refusal } from './refusal.ts';
import type { CampaignPatchBody, NewCampaignBody } from './schema.ts';
import type { createCampaignVoices } from './voice.ts';

export interface CampaignChecksOptions {
  readonly store: Pick<FlowStore, 'hasExtension'>;
  readonly agents: Pick<Agents, 'get' | 'refusalOfLanguage'>;
  readonly campaignVoices: Pick<ReturnType<typeof createCampaignVoices>, 'agentFor'>;
}

/** Checks what a campaign refers to: its agent, the agents of its branches, and its extension. */
export function createCampaignChecks({ store, agents, campaignVoices }: CampaignChecksOptions) {
  /** Returns undefined if no uuid is given. */
  async function agentNamed(organisation: OrganisationId, uuid: string | null | undefined) {
    if (!uuid) return undefined;
    const agent = await agents.get(organisation, uuid);
    return agent ?? badRequest('body voice_agent_id: the agent does not exist in this organisation.');
  }

  /** The campaign's language overrides its agent's. */
  async function languageRefusal(organisation: OrganisationId, agent: Agent, code: string | null | undefined) {
    const refused = code ? await agents.refusalOfLanguage(organisation, agent, code) : undefined;
    return refused === undefined ? undefined : badRequest(refused);
  }

  /** Returns why a branch cannot hand over to its agent. */
  async function handOverRefusal(
    organisation: OrganisationId,
    { config }: CampaignPatchBody,
  ): Promise<Refusal | undefined> {
    for (const { path, agent } of handOversIn(config?.goals)) {
      if ((await agents.get(organisation, agent)) === undefined)
        return badRequest(`body config.goals.${path}: the agent does not exist in this organisation.`);
    }
    return undefined;
  }

  async function agentFor(organisation: OrganisationId, body: NewCampaignBody, edit: Edit): Promise<Agent | Refusal> {
    const named = await agentNamed(organisation, body.voice_agent_id);
    const refused = named && !isRefusal(named) && (await languageRefusal(organisation, named, body.language_code));
    if (refused) return refused;
    return named ?? campaignVoices.agentFor(organisation, body, edit);
  }

  async function extensionRefusal(
    organisation: OrganisationId,
    extension: string | null | undefined,
    except?: string,
  ): Promise<Refusal | undefined> {
    if (extension === undefined || extension === null) return undefined;
    const isTaken = await store.hasExtension(organisation, extension, except);
    return isTaken ? conflict(`Another phone or flow has the extension ${extension}. Choose another one.`) : undefined;
  }

  return { agentNamed, languageRefusal, handOverRefusal, extensionRefusal, agentFor };
}
