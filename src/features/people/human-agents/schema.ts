import { z } from 'zod';
import { pageFields, phoneNumber, tags } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

export const userUuid = z.object({ user_uuid: z.uuid() });

export const phoneBody = z.object({ phone_number: phoneNumber });
export const tagsBody = z.object({ tags });

export const phoneItem = z.object({
  user_uuid: z.string(),
  name: z.string().nullable(),
  email: z.string(),
  phone_number: z.string(),
});

export const tagItem = z.object({
  user_uuid: z.string(),
  name: z.string().nullable(),
  /** Without tags, the person sees every contact. */
  tags: z.array(z.string()),
});

export const phoneList = z.object({ phone_numbers: z.array(phoneItem), ...pageFields });
export const tagList = z.object({ tag_assignments: z.array(tagItem), ...pageFields });

nameSchemas({
  PhoneNumber: phoneItem,
  PhoneNumberList: phoneList,
  PhoneNumberUpdate: phoneBody,
  TagAssignment: tagItem,
  TagAssignmentList: tagList,
  TagAssignmentUpdate: tagsBody,
});
