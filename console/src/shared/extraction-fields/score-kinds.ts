import { t } from '../../language/text.ts';

/** What a score can measure. Two numbers as options replace the limits of a timing. */
export const measureNames: Readonly<Record<string, string>> = {
  greeting: t('Greeting: in one of the first two turns of the agent'),
  next_step: t('Next step: a visit or another call that both sides agree on'),
  question_answered: t('Questions answered: the share of the customer’s questions'),
  dead_air: t('Dead air: silences over 3 s, as a share of the call'),
  talk_over: t('Talk-over: turns of the agent that begin during the customer’s'),
  response_latency: t('Response latency: the median wait of the customer, in seconds'),
  talk_ratio: t('Talk ratio: the agent’s share of the speech'),
  longest_monologue: t('Longest monologue: the longest turn of the agent, in seconds'),
};

/** Returns what a criterion measures, as text; undefined if it looks for phrases. Older ones measure a timing by their key. */
export function measureLabelOf({ key, measure }: { readonly key: string; readonly measure: string | null }) {
  if (measure) return measureNames[measure];
  return hasLimits({ key, measure }) ? measureNames[key] : undefined;
}

const condition = /^(?:if|when)\s+[^:,;]+[:,;]/i;

interface Judged {
  readonly key: string;
  readonly measure: string | null;
  readonly options: readonly string[];
}

/** Measures of words have no limits. Fields without a measure may have the name of a timing as their key. */
export const hasLimits = ({ key, measure }: { readonly key: string; readonly measure: string | null }): boolean =>
  !['greeting', 'next_step', 'question_answered'].includes(measure || key);

/** Returns how a criterion is judged, as text. */
export function judgedBy({ key, measure, options }: Judged): string {
  const timing = measureLabelOf({ key, measure });
  if (timing !== undefined)
    return options.length === 2
      ? t('{timing} ({from} to {to})', { timing, from: options[0] ?? '', to: options[1] ?? '' })
      : timing;
  return options.length === 0 ? t('An act that its name stands for, such as a greeting') : options.join(' · ');
}

interface Conditional {
  readonly description: string;
  readonly options: readonly string[];
  readonly only_if_connected: boolean;
  readonly min_seconds: number;
}

/** Returns the conditions under which a criterion applies; otherwise no total counts it. Empty if it always applies. */
export function appliesOnly({ description, options, only_if_connected, min_seconds }: Conditional): string {
  const own = condition.exec(description)?.[0].slice(0, -1);
  const each = options.flatMap((option) => condition.exec(option)?.[0].slice(0, -1) ?? []);
  return [
    ...(own === undefined ? [] : [own]),
    ...(own === undefined && each.length > 0 && each.length === options.length ? [each.join(t(', or '))] : []),
    ...(only_if_connected ? [t('calls that reached somebody')] : []),
    ...(min_seconds > 0 ? [t('calls of at least {min_seconds} s', { min_seconds })] : []),
  ].join(', ');
}
