/** A named set of calls: those assigned by people, and those that match the rule. */
export interface Segment {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly kind: 'campaign' | 'region' | 'custom';
  /** Selects calls of this campaign. */
  readonly campaignUuid: string | null;
  /** Selects calls whose contact has one of these tags; empty for any contact. */
  readonly tags: readonly string[];
  readonly createdAt: string;
}

/** Selects calls that are in at least one segment of every group; all calls if there are no groups. */
export type SegmentScope = readonly (readonly Segment[])[];

export const hasRule = ({ campaignUuid, tags }: Pick<Segment, 'campaignUuid' | 'tags'>): boolean =>
  campaignUuid !== null || tags.length > 0;

/** Returns whether a call matches the rule. */
export function meetsRule(segment: Segment, call: { flowUuid: string | null; tags: ReadonlySet<string> }): boolean {
  if (!hasRule(segment)) return false;
  if (segment.campaignUuid !== null && segment.campaignUuid !== call.flowUuid) return false;
  return segment.tags.length === 0 || segment.tags.some((tag) => call.tags.has(tag));
}
