import { type Answer, noAnswer } from '../../server/ask.ts';
import { addCampaign, type Campaign, changeCampaign, getCampaign } from '../../server/campaigns.ts';
import { bodyIn } from './campaign-body.ts';
import type { CampaignValues } from './campaign-fields.tsx';

/** Stores a draft on the server: creates a campaign, or updates the one it was stored as before. */
export async function storeDraft(
  values: CampaignValues,
  kind: Campaign['kind'],
  uuid: string | undefined,
): Promise<Answer<Pick<Campaign, 'uuid'>>> {
  const field = (name: string): string => values[name] ?? '';
  const found = uuid === undefined ? undefined : await getCampaign(uuid);
  if (found?.ok === false && found.status === undefined) return noAnswer;
  // A campaign that was deleted in the meantime is created again.
  const known = found?.ok === true ? found.value : undefined;
  const body = bodyIn(field, known, kind);
  const agent = field('voice_agent_id');
  if (known === undefined) {
    const voice = agent === '' ? { speaker: field('speaker') } : { voice_agent_id: agent };
    return addCampaign({ ...body, ...voice, kind, provider: 'platform', status: 'draft' });
  }
  const isOtherAgent = agent !== '' && agent !== known.voice_agent_id;
  const isOtherVoice = agent === '' && field('speaker') !== known.speaker;
  return changeCampaign(known.uuid, {
    ...body,
    kind,
    ...(isOtherAgent ? { voice_agent_id: agent } : {}),
    ...(isOtherVoice ? { speaker: field('speaker') } : {}),
  });
}
