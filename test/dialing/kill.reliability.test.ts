import { expect, test } from 'vitest';
import type * as trial from '../../bench/trials/kill-campaign.ts';

/** As it was built: from its source each start would translate the whole server anew. */
const built = new URL('../../dist/bench/trials/kill-campaign.js', import.meta.url);
const { killCampaign }: typeof trial = await import(built.href);

test('a server killed during a campaign dials nobody twice and forgets nobody', async () => {
  // Phones that ring out while there is no server are asked about 90 s later: these ring until it is back.
  const asked = { server: undefined, contacts: 60, kills: 1, callsPerSecond: 60, settleMs: 120_000 };
  const { twice, forgotten, unknown, counts } = await killCampaign(asked);
  expect({ twice, forgotten }).toEqual({ twice: 0, forgotten: 0 });
  expect(unknown).toBeLessThanOrEqual(1);
  expect(counts).toMatchObject({ queued: 0, waiting: 0, dialing: unknown, skipped: 0 });
}, 300_000);
