import type { PriceList } from '../../server/prices.ts';
import type { Service } from './price-words.ts';

export const keyOf = ({ part, service, direction }: Service): string => [part, service, direction ?? ''].join(' ');

/** Returns every service that may have a price, once: those that calls used first. */
export function servicesOf(
  { unpriced, prices, telephony }: PriceList,
  models: readonly { readonly uuid: string; readonly name: string }[],
): readonly Service[] {
  const lines = telephony.flatMap((line) =>
    (['inbound', 'outbound'] as const).map((direction) => ({ ...line, part: 'telephony' as const, direction })),
  );
  const connected = models.map(({ uuid: service, name }) => ({
    part: 'language_model' as const,
    service,
    name,
    direction: null,
  }));
  const all = [...unpriced, ...prices, ...connected, ...lines];
  return [...new Map(all.toReversed().map((service) => [keyOf(service), service])).values()].toReversed();
}
