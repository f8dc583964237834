import { tagsIn } from '../components/tags-in.ts';
import type { Campaign } from '../server/campaigns.ts';

export type Field = (name: string) => string;

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

function windowIn(field: Field): Campaign['time_window'] {
  const [start, end] = [field('start'), field('end')];
  return start === '' && end === '' ? null : { start, end, timezone: field('timezone').trim() };
}

const linesIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Sends what was changed alone: what the campaign leaves to its agent stays the agent's. */
function configIn(field: Field, campaign: Campaign | undefined): Record<string, unknown> {
  const was = campaign?.effective_config;
  const prompt = field('persona_prompt').trim();
  const disclosure = field('recording_disclosure').trim();
  const isRequired = field('recording_disclosure_required') === 'on';
  const guardrails = linesIn(field('guardrails'));
  const most = Number(field('max_concurrent_calls'));
  return {
    ...(prompt === (was?.persona_prompt ?? '') ? {} : { persona_prompt: orNull(prompt) }),
    ...(disclosure === (was?.recording_disclosure ?? '') ? {} : { recording_disclosure: orNull(disclosure) }),
    ...(isRequired === (was?.recording_disclosure_required ?? false)
      ? {}
      : { recording_disclosure_required: isRequired }),
    ...(guardrails.join('\n') === (was?.guardrails ?? []).join('\n') ? {} : { guardrails }),
    ...(field('max_concurrent_calls') === '' || most === was?.dialer.max_concurrent_calls
      ? {}
      : { dialer: { ...was?.dialer, max_concurrent_calls: most } }),
  };
}

/** What a form says of a campaign. Fields that a kind does not have are left as they are. */
export const bodyIn = (field: Field, campaign: Campaign | undefined, kind: Campaign['kind']) => ({
  name: field('name').trim(),
  phone_number: orNull(field('phone_number')),
  time_window: windowIn(field),
  ...(kind === 'inbound'
    ? {}
    : {
        branches: tagsIn(field('branches')),
        start_date: orNull(field('start_date')),
        end_date: orNull(field('end_date')),
      }),
  config: configIn(field, campaign),
});
