import { z } from 'zod';
import { versionNote } from '../../../http/edits.ts';
import {
  flag,
  languageCode,
  lineOf,
  oneLine,
  pageQuery,
  recordOf,
  searchedText,
  sortedBy,
  tags,
  timeZone,
  toE164,
  uuid,
} from '../../../http/fields.ts';
import { inputAdvice } from '../../../http/input-advice.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { canonicalZone } from '../../../http/time-zone.ts';
import { isShallow } from '../../agents/index.ts';
import { flowConfig } from './definition-schema.ts';
import { checkScript } from './script-check.ts';

export const campaignUuid = z.object({ uuid: z.uuid() });

const kind = z.enum(['inbound', 'outbound']);
const status = z.enum(['draft', 'active', 'paused', 'completed']);
const provider = z.enum(['platform', 'speech_a', 'speech_b']);

const name = lineOf(120);

/** A launch requires E.164. A draft may have any form of number, or none. */
const number = z
  .string()
  .transform(oneLine)
  .pipe(z.string().regex(/^[+\d][\d\s().-]{1,31}$/, 'must be a phone number, for telephony in E.164'))
  .transform((text) => toE164(text) ?? text)
  .meta({ pattern: '^[+0-9][0-9 ().-]{0,30}[0-9().-]$', examples: ['+12025550143'] });

const speaker = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be the name of a voice: lower case, with hyphens');

const hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day as HH:MM');

/** Daily hours from `start`; an `end` before `start` is on the next day. */
const timeWindow = z
  .object({
    start: hour,
    end: hour,
    timezone: timeZone,
    weekdays: z
      .array(z.int().min(1).max(7))
      .min(1, 'must name a day')
      .max(7, 'must have at most 7 days')
      .transform((days) => [...new Set(days)].sort())
      .exactOptional()
      .meta({
        description: 'Weekdays from 1 (Monday) to 7 (Sunday) in the time zone of the campaign. Every day if omitted.',
      }),
  })
  .refine(({ start, end }) => start !== end, { path: ['end'], message: 'must differ from start' });

export const maxConfigBytes = 64 * 1024;

/** Faults of a configuration beyond these are not listed. */
const shownFaults = 20;

export const configTooLarge = 'must have at most 64 KiB';

/** New values of keys; null deletes a key. Unknown keys belong to the client and are kept. */
const config = recordOf(z.string().max(100, 'has a key that is too long'), z.unknown(), 1000)
  .refine(isShallow, { abort: true, message: 'must have at most 40 levels' })
  .refine((own) => Buffer.byteLength(JSON.stringify(own)) <= maxConfigBytes, { abort: true, message: configTooLarge })
  .superRefine((own, context) => {
    const known = flowConfig.safeParse(
      { business_name: '-', greeting: '-', ...withoutNulls(own) },
      { error: inputAdvice },
    );
    for (const { path, message } of known.error?.issues.slice(0, shownFaults) ?? [])
      context.addIssue({ code: 'custom', path, message });
    for (const { path, message } of checkScript(known.data?.goals ?? []).faults.slice(0, shownFaults))
      context.addIssue({ code: 'custom', path: ['goals', ...path], message });
    if (known.data?.recording_disclosure_required === true && !known.data.recording_disclosure?.trim())
      context.addIssue({
        code: 'custom',
        path: ['recording_disclosure_required'],
        message: 'needs a recording_disclosure: the words to say',
      });
  })
  .transform((own) => (typeof own.timezone === 'string' ? { ...own, timezone: canonicalZone(own.timezone) } : own))
  .meta({
    description:
      'Agent settings (persona_prompt, recording_disclosure, recording_disclosure_required, guardrails, greeting, goals and others), dialing settings (dialer), and any other values of the client.',
  });

const day = z.iso.date();

const extension = z.string().regex(/^\d{2,6}$/, 'must be 2 to 6 digits');

/** Null restores the default. */
const settable = {
  voice_agent_id: uuid.nullable().optional(),
  /** Voice of the agent, if the body names no agent: of the new one, or of the campaign's. */
  speaker: speaker.nullable().optional(),
  language_code: languageCode.nullable().optional(),
  phone_number: number.nullable().optional(),
  extension: extension.nullable().optional(),
  branches: tags.nullable().optional(),
  start_date: day.nullable().optional(),
  end_date: day.nullable().optional(),
  time_window: timeWindow.nullable().optional(),
  config: config.nullable().optional(),
};

export const newCampaign = z.object({
  kind,
  name,
  provider,
  ...settable,
  status: status.default('draft'),
});
export type NewCampaignBody = z.output<typeof newCampaign>;

export const campaignPatch = z.object({
  kind: kind.optional(),
  name: name.optional(),
  provider: provider.optional(),
  ...settable,
  status: status.optional(),
});
export type CampaignPatchBody = z.output<typeof campaignPatch>;
export const campaignChange = campaignPatch.extend({ version_note: versionNote });

const figures = z.object({
  /** Calls since midnight in the campaign's time zone. */
  calls_today: z.number().int(),
  total_calls: z.number().int(),
  /** Share of finished calls that connected: 0 to 1. */
  connect_rate: z.number(),
  /** Mean duration of connected calls, MM:SS. */
  avg_handle_time: z.string(),
  /** Hour of the day, in the campaign's time zone, in which most calls started; null without calls. */
  peak_hour: z.number().int().nullable(),
});
export type CampaignMetrics = z.output<typeof figures>;

export const campaign = z.object({
  uuid: z.string(),
  kind,
  name: z.string(),
  status,
  /** Why the server itself changed the status; null if a person did. */
  status_reason: z.string().nullable(),
  provider: z.string(),
  voice_agent_id: z.string().nullable(),
  speaker: z.string(),
  language_code: z.string(),
  phone_number: z.string().nullable(),
  /** Short number that the organisation's own phones dial; inbound flows only. */
  extension: z.string().nullable(),
  branches: z.array(z.string()),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  time_window: z
    .object({
      start: z.string(),
      end: z.string(),
      timezone: z.string(),
      weekdays: z.array(z.number().int()).exactOptional(),
    })
    .nullable(),
  /** The config as written. */
  config: z.record(z.string(), z.unknown()),
  /** The effective config: `config`, completed with the agent's values and the defaults. */
  effective_config: flowConfig,
  metrics: figures.exactOptional(),
  version: z.number().int().meta({ description: 'The version that `If-Match` of a change names, in quotation marks.' }),
  created_at: z.string(),
  updated_at: z.string(),
});
export type CampaignAnswer = z.input<typeof campaign>;

export const campaignWithKnowledge = campaign.extend({
  knowledge: z.array(z.object({ id: z.string(), title: z.string() })),
});

export const metricsQuery = z.object({ include_metrics: flag });

export const campaignQuery = pageQuery.extend({
  status: status.optional(),
  kind: kind.optional(),
  q: searchedText.optional(),
  ...sortedBy(['name', 'created_at'], 'oldest first'),
  ...metricsQuery.shape,
});
export type CampaignQuery = z.output<typeof campaignQuery>;

export const launched = z.object({
  status: z.literal('launched'),
  campaign_id: z.string(),
  /** Contacts that are dialled from now on. Others wait or are skipped, each with a reason. */
  contacts_queued: z.number().int(),
});
export const stopped = z.object({ status: z.literal('stopped'), campaign_id: z.string() });

const page = { total: z.number().int(), limit: z.number().int(), offset: z.number().int() };
export const campaignList = z.object({ campaigns: z.array(campaign), ...page });
export const flowList = z.object({ flows: z.array(campaign), ...page });

export function withoutNulls(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

nameSchemas({
  CampaignMetrics: figures,
  Campaign: campaign,
  CampaignDetail: campaignWithKnowledge,
  CampaignDocument: campaignWithKnowledge.shape.knowledge.element,
  CampaignList: campaignList,
  FlowList: flowList,
  NewCampaign: newCampaign,
  CampaignPatch: campaignChange,
  CampaignLaunch: launched,
  StoppedCampaign: stopped,
});
