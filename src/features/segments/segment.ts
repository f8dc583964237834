/** A named set of calls: those that people assigned, and those that meet the rule. */
export interface Segment {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly kind: 'campaign' | 'region' | 'custom';
  /** Calls of this campaign. */
  readonly campaignUuid: string | null;
  /** Calls with a contact that carries one of these; empty for any. */
  readonly tags: readonly string[];
  readonly createdAt: string;
}

/** Calls count that are in at least one segment of every group. Without a group all count. */
export type SegmentScope = readonly (readonly Segment[])[];

export const hasRule = ({ campaignUuid, tags }: Pick<Segment, 'campaignUuid' | 'tags'>): boolean =>
  campaignUuid !== null || tags.length > 0;

/** Whether a call meets the rule. */
export function meetsRule(segment: Segment, call: { flowUuid: string | null; tags: ReadonlySet<string> }): boolean {
  if (!hasRule(segment)) return false;
  if (segment.campaignUuid !== null && segment.campaignUuid !== call.flowUuid) return false;
  return segment.tags.length === 0 || segment.tags.some((tag) => call.tags.has(tag));
}
