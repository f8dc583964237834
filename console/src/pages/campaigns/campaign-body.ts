import type { Campaign, CampaignPatch } from '../../server/campaigns.ts';
import { listIn } from '../../shared/form/list-in.ts';
import { tagsIn } from '../../shared/form/tags-in.ts';

export type Field = (name: string) => string;

/** API fields that campaign forms can mark. */
export const shownFields = [
  ...['name', 'phone_number', 'extension', 'voice_agent_id', 'speaker', 'branches', 'start_date', 'end_date'],
  ...['time_window.start', 'time_window.end', 'time_window.timezone', 'config.recording_disclosure'],
  ...[
    'config.guardrails',
    'config.transfer_targets',
    'config.menu_choices',
    'config.persona_prompt',
    'config.dialer.max_concurrent_calls',
  ],
];

/** 1 is Monday. */
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

function windowIn(field: Field): Campaign['time_window'] {
  const [start, end] = [field('start'), field('end')];
  const days = weekdays.filter((day) => field(`weekday_${day}`) === 'on');
  const isEveryDay = days.length === weekdays.length || days.length === 0;
  if (start === '' && end === '' && isEveryDay) return null;
  const hours = start === '' && end === '' ? { start: '00:00', end: '23:59' } : { start, end };
  return { ...hours, timezone: field('timezone').trim(), ...(isEveryDay ? {} : { weekdays: days }) };
}

type Dialer = Campaign['effective_config']['dialer'];

/** Undefined if nothing was changed, or the form does not have these fields. */
function dialerIn(field: Field, was: Dialer | undefined): Partial<Dialer> | undefined {
  const numberIn = (name: string, before: number): number => (field(name) === '' ? before : Number(field(name)));
  const { max_concurrent_calls: atOnce = 10, max_attempts: attempts = 3, retry_minutes: retry } = was ?? {};
  const before = { busy: 15, no_answer: 120, failed: 30, ...retry };
  const dialer = {
    max_concurrent_calls: numberIn('max_concurrent_calls', atOnce),
    max_attempts: numberIn('max_attempts', attempts),
    retry_minutes: {
      ...before,
      busy: numberIn('retry_busy', before.busy),
      no_answer: numberIn('retry_no_answer', before.no_answer),
    },
  };
  const same = { max_concurrent_calls: atOnce, max_attempts: attempts, retry_minutes: before };
  return JSON.stringify(dialer) === JSON.stringify(same) ? undefined : dialer;
}

/** Contains only changed fields, so that the rest keeps following the agent's settings. */
function configIn(field: Field, campaign: Campaign | undefined, kind: Campaign['kind']): Record<string, unknown> {
  const was = campaign?.effective_config;
  const prompt = field('persona_prompt').trim();
  const disclosure = field('recording_disclosure').trim();
  const isRequired = field('recording_disclosure_required') === 'on';
  const guardrails = listIn(field('guardrails'), '\n');
  const targets = listIn(field('transfer_targets'), '\n');
  const chosen = was?.menu_choices ?? [];
  const choices = kind === 'outbound' ? listIn(field('menu_choices'), '\n') : chosen;
  const dialer = dialerIn(field, was?.dialer);
  return {
    ...(prompt === (was?.persona_prompt ?? '') ? {} : { persona_prompt: orNull(prompt) }),
    ...(disclosure === (was?.recording_disclosure ?? '') ? {} : { recording_disclosure: orNull(disclosure) }),
    ...(isRequired === (was?.recording_disclosure_required ?? false)
      ? {}
      : { recording_disclosure_required: isRequired }),
    ...(guardrails.join('\n') === (was?.guardrails ?? []).join('\n') ? {} : { guardrails }),
    ...(targets.join('\n') === (was?.transfer_targets ?? []).join('\n') ? {} : { transfer_targets: targets }),
    ...(choices.join('\n') === chosen.join('\n') ? {} : { menu_choices: choices }),
    ...(dialer === undefined ? {} : { dialer: { ...was?.dialer, ...dialer } }),
  };
}

/** Returns the request body of a form. Omits fields that the kind does not have. */
export const bodyIn = (field: Field, campaign: Campaign | undefined, kind: Campaign['kind']) => ({
  name: field('name').trim(),
  phone_number: orNull(field('phone_number')),
  time_window: windowIn(field),
  ...(kind === 'inbound'
    ? { extension: orNull(field('extension')) }
    : {
        branches: tagsIn(field('branches')),
        start_date: orNull(field('start_date')),
        end_date: orNull(field('end_date')),
      }),
  config: configIn(field, campaign, kind),
});

/** Fields by their names in the API: `config.guardrails`. */
type CampaignFields = Readonly<Record<string, unknown>>;

const shownConfig = [
  ...['persona_prompt', 'recording_disclosure', 'recording_disclosure_required', 'guardrails', 'transfer_targets'],
  ...['menu_choices', 'dialer'],
] as const;

/** Returns the fields of a campaign that its form edits. */
export function fieldsOf(campaign: Campaign): CampaignFields {
  const { kind, effective_config: config } = campaign;
  const own = ['name', 'phone_number', 'time_window', 'voice_agent_id'] as const;
  const ofKind = kind === 'inbound' ? (['extension'] as const) : (['branches', 'start_date', 'end_date'] as const);
  return {
    ...Object.fromEntries([...own, ...ofKind].map((name) => [name, campaign[name]])),
    ...Object.fromEntries(shownConfig.map((name) => [`config.${name}`, config[name as keyof typeof config]])),
  };
}

/** Returns the same fields as the form has them. */
export function fieldsIn(field: Field, campaign: Campaign): CampaignFields {
  const { config, ...own } = bodyIn(field, campaign, campaign.kind);
  const agent = field('voice_agent_id');
  return {
    ...fieldsOf(campaign),
    ...own,
    ...(agent === (campaign.voice_agent_id ?? '') ? {} : { voice_agent_id: agent }),
    ...Object.fromEntries(Object.entries(config).map(([name, value]) => [`config.${name}`, value])),
  };
}

/** Returns the request body that changes a campaign to these fields. */
export function patchTo(fields: CampaignFields, before: Campaign): CampaignPatch {
  const stored = fieldsOf(before);
  const changed = Object.entries(fields).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(stored[name]),
  );
  const [config, own] = [true, false].map((isConfig) =>
    Object.fromEntries(
      changed.flatMap(([name, value]) =>
        name.startsWith('config.') === isConfig ? [[name.replace('config.', ''), value]] : [],
      ),
    ),
  );
  return { ...own, ...(Object.keys(config ?? {}).length > 0 && { config }) };
}
