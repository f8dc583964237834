import { and, eq, gt, type InferSelectModel, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type Tables } from '../../../data/index.ts';

type Row = InferSelectModel<Tables['websiteWidgets']>;

export interface WidgetRow extends Omit<Row, 'origins'> {
  readonly origins: readonly string[];
}

export interface WidgetStore {
  get(organisation: OrganisationId, agentUuid: string): Promise<WidgetRow | undefined>;
  /** Stores settings; a new row has this key. Returns undefined if the agent does not exist. */
  put(organisation: OrganisationId, widget: WidgetRow): Promise<WidgetRow | undefined>;
  /** Replaces the key. Returns undefined if there is no widget. */
  newKey(organisation: OrganisationId, agentUuid: string, key: string): Promise<WidgetRow | undefined>;
  /** Counts a conversation of this day. Returns false, and counts nothing, if the widget has had all of the day. */
  countOne(widget: Pick<WidgetRow, 'organisationId' | 'agentUuid'>, day: string): Promise<boolean>;
  /** Undoes a `countOne` of this day. */
  discountOne(widget: Pick<WidgetRow, 'organisationId' | 'agentUuid'>, day: string): Promise<void>;
  /** Returns how long a call from a website may be; undefined without a widget. */
  secondsOf(organisation: OrganisationId, agentUuid: string): Promise<number | undefined>;
  /** Returns the widget of a page, whatever its organisation. */
  byKey(key: string): Promise<WidgetRow | undefined>;
}

export function createWidgetStore(database: Database): WidgetStore {
  const { websiteWidgets: widgets, voiceAgents: agents } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const ofAgent = (agentUuid: string) => eq(widgets.agentUuid, agentUuid);
  return {
    async get(organisation, agentUuid) {
      return (await of(organisation).read.select(widgets, ofAgent(agentUuid))).map(toWidget)[0];
    },
    put: (organisation, { agentUuid, organisationId: _, ...row }) =>
      of(organisation).tx(async (queries) => {
        const [agent] = await queries.lock(agents, eq(agents.uuid, agentUuid));
        if (agent === undefined) return undefined;
        const added = await queries.insertNew(widgets, [{ agentUuid, ...row }]);
        const { key: _key, countedOn: _day, counted: _counted, ...settings } = row;
        if (added === 0) await queries.update(widgets, settings, ofAgent(agentUuid));
        return (await queries.select(widgets, ofAgent(agentUuid))).map(toWidget)[0];
      }),
    newKey: (organisation, agentUuid, key) =>
      of(organisation).tx(async (queries) => {
        await queries.update(widgets, { key }, ofAgent(agentUuid));
        return (await queries.select(widgets, ofAgent(agentUuid))).map(toWidget)[0];
      }),
    countOne: ({ organisationId, agentUuid }, day) =>
      of(organisationId).tx(async (queries) => {
        const isNewDay = or(isNull(widgets.countedOn), ne(widgets.countedOn, day));
        const hasRoom = and(ofAgent(agentUuid), or(isNewDay, lt(widgets.counted, widgets.perDay)));
        const counted = sql`CASE WHEN ${widgets.countedOn} = ${day} THEN ${widgets.counted} + 1 ELSE 1 END`;
        return (await queries.update(widgets, { counted: counted as never, countedOn: day }, hasRoom as never)) > 0;
      }),
    discountOne: ({ organisationId, agentUuid }, day) =>
      of(organisationId).tx(async (queries) => {
        const isCounted = and(ofAgent(agentUuid), eq(widgets.countedOn, day), gt(widgets.counted, 0));
        await queries.update(widgets, { counted: sql`${widgets.counted} - 1` as never }, isCounted as never);
      }),
    async secondsOf(organisation, agentUuid) {
      const columns = { maxSeconds: widgets.maxSeconds };
      return (await of(organisation).read.pick(widgets, columns, ofAgent(agentUuid)))[0]?.maxSeconds;
    },
    async byKey(key) {
      const rows = await database.system.read.select().from(widgets).where(eq(widgets.key, key)).limit(1);
      return rows.map(toWidget)[0];
    },
  };
}

const toWidget = ({ origins, ...row }: Row): WidgetRow => ({ ...row, origins: origins as string[] });
