import type { CallCost, CostPart } from './cost-store.ts';
import type { CostDetailsJson, CostJson } from './schema.ts';

/** The cost of a call of an organisation with prices. */
export type KnownCost = CallCost & { readonly currency: string };

export const costJson = ({ amount, currency, isAtLeast }: KnownCost): CostJson => ({
  amount,
  currency,
  is_at_least: isAtLeast,
});

export const costDetailsJson = (cost: KnownCost, parts: readonly CostPart[]): CostDetailsJson => ({
  ...costJson(cost),
  parts: parts.map(({ part, service, name, direction, amount, uncounted, characters, ...used }) => ({
    part,
    service,
    name,
    direction: direction === '' ? null : direction,
    seconds: used.ms / 1000,
    billed_seconds: used.billedMs === null ? null : used.billedMs / 1000,
    prompt_tokens: used.promptTokens,
    completion_tokens: used.completionTokens,
    characters,
    uncounted,
    amount,
  })),
});
