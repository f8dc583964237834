import { randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../../data/index.ts';
import { Problem } from '../../../http/problem.ts';
import type { Owner, Project, ProjectStore } from './project-store.ts';
import type { NewProject, NewSegment, ProjectPatch, SegmentPatch } from './schema.ts';
import { meetsRule, type Segment, type SegmentScope } from './segment.ts';
import { mostSegments, type SegmentedCall, type SegmentRefusal, type SegmentSet, type SegmentStore } from './store.ts';

export interface SegmentsOptions {
  readonly store: SegmentStore;
  readonly projects: ProjectStore;
  readonly now: () => Date;
}

export type Segments = ReturnType<typeof createSegments>;

const unknownSegment = (uuid: string): Problem =>
  new Problem('bad_request', `Segment ${uuid} does not exist. Leave segment_uuids out to cover all calls.`);

/** Segments of calls, and projects, which are sets of segments. Throws `Problem` for invalid requests. */
export function createSegments({ store, projects, now }: SegmentsOptions) {
  const at = () => now().toISOString();

  /** Throws for an unknown segment. */
  async function existing(organisation: OrganisationId, uuids: readonly string[]): Promise<Segment[]> {
    const segments = await store.named(organisation, uuids);
    const unknown = uuids.find((uuid) => !segments.some((segment) => segment.uuid === uuid));
    if (unknown !== undefined) throw unknownSegment(unknown);
    return segments;
  }

  /** Accepts `active`, `none` or an id. Throws for an unknown project. */
  async function projectNamed(owner: Owner, name: string): Promise<Project | undefined> {
    if (name === 'active') return projects.active(owner);
    if (name === 'none') return undefined;
    const project = await projects.get(owner.organisationId, Number(name));
    if (project === undefined)
      throw new Problem('bad_request', `Project ${name} does not exist. Leave project out for the active one.`);
    return project;
  }

  return {
    known: existing,
    namedIn: store.namedIn,
    assign: store.assign,
    list: store.list,
    get: store.get,
    remove: store.remove,
    async add(organisation: OrganisationId, { name, kind, rule }: NewSegment): Promise<Segment> {
      const set = checked({ name, kind, campaignUuid: rule.campaign_uuid ?? null, tags: rule.tags ?? [] });
      return accepted(await store.add(organisation, { ...set, uuid: randomUUID() }, at()), set);
    },
    async change(organisation: OrganisationId, id: number, patch: SegmentPatch): Promise<Segment | undefined> {
      const was = await store.get(organisation, id);
      if (was === undefined) return undefined;
      const { rule } = patch;
      const set = checked({
        name: patch.name ?? was.name,
        kind: patch.kind ?? was.kind,
        // A given rule replaces the whole rule.
        campaignUuid: rule === undefined ? was.campaignUuid : (rule.campaign_uuid ?? null),
        tags: rule === undefined ? was.tags : (rule.tags ?? []),
      });
      const changed = await store.change(organisation, id, { set, at: at() });
      return changed === undefined ? undefined : accepted(changed, set);
    },
    /** Returns a function that lists the segments of a call by name: assigned by people, or by their rule. */
    async ofCalls(organisation: OrganisationId, calls: readonly (SegmentedCall & { flowUuid: string | null })[]) {
      const { segments } = calls.length === 0 ? { segments: [] } : await store.list(organisation);
      const about = segments.length === 0 ? undefined : await store.about(organisation, calls);
      return ({ uuid, contactUuid, flowUuid }: (typeof calls)[number]): { uuid: string; name: string }[] => {
        const tags = about?.tags.get(contactUuid ?? '') ?? new Set<string>();
        const isIn = (segment: Segment) =>
          about?.assigned.get(uuid)?.has(segment.uuid) === true || meetsRule(segment, { flowUuid, tags });
        return segments.filter(isIn).map((segment) => ({ uuid: segment.uuid, name: segment.name }));
      };
    },
    /**
     * Returns the scope of a user's dashboards: the active project, none or another one, limited to the requested
     * segments.
     */
    async scopeOf(owner: Owner, uuids: readonly string[], project = 'active'): Promise<SegmentScope> {
      const namedSegments = await existing(owner.organisationId, uuids);
      const narrowing = await projectNamed(owner, project);
      const ofProject = await store.named(owner.organisationId, narrowing?.segmentUuids ?? []);
      return [ofProject, namedSegments].filter((group) => group.length > 0);
    },
    projects: {
      async list(owner: Owner, page: { readonly limit: number; readonly offset: number }) {
        const listed = await projects.list(owner.organisationId, page);
        return { ...listed, active: (await projects.active(owner))?.uuid };
      },
      async get(owner: Owner, id: number): Promise<(Project & { isActive: boolean }) | undefined> {
        const project = await projects.get(owner.organisationId, id);
        return project && { ...project, isActive: (await projects.active(owner))?.uuid === project.uuid };
      },
      async add({ organisationId }: Owner, { name, segment_uuids }: NewProject): Promise<Project> {
        await existing(organisationId, segment_uuids);
        const row = { uuid: randomUUID(), name, segmentUuids: segment_uuids };
        return projectOf(await projects.add(organisationId, row, at()), name) as Project;
      },
      async change({ organisationId }: Owner, id: number, patch: ProjectPatch): Promise<Project | undefined> {
        const was = await projects.get(organisationId, id);
        if (was === undefined) return undefined;
        const set = { name: patch.name ?? was.name, segmentUuids: patch.segment_uuids ?? was.segmentUuids };
        await existing(organisationId, set.segmentUuids);
        return projectOf(await projects.change(organisationId, id, { set, at: at() }), set.name);
      },
      remove: ({ organisationId }: Owner, id: number) => projects.remove(organisationId, id),
      async activate(owner: Owner, id: number): Promise<Project | undefined> {
        const project = await projects.get(owner.organisationId, id);
        if (project !== undefined) await projects.activate(owner, project.uuid);
        return project;
      },
      /** Returns false for an unknown project. If another project is active, it stays active. */
      async deactivate(owner: Owner, id: number): Promise<boolean> {
        const project = await projects.get(owner.organisationId, id);
        if (project === undefined) return false;
        if ((await projects.active(owner))?.uuid === project.uuid) await projects.activate(owner, undefined);
        return true;
      },
    },
  };
}

function checked(set: SegmentSet): SegmentSet {
  if (set.kind === 'campaign' && set.campaignUuid === null)
    throw new Problem('bad_request', 'rule.campaign_uuid is missing. A segment of kind campaign needs a campaign.');
  if (set.kind === 'region' && set.tags.length === 0)
    throw new Problem('bad_request', 'rule.tags is missing. A segment of kind region needs at least one tag.');
  return set;
}

function accepted(result: Segment | SegmentRefusal, { name, campaignUuid }: SegmentSet): Segment {
  switch (result) {
    case 'name_taken':
      throw new Problem('conflict', `A segment named ${name} exists. Choose another name.`);
    case 'too_many':
      throw new Problem('conflict', `The organisation has ${mostSegments} segments already. Delete one first.`);
    case 'unknown_campaign':
      throw new Problem('bad_request', `Campaign ${campaignUuid} does not exist.`);
    default:
      return result;
  }
}

function projectOf(result: Project | 'name_taken' | undefined, name: string): Project | undefined {
  if (result === 'name_taken') throw new Problem('conflict', `A project named ${name} exists. Choose another name.`);
  return result;
}
