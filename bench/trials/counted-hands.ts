import type { Locator, Page } from 'playwright-core';

export interface CountedStep {
  readonly step: string;
  readonly clicks: readonly string[];
  readonly fields: readonly string[];
  readonly seconds: number;
}

/** What a person does with a page, counted. */
export interface Hands {
  readonly page: Page;
  /** Begins a step; the actions that follow count for it. */
  begin(step: string): void;
  click(target: Locator): Promise<void>;
  fill(target: Locator, text: string): Promise<void>;
  /** Clicks one of the first steps. */
  follow(step: string): Promise<void>;
  /** Returns the steps so far. */
  steps(): readonly CountedStep[];
}

interface OpenStep {
  readonly step: string;
  readonly clicks: string[];
  readonly fields: string[];
  readonly beganMs: number;
}

export function countHands(page: Page): Hands {
  const all: OpenStep[] = [];
  const current = (): OpenStep => {
    const last = all.at(-1);
    if (last === undefined) throw new Error('no step has begun');
    return last;
  };
  const click = async (target: Locator): Promise<void> => {
    current().clicks.push(await nameOf(target));
    await target.click();
  };
  return {
    page,
    begin: (step) => void all.push({ step, clicks: [], fields: [], beganMs: performance.now() }),
    click,
    fill: async (target, text) => {
      current().fields.push(await labelOf(target));
      await target.fill(text);
    },
    follow: (step) => click(page.getByRole('region', { name: 'First steps' }).getByRole('link', { name: step })),
    steps: () => {
      const endMs = performance.now();
      return all.map(({ beganMs, ...step }, index) => ({
        ...step,
        seconds: Math.round(((all[index + 1]?.beganMs ?? endMs) - beganMs) / 100) / 10,
      }));
    },
  };
}

const nameOf = async (target: Locator): Promise<string> => (await target.textContent())?.trim() ?? '';

/** The label of a field, without its description. */
const labelOf = async (target: Locator): Promise<string> => {
  const label = target.page().locator(`label[for="${await target.getAttribute('id')}"]`);
  return (await label.textContent())?.trim() ?? '';
};
