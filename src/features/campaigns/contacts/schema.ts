import { z } from 'zod';
import {
  email,
  freeObject,
  lineUpTo,
  newestFirst,
  oneLine,
  pageQuery,
  personName,
  phoneNumber,
  sortedBy,
  tag,
  tags,
  timeZone,
} from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

export const contactUuid = z.object({ uuid: z.uuid() });

const languageCode = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language such as en or hi-IN');

const personal = {
  name: personName.nullable().optional(),
  email: email.nullable().optional(),
  language_code: languageCode.nullable().optional(),
  timezone: timeZone.nullable().optional(),
  tags: tags.nullable().optional(),
  metadata: freeObject.nullable().optional(),
};

export const newContact = z.object({ phone: phoneNumber, ...personal });
export type NewContactBody = z.output<typeof newContact>;

export const contactPatch = z.object({
  phone: phoneNumber.optional(),
  ...personal,
  opted_out: z.boolean().optional(),
  dnc_reason: z
    .string()
    .transform(oneLine)
    .pipe(z.string().max(200, 'must have at most 200 characters'))
    .meta({ maxLength: 200 })
    .nullable()
    .optional(),
});
export type ContactPatchBody = z.output<typeof contactPatch>;

export const contact = z.object({
  uuid: z.string(),
  name: z.string().nullable(),
  phone: z.string(),
  email: z.string().nullable(),
  language_code: z.string().nullable(),
  timezone: z.string().nullable(),
  tags: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()),
  opted_out: z.boolean(),
  dnc_reason: z.string().nullable(),
  attempts: z.number().int(),
  last_called_at: z.string().nullable(),
  last_outcome: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});

export const putContact = contact.extend({ created: z.boolean() });

/** Fields by which contacts can be sorted. */
export const contactSorts = ['name', 'phone', 'created_at'] as const;
export type ContactSort = (typeof contactSorts)[number];

/** A plus that is not encoded as %2B arrives as a space. */
const queriedPhone = z
  .string()
  .transform((text) => text.replace(/^ /, '+'))
  .pipe(phoneNumber)
  .meta(phoneNumber.meta() ?? {});

export const contactQuery = pageQuery.extend({
  phone: queriedPhone.optional(),
  tag: tag.optional(),
  opted_out: z.enum(['true', 'false']).optional(),
  /** Part of a name, an e-mail address or a number. */
  q: z.string().max(100).transform(oneLine).optional(),
  ...sortedBy(contactSorts, newestFirst),
});
export type ContactQuery = z.output<typeof contactQuery>;

const page = { total: z.number().int(), limit: z.number().int(), offset: z.number().int() };

export const contactList = z.object({ contacts: z.array(contact), ...page });
export const tagList = z.object({ tags: z.array(z.string()) });
export const customerList = z.object({ customers: z.array(contact), ...page });

export const bulkBody = z.object({
  /** Validated one by one; an invalid contact fails alone. */
  contacts: z
    .array(z.unknown().meta({ description: 'A contact as in POST /v1/contacts.' }))
    .min(1, 'must have at least one contact')
    .max(1000, 'must have at most 1,000 contacts'),
  tags: tags.optional(),
});

export const bulkAnswer = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  failed: z.number().int(),
  errors: z.array(z.object({ index: z.number().int(), phone: z.string().nullable(), detail: z.string() })),
});
export type BulkAnswer = z.output<typeof bulkAnswer>;

export const suppressionUuid = z.object({ uuid: z.uuid() });

export const suppressionList = z.object({
  suppressions: z.array(
    z.object({
      uuid: z.uuid(),
      phone: z
        .string()
        .nullable()
        .meta({ description: 'Null for the number of an erased person, kept as a keyed hash.' }),
      reason: z.string().nullable(),
      created_at: z.string(),
    }),
  ),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
});

/** Texts of an agent, to be filled in as a call would. */
export const wordingBody = z.object({
  texts: z
    .array(z.string().max(20_000, 'must have at most 20,000 characters'))
    .max(5, 'must have at most 5 texts')
    .describe('Such as the greeting and the persona.'),
  contact_uuid: z.uuid().toLowerCase().nullable().exactOptional().describe('Null: an unknown caller.'),
  agent: lineUpTo(120).exactOptional().describe('Value of `agent`.'),
  business: lineUpTo(120).exactOptional().describe('Value of `business`.'),
});
export type WordingBody = z.output<typeof wordingBody>;

export const wording = z.object({
  texts: z.array(z.string()).describe('In the order of the request.'),
  values: z.record(z.string(), z.string()).describe('Every placeholder that has a value, by name.'),
  unknown: z
    .array(z.string())
    .describe('Placeholders in the texts that have no value. They are left out with the words that need them.'),
});

nameSchemas({
  WordingPreviewRequest: wordingBody,
  WordingPreview: wording,
  Contact: contact,
  ContactList: contactList,
  CustomerContactList: customerList,
  ContactTagList: tagList,
  NewContact: newContact,
  ContactPatch: contactPatch,
  StoredContact: putContact,
  ContactBatch: bulkBody,
  ContactBatchResult: bulkAnswer,
  ContactBatchError: bulkAnswer.shape.errors.element,
  Suppression: suppressionList.shape.suppressions.element,
  SuppressionList: suppressionList,
});
