import { numberLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import type { ChatReply } from '../../server/text-chats.ts';
import { failureText } from '../../shared/calls/model-failures.ts';

/** Says who gave a reply, why its model did not, and how many tokens it took. */
export function usageText(usage: ChatReply['usage']): string | undefined {
  if (usage === null) return undefined;
  const { answered_by: name, prompt_tokens: prompt, completion_tokens: completion } = usage;
  const who = name ?? t('embedded agent');
  const reason = failureText(usage);
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
