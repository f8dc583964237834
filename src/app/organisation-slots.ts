import type { OrganisationId } from '../data/index.ts';
import { createUploadSlots } from '../files/index.ts';

/** How many uploads run at the same time, in all, of one organisation and of one user. */
export interface OrganisationSlotsOptions {
  readonly atOnce: number;
  readonly ofOrganisation: number;
  readonly ofUser: number;
}

/** Whose upload it is. */
interface Uploader {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
}

/** Upload slots that neither one user nor one organisation can hold alone. */
export function createOrganisationSlots({ atOnce, ofOrganisation, ofUser }: OrganisationSlotsOptions) {
  const organisations = createUploadSlots({ atOnce, eachAtOnce: ofOrganisation });
  const users = createUploadSlots({ atOnce, eachAtOnce: ofUser });
  return {
    /** Call the result when the upload is over; undefined when no slot is free. */
    enter({ organisationId, userUuid }: Uploader): (() => void) | undefined {
      const leaveUser = users.enter(userUuid);
      if (leaveUser === undefined) return undefined;
      const leaveOrganisation = organisations.enter(organisationId);
      if (leaveOrganisation === undefined) {
        leaveUser();
        return undefined;
      }
      return () => {
        leaveOrganisation();
        leaveUser();
      };
    },
  };
}
