import type { OrganisationId } from '../../../data/index.ts';
import type { HumanAgentStore } from './store.ts';

export interface HumanAgents extends Omit<HumanAgentStore, 'tagsOf'> {
  /**
   * Returns the tags of which a contact must have at least one for this person to see it and its calls; undefined for
   * unrestricted users. Keys see what their owner sees; otherwise a person could see more by creating one.
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
