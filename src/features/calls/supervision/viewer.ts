import type { OrganisationId } from '../../../data/index.ts';

/** The caller: assigned tags may limit visibility. */
export interface Viewer {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
}
