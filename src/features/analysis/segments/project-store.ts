import { asc, eq, inArray } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type TenantQueries } from '../../../data/index.ts';

/** A set of segments to which dashboards can be limited. */
export interface Project {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly segmentUuids: readonly string[];
  readonly createdAt: string;
}

export interface Owner {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
}

export type ProjectSet = Pick<Project, 'name' | 'segmentUuids'>;
type Page = { readonly limit: number; readonly offset: number };

export interface ProjectStore {
  /** Ordered by name. */
  list(organisation: OrganisationId, page: Page): Promise<{ projects: Project[]; total: number }>;
  get(organisation: OrganisationId, id: number): Promise<Project | undefined>;
  add(organisation: OrganisationId, row: ProjectSet & { uuid: string }, at: string): Promise<Project | 'name_taken'>;
  change(
    organisation: OrganisationId,
    id: number,
    { set, at }: { readonly set: ProjectSet; readonly at: string },
  ): Promise<Project | 'name_taken' | undefined>;
  remove(organisation: OrganisationId, id: number): Promise<boolean>;
  active(owner: Owner): Promise<Project | undefined>;
  /** Undefined deactivates the active project. */
  activate(owner: Owner, projectUuid: string | undefined): Promise<void>;
}

export function createProjectStore(database: Database): ProjectStore {
  const { activeProjects, projects, projectSegments } = database.tables;
  type Row = typeof projects.$inferSelect;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);

  async function withSegments(read: Pick<TenantQueries, 'select'>, rows: readonly Row[]): Promise<Project[]> {
    const uuids = rows.map(({ uuid }) => uuid);
    const orderBy = [asc(projectSegments.segmentUuid)];
    const of_ = inArray(projectSegments.projectUuid, uuids);
    const links = uuids.length === 0 ? [] : await read.select(projectSegments, of_, { orderBy });
    return rows.map(({ id, uuid, name, createdAt }) => ({
      id,
      uuid,
      name,
      createdAt,
      segmentUuids: links.filter(({ projectUuid }) => projectUuid === uuid).map(({ segmentUuid }) => segmentUuid),
    }));
  }

  async function link(queries: TenantQueries, projectUuid: string, segmentUuids: readonly string[]): Promise<void> {
    await queries.delete(projectSegments, eq(projectSegments.projectUuid, projectUuid));
    const rows = [...new Set(segmentUuids)].map((segmentUuid) => ({ projectUuid, segmentUuid }));
    await queries.insert(projectSegments, rows);
  }

  async function isTaken(queries: TenantQueries, name: string, id?: number): Promise<boolean> {
    return (await queries.select(projects, eq(projects.name, name))).some((row) => row.id !== id);
  }

  return {
    async list(organisation, page) {
      const { read } = of(organisation);
      const rows = await read.select(projects, undefined, { ...page, orderBy: [asc(projects.name)] });
      return { projects: await withSegments(read, rows), total: await read.count(projects) };
    },
    async get(organisation, id) {
      const { read } = of(organisation);
      return (await withSegments(read, await read.select(projects, eq(projects.id, id))))[0];
    },
    add: (organisation, { uuid, name, segmentUuids }, at) =>
      of(organisation).tx(async (queries) => {
        if (await isTaken(queries, name)) return 'name_taken';
        await queries.insert(projects, [{ uuid, name, createdAt: at, updatedAt: at }] as never);
        await link(queries, uuid, segmentUuids);
        const rows = await queries.select(projects, eq(projects.uuid, uuid));
        return (await withSegments(queries, rows))[0] as Project;
      }),
    change: (organisation, id, { set: { name, segmentUuids }, at }) =>
      of(organisation).tx(async (queries) => {
        if (await isTaken(queries, name, id)) return 'name_taken';
        const [row] = await queries.lock(projects, eq(projects.id, id));
        if (row === undefined) return undefined;
        await queries.update(projects, { name, updatedAt: at }, eq(projects.id, id));
        await link(queries, row.uuid, segmentUuids);
        return (await withSegments(queries, [{ ...row, name }]))[0];
      }),
    remove: (organisation, id) =>
      of(organisation).tx(async (queries) => (await queries.delete(projects, eq(projects.id, id))) > 0),
    async active({ organisationId, userUuid }) {
      const { read } = of(organisationId);
      const [active] = await read.select(activeProjects, eq(activeProjects.userUuid, userUuid));
      if (active === undefined) return undefined;
      return (await withSegments(read, await read.select(projects, eq(projects.uuid, active.projectUuid))))[0];
    },
    activate: ({ organisationId, userUuid }, projectUuid) =>
      of(organisationId).tx(async (queries) => {
        await queries.delete(activeProjects, eq(activeProjects.userUuid, userUuid));
        if (projectUuid !== undefined) await queries.insert(activeProjects, [{ userUuid, projectUuid }]);
      }),
  };
}
