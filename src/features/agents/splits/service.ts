import { randomBytes, randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../../data/index.ts';
import { type Edit, tagOf, type VersionConflict } from '../../../versions/index.ts';
import type { Agent, AgentSplitStore, Agents, SplitRow } from '../agents/index.ts';
import { isInOtherArm } from './arm.ts';

export interface SplitsOptions {
  readonly store: AgentSplitStore;
  readonly agents: Pick<Agents, 'get' | 'atVersion' | 'publish' | 'restore' | 'refusalOfVersion'>;
  readonly now: () => Date;
}

interface Refused {
  readonly refused: string;
}

export interface NewSplitBody {
  readonly version: number;
  readonly percent: number;
}

export type Splits = ReturnType<typeof createSplits>;

/** Split tests: a share of the contacts of an agent gets another version of it. */
export function createSplits({ store, agents, now }: SplitsOptions) {
  const at = (): string => now().toISOString();

  return {
    latest: store.latest,
    get: store.get,
    list: store.list,
    /** Returns undefined if the agent does not exist. */
    async start(
      organisation: OrganisationId,
      agentUuid: string,
      { version, percent, userUuid }: NewSplitBody & { readonly userUuid: string | undefined },
    ): Promise<SplitRow | Refused | VersionConflict | undefined> {
      const refused = await agents.refusalOfVersion(organisation, agentUuid, version);
      if (refused !== undefined) return { refused: `Calls cannot use version ${version}: ${refused}` };
      const started = await store.start(organisation, {
        uuid: randomUUID(),
        agentUuid,
        userUuid: userUuid ?? null,
        percent,
        hashKey: randomBytes(32).toString('base64url'),
        startedAt: at(),
        otherVersion: version,
      });
      if (started === 'is_published')
        return { refused: `body version: version ${version} is the published one. Choose another version.` };
      if (started === 'not_kept')
        return {
          refused: `body version: version ${version} does not exist or is not kept. Choose one of the list of versions.`,
        };
      if (started !== undefined && 'unknownDocument' in started)
        return {
          refused: `Version ${version} uses the document ${started.unknownDocument}, which does not exist any more.`,
        };
      if (started !== undefined && 'unknownModel' in started)
        return {
          refused: `Version ${version} uses a language model that does not exist any more (model.${started.unknownModel}).`,
        };
      return started;
    },
    /** Returns undefined if no test is in progress. */
    stop: (organisation: OrganisationId, agentUuid: string) => store.stop(organisation, agentUuid, at()),
    /** Publishes the other version, which ends the test. Returns undefined if no test is in progress. */
    async promote(
      organisation: OrganisationId,
      agentUuid: string,
      edit: Edit,
    ): Promise<Agent | Refused | VersionConflict | undefined> {
      const split = await store.inProgress(organisation, agentUuid);
      const agent = split && (await agents.get(organisation, agentUuid));
      if (split === undefined || agent === undefined) return undefined;
      const { otherVersion } = split;
      if (agent.draft_version === otherVersion) {
        const published = await agents.publish(organisation, agentUuid, {
          ...edit,
          ifMatch: [tagOf(otherVersion)],
          endsSplit: true,
        });
        return published !== undefined && 'hasNoDraft' in published
          ? { conflict: 'The draft was discarded meanwhile. Send the request again.' }
          : published;
      }
      const definition = await agents.atVersion(organisation, agentUuid, otherVersion);
      if (definition === undefined) return { conflict: `Version ${otherVersion} is not kept any more. Stop the test.` };
      return agents.restore(organisation, agentUuid, definition, {
        ...edit,
        restoredFrom: otherVersion,
        endsSplit: true,
      });
    },
  };
}

/** Returns the versions of calls beside the published one. All are undefined without a test in progress. */
export const createSplitChooser = ({ inProgress }: Pick<AgentSplitStore, 'inProgress'>) => ({
  /** Chooses the version of a call by its contact; undefined for the published one. */
  async splitVersion(organisation: OrganisationId, agentUuid: string, contact: string): Promise<number | undefined> {
    const split = await inProgress(organisation, agentUuid);
    if (split === undefined) return undefined;
    return isInOtherArm(split, contact) ? split.otherVersion : undefined;
  },
  otherVersion: async (organisation: OrganisationId, agentUuid: string): Promise<number | undefined> =>
    (await inProgress(organisation, agentUuid))?.otherVersion,
});
