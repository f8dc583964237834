import type { OrganisationId } from '../../../data/index.ts';

/** The caller. Assigned tags may limit which conversations are visible. */
export interface Viewer {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
}
