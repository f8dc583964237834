import { expect, test } from 'vitest';
import type { OrganisationId } from '../../src/data/index.ts';
import type { CallRow } from '../../src/features/calls/calls/index.ts';
import { type ClickToCallOptions, createClickToCall } from '../../src/features/calls/click-to-call/service.ts';
import type { PeopleCall } from '../../src/features/calls/trunks/people-calls.ts';

test('the end of a call over SIP is stored although its earlier events could not be', async () => {
  const row = { uuid: 'call', organisationId: 'ours', dialect: 'sip', status: 'dialing', startedAt: null };
  const call = { ...row, fromNumber: '101', toNumber: '+12025550178' } as CallRow;
  const troubles: unknown[] = [];
  let placed: PeopleCall | undefined;
  const closed = new Promise<unknown>((resolve) => {
    const clickToCall = createClickToCall({
      store: {
        prepare: async () => ({ kind: 'prepared', call }),
        async advance(_call: CallRow, set: Partial<CallRow>) {
          if (set.status === 'ringing') throw new Error('the database is away');
        },
      } as unknown as ClickToCallOptions['store'],
      providers: {
        get: () => ({ capabilities: { canBridgePeople: 'here' } }),
      } as unknown as ClickToCallOptions['providers'],
      sees: async () => true,
      accountOf: async () => ({ kind: 'ready', name: 'sip' }) as never,
      close: async (_call, ended) => {
        resolve(ended);
        return true;
      },
      recorded: async () => {},
      ownPeopleCalls: {
        async call(given) {
          placed = given;
          return { kind: 'ringing', legId: 'leg' };
        },
      },
      publicBaseUrl: () => undefined,
      onTrouble: (error) => void troubles.push(String(error)),
      now: () => new Date('2026-05-01T10:00:00Z'),
    });
    void clickToCall
      .call({ organisationId: 'ours' as OrganisationId, userUuid: 'ada' } as never, 'contact')
      .then(() => {
        placed?.onPickedUp();
        placed?.onEnd({ status: 'busy', reason: 'busy' });
      });
  });
  expect(await closed).toEqual({ status: 'busy', reason: 'busy' });
  expect(troubles).toEqual(['Error: the database is away']);
});
