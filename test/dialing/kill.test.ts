import { expect, test } from 'vitest';
import { killCampaign } from '../../bench/trials/kill-campaign.ts';

test('a server that is killed in the middle of a campaign dials nobody twice afterwards, and forgets nobody', async () => {
  // Phones that ring out while there is no server are asked about 90 s later; most ring for longer than it is away.
  const asked = { server: undefined, contacts: 60, kills: 1, callsPerSecond: 60, ringMs: 8000, settleMs: 120_000 };
  const { twice, forgotten, unknown, counts } = await killCampaign(asked);
  expect({ twice, forgotten }).toEqual({ twice: 0, forgotten: 0 });
  expect(unknown).toBeLessThanOrEqual(1);
  expect(counts).toMatchObject({ queued: 0, waiting: 0, dialing: unknown, skipped: 0 });
}, 300_000);
