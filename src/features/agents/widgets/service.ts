import { randomBytes } from 'node:crypto';
import type { OrganisationId } from '../../../data/index.ts';
import { type Widget, type WidgetSettings, widgetSettings } from './schema.ts';
import type { WidgetRow, WidgetStore } from './store.ts';

export interface WidgetsOptions {
  readonly store: WidgetStore;
  readonly hasAgent: (organisation: OrganisationId, agentUuid: string) => Promise<boolean>;
  /** Whether this agent answers in a campaign. */
  readonly isCampaignOf: (organisation: OrganisationId, campaignUuid: string, agentUuid: string) => Promise<boolean>;
  readonly now: () => Date;
}

export type Stored =
  | { readonly kind: 'stored'; readonly widget: Widget }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'campaign' };

export type Widgets = ReturnType<typeof createWidgets>;

/** The settings by which visitors of websites reach agents. */
export function createWidgets({ store, hasAgent, isCampaignOf, now }: WidgetsOptions) {
  const today = (): string => dayOf(now());
  return {
    /** Returns undefined if the agent does not exist. */
    async get(organisation: OrganisationId, agentUuid: string): Promise<Widget | undefined> {
      const row = await store.get(organisation, agentUuid);
      if (row !== undefined) return toJson(row, today());
      return (await hasAgent(organisation, agentUuid)) ? notStored(agentUuid) : undefined;
    },
    async put(organisation: OrganisationId, agentUuid: string, settings: WidgetSettings): Promise<Stored> {
      const { campaign_uuid: campaignUuid } = settings;
      const before = await store.get(organisation, agentUuid);
      // A campaign that was deleted, or got another agent, is kept: other settings can then still be stored.
      const isKept = campaignUuid === null || campaignUuid === before?.campaignUuid;
      if (!isKept && !(await isCampaignOf(organisation, campaignUuid, agentUuid)))
        return (await hasAgent(organisation, agentUuid)) ? { kind: 'campaign' } : { kind: 'unknown' };
      const row = await store.put(organisation, {
        agentUuid,
        organisationId: organisation,
        key: newKey(),
        enabled: settings.enabled,
        origins: [...new Set(settings.origins)],
        campaignUuid,
        voice: settings.voice,
        text: settings.text,
        perMinute: settings.per_minute,
        atOncePerVisitor: settings.at_once_per_visitor,
        atOnce: settings.at_once,
        perDay: settings.per_day,
        maxSeconds: settings.max_seconds,
        countedOn: null,
        counted: 0,
        updatedAt: now().toISOString(),
      });
      return row === undefined ? { kind: 'unknown' } : { kind: 'stored', widget: toJson(row, today()) };
    },
    /** Pages with the earlier key stop working. Returns undefined if nothing is stored for the agent. */
    async renewKey(organisation: OrganisationId, agentUuid: string): Promise<Widget | undefined> {
      const row = await store.newKey(organisation, agentUuid, newKey());
      return row && toJson(row, today());
    },
  };
}

const newKey = (): string => `web_${randomBytes(18).toString('base64url')}`;

/** Returns the day in UTC. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const notStored = (agentUuid: string): Widget => ({
  ...widgetSettings.parse({ enabled: false, origins: [] }),
  agent_uuid: agentUuid,
  key: null,
  today: 0,
  updated_at: null,
});

const toJson = (row: WidgetRow, day: string): Widget => ({
  agent_uuid: row.agentUuid,
  key: row.key,
  enabled: row.enabled,
  origins: [...row.origins],
  campaign_uuid: row.campaignUuid,
  voice: row.voice,
  text: row.text,
  per_minute: row.perMinute,
  at_once_per_visitor: row.atOncePerVisitor,
  at_once: row.atOnce,
  per_day: row.perDay,
  max_seconds: row.maxSeconds,
  today: row.countedOn === day ? row.counted : 0,
  updated_at: row.updatedAt,
});
