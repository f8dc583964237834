import type { OrganisationId } from '../../../data/index.ts';
import type { Edit } from '../../../versions/index.ts';
import type { Agent, Agents } from '../../agents/index.ts';
import type { FlowRow, FlowStore } from './definition-store.ts';
import { badRequest, conflict, type Refusal } from './refusal.ts';
import type { NewCampaignBody } from './schema.ts';

interface Voice {
  readonly name: string;
  readonly provider: string;
  readonly languageCodes: readonly string[];
}

export interface CampaignVoicesOptions {
  readonly agents: Agents;
  readonly store: Pick<FlowStore, 'countWithAgent'>;
  readonly voices: () => readonly Voice[];
}

const standardLanguage = 'en-US';

/** The condition of an edit concerns the campaign, not its agent. */
const authorOf = ({ userUuid, method }: Edit): Edit => ({ userUuid, method });

/** Creates and changes agents for campaigns that name a voice, or nothing, instead of an agent. */
export function createCampaignVoices({ agents, store, voices }: CampaignVoicesOptions) {
  /**
   * Returns the provider's first voice for the language, else its first voice; one of our own if the provider is not
   * configured.
   */
  function standardVoice(provider: string, language: string): string {
    const [primary] = language.split('-');
    const knows = ({ languageCodes }: Voice) => languageCodes.some((code) => code.split('-')[0] === primary);
    const ofProvider = voices().filter((voice) => voice.provider === provider);
    const all = ofProvider.length > 0 ? ofProvider : voices();
    return (all.find(knows) ?? all[0])?.name ?? '';
  }

  const stored = (result: Awaited<ReturnType<Agents['change']>>): Agent | Refusal | undefined => {
    if (result === undefined || 'uuid' in result) return result;
    return 'conflict' in result
      ? conflict(result.conflict)
      : badRequest(result.refused.replaceAll('voice_config.', ''));
  };

  return {
    /** Creates the agent of a campaign that names none. */
    async agentFor(organisation: OrganisationId, body: NewCampaignBody, edit: Edit): Promise<Agent | Refusal> {
      const { provider, speaker, language_code: code } = body;
      const language = code ?? standardLanguage;
      const voice = { provider, speaker: speaker ?? standardVoice(provider, language), language_code: language };
      const agent = { name: body.name, voice_config: voice };
      return stored(await agents.add(organisation, agent, authorOf(edit))) as Agent | Refusal;
    },

    /**
     * Changes the voice of the campaign's agent. An agent shared with other campaigns is copied first, and an agent is
     * created if there is none. Returns the agent that speaks from now on.
     */
    async withSpeaker(
      organisation: OrganisationId,
      row: FlowRow,
      {
        agent,
        speaker,
        edit,
      }: { readonly agent: Agent | undefined; readonly speaker: string | null; readonly edit: Edit },
    ): Promise<Agent | Refusal | undefined> {
      const author = authorOf(edit);
      const language = agent?.voice_config.language_code ?? row.languageCode;
      const provider = (agent?.voice_config.provider ?? row.provider) as NewCampaignBody['provider'];
      const name = speaker ?? standardVoice(provider, language);
      const voice_config = { provider, speaker: name, language_code: language };
      if (agent === undefined) return stored(await agents.add(organisation, { name: row.name, voice_config }, author));
      if (agent.voice_config.speaker === name) return agent;
      if ((await store.countWithAgent(organisation, agent.uuid)) <= 1)
        return stored(await agents.change(organisation, agent.uuid, { voice_config }, author));
      const { id: _id, uuid: _uuid, created_at: _createdAt, version: _version, draft_version: _draft, ...same } = agent;
      return stored(await agents.add(organisation, { ...same, voice_config }, { ...author, hasAnyDocuments: true }));
    },
  };
}
