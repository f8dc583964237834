import type { OrganisationId } from '../../data/index.ts';

/** Who asks: what people see may depend on the tags that are assigned to them. */
export interface Viewer {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
}
