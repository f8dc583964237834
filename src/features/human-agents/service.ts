import type { OrganisationId } from '../../data/index.ts';
import type { HumanAgentStore } from './store.ts';

export interface HumanAgents extends Omit<HumanAgentStore, 'tagsOf'> {
  /**
   * The tags of which a contact must carry one for this person to see it, or a call with it; undefined for who sees all
   * of them. Keys see what their person sees, or a person could see more by making one.
   */
  sightOf(who: {
    readonly organisationId: OrganisationId;
    readonly userUuid: string;
  }): Promise<readonly string[] | undefined>;
}

export function createHumanAgents(store: HumanAgentStore): HumanAgents {
  return {
    ...store,
    setTags: (organisation, userUuid, tags) => store.setTags(organisation, userUuid, [...new Set(tags)].sort()),
    async sightOf({ organisationId, userUuid }) {
      const tags = await store.tagsOf(organisationId, userUuid);
      return tags.length === 0 ? undefined : tags;
    },
  };
}
