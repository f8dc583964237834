import { t } from '../../language/text.ts';
import type { Price, UnpricedService } from '../../server/prices.ts';
import { exactMoney } from '../../shared/page/figures.ts';

/** A service that may have a price. */
export type Service = Pick<UnpricedService, 'part' | 'service' | 'name' | 'direction'>;

export const partNames: Readonly<Record<Price['part'], string>> = {
  telephony: t('Telephony'),
  language_model: t('Language model'),
  recognition: t('Speech recognition'),
  synthesis: t('Voice'),
};

const directionNames = { inbound: t('Inbound'), outbound: t('Outbound') } as const;

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** A connection that was deleted before any call used it has no name. */
export const serviceText = ({ name, direction }: Pick<Service, 'name' | 'direction'>): string =>
  direction === null
    ? isUuid(name)
      ? t('A deleted connection')
      : name
    : `${name}, ${directionNames[direction].toLocaleLowerCase()}`;

/** Returns what a price says, such as "€0.01 a minute, in steps of 60 s". */
export function priceText(price: Price): string {
  const amounts = [
    [price.per_minute, (amount: string) => t('{amount} a minute', { amount })],
    [price.per_million_prompt_tokens, (amount: string) => t('{amount} a million tokens read', { amount })],
    [price.per_million_completion_tokens, (amount: string) => t('{amount} a million tokens written', { amount })],
    [price.per_million_characters, (amount: string) => t('{amount} a million characters', { amount })],
  ] as const;
  const texts = amounts.flatMap(([amount, textOf]) =>
    amount === null ? [] : textOf(exactMoney(amount, price.currency)),
  );
  if (price.per_minute !== null && price.step_seconds > 1)
    texts.push(t('in steps of {seconds} s', { seconds: price.step_seconds }));
  return texts.join(', ');
}
