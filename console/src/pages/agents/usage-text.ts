import { numberLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import type { ChatReply } from '../../server/text-chats.ts';

const failures: Readonly<Record<string, string>> = {
  llm_timeout: t('it did not answer in time'),
  llm_error: t('it could not be reached, or broke off'),
  llm_cut: t('its reply was cut off'),
  llm_garbage: t('its reply could not be used'),
  llm_withheld: t('its reply contained confidential instructions'),
};

/** Says who gave a reply, why its model did not, and how many tokens it took. */
export function usageText(usage: ChatReply['usage']): string | undefined {
  if (usage === null) return undefined;
  const { answered_by: name, failure, refusal, prompt_tokens: prompt, completion_tokens: completion } = usage;
  const who = name ?? t('embedded agent');
  const reason = refusal ?? (failure === null ? undefined : (failures[failure] ?? failure));
  const tokens =
    prompt + completion === 0
      ? undefined
      : t('{prompt} tokens read, {completion} written', {
          prompt: prompt.toLocaleString(numberLocale),
          completion: completion.toLocaleString(numberLocale),
        });
  const why = reason === undefined ? undefined : t('the model failed: {reason}', { reason });
  return [who, why, tokens].filter((part) => part !== undefined).join(' · ');
}
