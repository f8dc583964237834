import { z } from 'zod';
import { bodyId, lineOf, pageFields, tag, withDefault } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

const name = lineOf(120);
const kinds = ['campaign', 'region', 'custom'] as const;
const kind = z.enum(kinds, { error: `must be one of ${kinds.join(', ')}` });

const rule = z.object({
  /** Selects calls of this campaign. */
  campaign_uuid: bodyId.nullable().exactOptional(),
  /** Selects calls whose contact has one of these tags. */
  tags: z.array(tag).max(50, 'must have at most 50 tags').exactOptional(),
});

export const segment = z.object({
  id: z.number().int(),
  uuid: z.string(),
  name: z.string(),
  kind: z.enum(kinds),
  rule: z.object({ campaign_uuid: z.string().nullable(), tags: z.array(z.string()) }),
  created_at: z.string(),
});
export type SegmentJson = z.output<typeof segment>;

export const newSegment = z.object({ name, kind, rule: rule.default({}) });
export type NewSegment = z.output<typeof newSegment>;
export const segmentPatch = z.object({
  name: name.exactOptional(),
  kind: kind.exactOptional(),
  rule: withDefault(rule, {}),
});
export type SegmentPatch = z.output<typeof segmentPatch>;
export const segmentList = z.object({ segments: z.array(segment), ...pageFields });

export const project = z.object({
  id: z.number().int(),
  uuid: z.string(),
  name: z.string(),
  /** Empty if the project covers every call. */
  segment_uuids: z.array(z.string()),
  /** Whether the project is active for the caller. */
  is_active: z.boolean(),
  created_at: z.string(),
});
export type ProjectJson = z.output<typeof project>;

const segmentUuids = z.array(bodyId).max(50, 'must have at most 50 segments');
export const newProject = z.object({ name, segment_uuids: segmentUuids.default([]) });
export type NewProject = z.output<typeof newProject>;
export const projectPatch = z.object({ name: name.exactOptional(), segment_uuids: withDefault(segmentUuids, []) });
export type ProjectPatch = z.output<typeof projectPatch>;
export const projectList = z.object({ projects: z.array(project), ...pageFields });

export const numberedId = z.object({ id: z.string().regex(/^[1-9]\d{0,14}$/) });

nameSchemas({
  Segment: segment,
  SegmentList: segmentList,
  NewSegment: newSegment,
  SegmentPatch: segmentPatch,
  Project: project,
  ProjectList: projectList,
  NewProject: newProject,
  ProjectPatch: projectPatch,
});
