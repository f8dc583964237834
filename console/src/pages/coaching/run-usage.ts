import { numberLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import type { PracticeRun } from '../../server/coaching.ts';

/** Which language models answered in a run, why others did not, and what they cost. */
export function usageFacts(usage: PracticeRun['usage']): readonly (readonly [string, string])[] {
  if (usage === null) return [];
  const shown = (tokens: number): string => tokens.toLocaleString(numberLocale);
  const replies = usage.answered.reduce((sum, each) => sum + each.replies, 0);
  const failed = usage.failures.reduce((sum, each) => sum + each.replies, 0);
  const [first] = usage.failures;
  return [
    [t('Language model'), usage.answered.map(({ name }) => name ?? t('embedded agent')).join(', ')],
    ...(first === undefined
      ? []
      : [
          [
            t('Failed turns'),
            t('{failed} of {turns}: {reason}', { failed, turns: replies, reason: first.refusal ?? first.failure }),
          ] as const,
        ]),
    [
      t('Tokens'),
      t('{prompt} read, {completion} written, {wasted} discarded', {
        prompt: shown(usage.prompt_tokens),
        completion: shown(usage.completion_tokens),
        wasted: shown(usage.discarded.prompt_tokens + usage.discarded.completion_tokens),
      }),
    ],
  ];
}
