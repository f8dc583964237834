import { z } from 'zod';
import { email, personName, role } from '../../http/person.ts';

export const newMember = z.object({ email, name: personName.optional(), role: role.default('member') });

export const memberChange = z.object({ name: personName.nullable().optional(), role: role.optional() });

export const memberUuid = z.object({ user_uuid: z.uuid() });

export const member = z.object({
  user_uuid: z.uuid(),
  email: z.string(),
  name: z.string().nullable(),
  role,
  /** `invited` until the person has chosen a password. */
  status: z.enum(['active', 'invited']),
  created_at: z.string(),
});

export const memberList = z.object({ members: z.array(member), total: z.number() });
