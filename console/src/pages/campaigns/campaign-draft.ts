import { useLocalStorage } from '@mantine/hooks';
import type { CampaignValues } from './campaign-fields.tsx';

/** A campaign in the wizard. */
export interface CampaignDraft {
  readonly values: CampaignValues;
  /** The current step. `reached` is the furthest so far. */
  readonly step: number;
  readonly reached: number;
  /** Present once the draft is stored on the server. */
  readonly uuid?: string;
}

const emptyDraft: CampaignDraft = { values: {}, step: 0, reached: 0 };

const isIndex = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

function readDraft(text: string | undefined): CampaignDraft {
  try {
    const draft = JSON.parse(text ?? '') as Partial<CampaignDraft> | null;
    if (draft === null || !isIndex(draft.step) || !isIndex(draft.reached)) return emptyDraft;
    const { values, step, reached, uuid } = draft;
    if (typeof values !== 'object' || Object.values(values).some((value) => typeof value !== 'string'))
      return emptyDraft;
    return { values, step, reached, ...(typeof uuid === 'string' ? { uuid } : {}) };
  } catch {
    return emptyDraft;
  }
}

/** Draft stored in this browser until the campaign is launched or discarded. `owner` is the signed-in user. */
export const useCampaignDraft = (owner: string) =>
  useLocalStorage<CampaignDraft>({
    key: `parley.campaign_draft.${owner}`,
    defaultValue: emptyDraft,
    getInitialValueInEffect: false,
    deserialize: readDraft,
  });
