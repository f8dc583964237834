import type { OrganisationId } from '../../data/index.ts';
import { createUploadSlots } from '../../files/index.ts';

/** Limits of concurrent uploads: in total, per organisation and per user. */
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

/** Creates upload slots that neither one user nor one organisation can use up alone. */
export function createOrganisationSlots({ atOnce, ofOrganisation, ofUser }: OrganisationSlotsOptions) {
  const organisations = createUploadSlots({ atOnce, eachAtOnce: ofOrganisation });
  const users = createUploadSlots({ atOnce, eachAtOnce: ofUser });
  return {
    /** Takes a slot. Call the returned function when the upload ends. Returns undefined when no slot is free. */
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
