import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const script = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

export interface AxeOptions {
  /** Selector that limits the check; the whole page by default. */
  readonly within?: string;
  /** Rules to apply; all by default. */
  readonly rules?: readonly string[];
}

/**
 * Returns axe's findings, one per line. The script is injected by the browser, so the page's content policy does not
 * apply.
 */
export async function violationsOf(page: Page, { within, rules }: AxeOptions = {}): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(script);
  const where = within === undefined ? 'document' : JSON.stringify(within);
  const options = {
    // Passing rules are not needed, and describing them takes longest; an element is found by its text.
    resultTypes: ['violations'],
    selectors: false,
    // No rule in use reads the style sheets.
    preload: { assets: ['media'] },
    ...(rules === undefined ? {} : { runOnly: rules }),
  };
  const found = (await page.evaluate(
    `axe.run(${where}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as Violation[];
  return found.map(
    ({ id, impact, nodes }) => `${id} (${impact}) at ${nodes[0]?.html.slice(0, 120)}: ${nodes[0]?.failureSummary}`,
  );
}
