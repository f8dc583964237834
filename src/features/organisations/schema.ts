import { z } from 'zod';
import { email, organisationName, role } from '../../http/fields.ts';
import { waitlistStatus } from '../accounts/index.ts';

export const emailParam = z.object({ email });

/** An organisation that there is, or one of their own; without a word of it, one that has the name of their e-mail domain. */
export const approval = z.object({
  organization_name: organisationName.optional(),
  organization_uuid: z.uuid().optional(),
  role: role.default('member'),
});

export const approved = z.object({
  email: z.string(),
  role,
  organization_name: z.string(),
  organization_uuid: z.uuid(),
  waitlist_status: waitlistStatus,
  /** To hand to the person where the server sends no mail; null where the link was mailed. Shown once. */
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
