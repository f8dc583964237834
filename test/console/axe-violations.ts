import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

export interface AxeOptions {
  /** A selector of the only elements that are looked at; left out, the whole page. */
  readonly within?: string;
  /** The only rules that are applied; left out, all of them. */
  readonly rules?: readonly string[];
}

/** What axe finds, one line each. The script runs as the browser's own, which the page's policy does not concern. */
export async function violationsOf(page: Page, { within, rules }: AxeOptions = {}): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const where = within === undefined ? 'document' : JSON.stringify(within);
  const options = {
    // What passes is of no interest, and describing it takes longest.
    resultTypes: ['violations'],
    ...(rules === undefined ? {} : { runOnly: rules }),
  };
  const found = (await page.evaluate(
    `axe.run(${where}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as Violation[];
  return found.map(
    ({ id, impact, nodes }) => `${id} (${impact}) at ${nodes[0]?.html.slice(0, 120)}: ${nodes[0]?.failureSummary}`,
  );
}
