import { z } from 'zod';
import { phoneNumber } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

export const contactUuid = z.object({ uuid: z.uuid() });
export const erasureUuid = z.object({ uuid: z.uuid() });
export const erasureBody = z.object({ phone: phoneNumber });

export const erasure = z.object({
  uuid: z.uuid(),
  status: z.enum(['pending', 'done']),
  number_hash: z.string().meta({ description: 'Keyed hash of the number. The same number always has the same hash.' }),
  origin: z
    .enum(['person', 'command_line', 'restore'])
    .meta({ description: '`restore`: erased again in a database restored from a backup made before the erasure.' }),
  requested_by: z.uuid().nullable().meta({ description: 'The admin; null for the command line.' }),
  requested_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  waiting: z
    .array(
      z.object({
        what: z.enum(['calls_in_progress', 'calls_on_hold', 'contact_imports', 'jobs', 'file_store']),
        count: z.number().int(),
      }),
    )
    .meta({ description: 'What a pending erasure waits for. The rest has been erased.' }),
  removed: z
    .record(z.string(), z.number().int())
    .meta({ description: 'Numbers of erased items by kind.', examples: [{ contacts: 1, calls: 3, recordings: 3 }] }),
  remains: z
    .object({
      do_not_call: z.boolean().meta({ description: 'Whether the number stays on the do-not-call list, as its hash.' }),
      documents: z
        .array(z.object({ table: z.string(), documents: z.number().int() }))
        .meta({ description: 'Documents of the organisation that mention the number. They are unchanged.' }),
      found_in_files: z.number().int().nullable().meta({
        description:
          'Times that the number was found in the database file and its log afterwards; null where they were not searched, and on a server with several organisations.',
      }),
    })
    .nullable()
    .meta({ description: 'Null until the erasure is done.' }),
});

export const erasureList = z.object({
  erasures: z.array(erasure),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
});

nameSchemas({
  Erasure: erasure,
  ErasureList: erasureList,
  NewErasure: erasureBody,
});
