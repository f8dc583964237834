import { z } from 'zod';
import { bodyId, lineOf } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

export const agentUuid = z.object({ uuid: z.uuid() });
export const widgetKey = z.object({ key: z.string().regex(/^web_[A-Za-z0-9_-]{24}$/) });
export const chatUuid = z.object({ uuid: z.uuid() });

const label = '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const port = '([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])';
const originText = new RegExp(`^https?://${label}(\\.${label}){0,20}(:${port})?$`);
const notAnOrigin = 'must be the origin of a website, such as https://www.example.com, without a path';

/** Stored as browsers send it: in lower case, without the usual port. */
const origin = z
  .string()
  .max(260)
  .regex(originText, notAnOrigin)
  .refine((text) => URL.canParse(text), notAnOrigin)
  .transform((text) => (URL.canParse(text) ? new URL(text).origin : text));

const count = (max: number, standard: number, description: string) =>
  z.number().int().min(1).max(max).default(standard).meta({ description });

export const widgetSettings = z.object({
  enabled: z.boolean(),
  origins: z.array(origin).max(20).meta({
    description: 'Origins of the websites whose pages may use the agent, such as https://www.example.com.',
  }),
  campaign_uuid: bodyId.nullable().default(null).meta({
    description: 'A campaign of this agent, whose steps and settings it follows. None if null.',
  }),
  voice: z.boolean().default(true),
  text: z.boolean().default(true),
  per_minute: count(60, 6, 'Conversations that one address may start per minute.'),
  at_once_per_visitor: count(50, 3, 'Conversations of one address at once.'),
  at_once: count(1000, 10, 'Calls of all visitors at once, and likewise chats.'),
  per_day: count(100_000, 200, 'Conversations of all visitors per day, in UTC.'),
  max_seconds: z.number().int().min(30).max(7200).default(600).meta({
    description: 'Length of a call, unless that of the agent or the campaign is shorter.',
  }),
});
export type WidgetSettings = z.output<typeof widgetSettings>;

const widget = z.object({
  agent_uuid: z.string(),
  key: z.string().nullable().meta({ description: 'Stands in the page. Null until the settings are first stored.' }),
  ...widgetSettings.shape,
  origins: z.array(z.string()),
  campaign_uuid: z.string().nullable(),
  today: z.number().int().meta({ description: 'Conversations that were started today, in UTC.' }),
  updated_at: z.string().nullable(),
});
export type Widget = z.output<typeof widget>;
export const widgetAnswer = widget;

export const visibleAgent = z.object({
  agent_name: z.string(),
  /** Languages that the agent speaks, the first one by default. */
  languages: z.array(z.string()),
  voice: z.boolean(),
  text: z.boolean(),
  max_seconds: z.number().int(),
});
export type VisibleAgent = z.output<typeof visibleAgent>;

export const websiteCall = z.object({
  ws_url: z.string().meta({ description: 'Address of the stream. Single use, valid for 60 seconds.' }),
});

const maxTextCharacters = 500;
export const visitorMessage = z.object({ text: lineOf(maxTextCharacters) });

export const websiteChat = z.object({
  chat_uuid: z.string(),
  /** The agent's reply; empty if it says nothing. */
  text: z.string(),
  /** True if the conversation is over. */
  ended: z.boolean(),
});
export type WebsiteChat = z.output<typeof websiteChat>;

nameSchemas({
  WebsiteWidget: widget,
  WebsiteWidgetSettings: widgetSettings,
  WebsiteAgent: visibleAgent,
  WebsiteCall: websiteCall,
  WebsiteChatReply: websiteChat,
  VisitorMessage: visitorMessage,
});
