import { z } from 'zod';
import { email, pageFields, personName, role } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

export const newMember = z.object({ email, name: personName.optional(), role: role.default('member') });

export const memberChange = z.object({ name: personName.nullable().optional(), role: role.optional() });

export const memberUuid = z.object({ user_uuid: z.uuid() });

export const member = z.object({
  user_uuid: z.uuid(),
  email: z.string(),
  name: z.string().nullable(),
  role,
  /** `invited` until the person has chosen a password or accepted. */
  status: z.enum(['active', 'invited']),
  created_at: z.string(),
});

export const addedMember = member.extend({
  /** Link for the admin to hand over; null if it was mailed. Shown once. */
  invitation_link: z.string().nullable(),
});

export const organisationUuid = z.object({ organization_uuid: z.uuid() });

export const invitationList = z.object({
  invitations: z.array(
    z.object({ organization_uuid: z.uuid(), organization_name: z.string(), role, created_at: z.string() }),
  ),
  total: z.number(),
});

export const memberList = z.object({ members: z.array(member), ...pageFields });

nameSchemas({
  Member: member,
  MemberList: memberList,
  NewMember: newMember,
  InvitedMember: addedMember,
  MemberPatch: memberChange,
  Invitation: invitationList.shape.invitations.element,
  InvitationList: invitationList,
});
