import { z } from 'zod';
import { tags } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

const count = z.number().int();

export const audienceBody = z.object({
  branches: tags
    .default([])
    .meta({ description: 'Tags of the contacts to call, of which a contact has at least one. All contacts if empty.' }),
});

export const audience = z.object({
  contacts: count.meta({ description: 'Contacts with one of the tags.' }),
  callable: count.meta({ description: 'Contacts that a launch dials: those that have not opted out.' }),
  opted_out: count,
  recently_dialled: count.meta({
    description: 'Callable contacts that were dialled within the last 24 hours. They are dialled once these are over.',
  }),
});

const check = z.object({
  code: z.enum(['agent', 'number', 'line', 'audience', 'dates', 'hours', 'disclosure', 'script']),
  status: z.enum(['ok', 'warning', 'blocking']),
  detail: z.string().meta({ description: 'What was found, and what to do about it.' }),
});

export const preflight = z.object({
  ready: z.boolean().meta({ description: 'Whether no check is `blocking`.' }),
  checks: z.array(check),
});
export type PreflightAnswer = z.input<typeof preflight>;

nameSchemas({
  CampaignAudience: audience,
  CampaignAudienceRequest: audienceBody,
  CampaignPreflight: preflight,
  PreflightCheck: check,
});
