import { z } from 'zod';
import { email, organisationName, pageQuery, role, searchedText, timeZone, uuid } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { waitlistStatus } from '../accounts/index.ts';

/** `q`: a part of a name or an e-mail address. */
export const searchQuery = pageQuery.extend({ q: searchedText.optional() });

export const emailParam = z.object({ email });

/** An existing organisation or a new one; if neither is given, one named after the person's e-mail domain. */
export const approval = z.object({
  organization_name: organisationName.optional(),
  organization_uuid: uuid.optional(),
  role: role.default('member'),
});

export const approved = z.object({
  email: z.string(),
  role,
  organization_name: z.string(),
  organization_uuid: z.uuid(),
  waitlist_status: waitlistStatus,
  /** Link for the superadmin to hand over; null if it was mailed. Shown once. */
  invitation_link: z.string().nullable(),
});

const page = { total: z.number(), limit: z.number(), offset: z.number() };

export const waitlist = z.object({
  results: z.array(
    z.object({
      email: z.string(),
      name: z.string().nullable(),
      waitlist_status: waitlistStatus,
      created_at: z.string(),
    }),
  ),
  ...page,
});

export const organisationList = z.object({
  results: z.array(z.object({ uuid: z.uuid(), name: z.string(), members: z.number(), created_at: z.string() })),
  ...page,
});

export const ownOrganisation = z.object({
  uuid: z.uuid(),
  name: z.string(),
  timezone: z.string().nullable(),
  server_timezone: z.string().describe('Applies while `timezone` is null.'),
});

export const organisationChange = z.object({
  timezone: timeZone,
  only_if_unset: z.boolean().default(false),
});

nameSchemas({
  OwnOrganisation: ownOrganisation,
  OrganisationChange: organisationChange,
  Organisation: organisationList.shape.results.element,
  OrganisationList: organisationList,
  WaitlistEntry: waitlist.shape.results.element,
  WaitlistEntryList: waitlist,
  WaitlistApproval: approval,
  ApprovedWaitlistEntry: approved,
});
