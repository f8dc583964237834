import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What axe finds, one line each. The script runs as the browser's own, which the page's policy does not concern. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = (await page.evaluate('axe.run(document).then(({ violations }) => violations)')) as Violation[];
  return found.map(
    ({ id, impact, nodes }) => `${id} (${impact}) at ${nodes[0]?.html.slice(0, 120)}: ${nodes[0]?.failureSummary}`,
  );
}
