import { z } from 'zod';
import { newestFirst, pageFields, pageQuery, phoneNumber, sortedBy, tag } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { contactSorts } from '../../campaigns/index.ts';

export const customer = z.object({
  id: z.number().int(),
  /** Uuid of the contact. */
  uuid: z.string(),
  name: z.string().nullable(),
  phone: z.string(),
  email: z.string().nullable(),
  tags: z.array(z.string()),
  calls_total: z.number().int(),
  last_called_at: z.string().nullable(),
  created_at: z.string(),
});
export type CustomerJson = z.output<typeof customer>;

export const customerList = z.object({ customers: z.array(customer), ...pageFields });

export const customerQuery = pageQuery.extend({
  phone: phoneNumber.optional(),
  tag: tag.optional(),
  /** Searches the name, the number and the e-mail address. */
  q: z.string().max(200).optional(),
  ...sortedBy(contactSorts, newestFirst),
});

/** The integer id, or the contact's uuid. */
export const customerId = z.object({ id: z.string().max(200) });

nameSchemas({
  Customer: customer,
  CustomerList: customerList,
});
