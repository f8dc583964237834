import { describe, expect, test } from 'vitest';
import { openProviderServer } from '../../media/emulator/index.ts';
import { createProviders, type Exchanged, type TelephonyProvider } from '../../src/telephony/index.ts';
import { providersUnderTest } from './providers-under-test.ts';

const answered = (status: number, body?: unknown): Exchanged => ({ kind: 'answered', status, body });

/** What a provider's interface may answer besides what was asked for. */
const troubles = {
  '401': answered(401, { error: 'no' }),
  '403': answered(403, { message: 'no' }),
  '404': answered(404, { error: 'not found' }),
  '429': answered(429, { error: 'slow down' }),
  '500': answered(500, { error: { deep: true } }),
  '503': answered(503),
  hangs: { kind: 'unanswered', detail: 'The request to the provider failed: no response in time.' },
  unreached: { kind: 'unreached', detail: 'The request to the provider failed: ECONNREFUSED.' },
  'a page': answered(200),
  'an empty object': answered(200, {}),
  'a list': answered(200, []),
  null: answered(200, null),
  'another structure': answered(200, { data: 'x', calls: {}, Call: [], objects: null, numbers: [{}], _embedded: 1 }),
} as const satisfies Record<string, Exchanged>;

type Trouble = keyof typeof troubles;
const names = Object.keys(troubles) as Trouble[];
const isReadable = (trouble: Trouble): boolean =>
  !['401', '403', '429', '500', '503', 'hangs', 'unreached'].includes(trouble);
const isSuccess = (trouble: Trouble): boolean => isReadable(trouble) && trouble !== '404';

const call = { callUuid: '7b1f7f0e-58b1-4c3c-8f0a-000000000000', from: '+12025550100', to: '+12025550101' };
const placing = {
  ...call,
  answerUrl: 'http://127.0.0.1:9/answer',
  hangupUrl: 'http://127.0.0.1:9/hangup',
  statusUrl: 'http://127.0.0.1:9/status',
  streamUrl: 'ws://127.0.0.1:9/media',
  ringSeconds: 30,
  maxSeconds: 600,
};
const id = 'c0ffee00-0000-4000-8000-000000000000';
const numbers = ['+12025550177', '+12025550178'];

describe.each(providersUnderTest.map((tested) => [tested.module.name, tested] as const))(
  'bad answers to requests of %s',
  (name, tested) => {
    const { module, account } = tested;
    const { capabilities } = module;
    const nowhere = { baseUrl: 'http://127.0.0.1:9' } as Parameters<typeof account>[0];
    const open = (exchange?: () => Promise<Exchanged>, baseUrl = nowhere.baseUrl): TelephonyProvider =>
      createProviders({
        rows: [module],
        settings: { [name]: { baseUrl } },
        ...(exchange === undefined ? {} : { exchange }),
      }).open(name, account({ baseUrl } as typeof nowhere)) as TelephonyProvider;
    const answering = (trouble: Trouble): TelephonyProvider => open(async () => troubles[trouble]);

    test.each(names)('%s: a call is certainly not placed, or may be', async (trouble) => {
      const placed = await answering(trouble).place(placing);
      const isUnknown = ['500', '503', 'hangs'].includes(trouble);
      if (isSuccess(trouble)) return expect(placed.kind).not.toBe('rejected');
      expect(placed.kind).toBe(isUnknown ? 'unknown' : 'rejected');
      if (trouble === '401') expect(placed).toMatchObject({ reason: 'telephony_not_connected' });
      if (trouble === '429') expect(placed).toMatchObject({ reason: 'over_capacity' });
    });

    test.each(names)('%s: a call is not said to be over, moved or connected unless it is', async (trouble) => {
      const client = answering(trouble);
      const hungUp = await client.hangUp({ providerCallId: id });
      expect(hungUp.kind).toBe(!capabilities.canHangUp ? 'unsupported' : isReadable(trouble) ? 'done' : 'failed');
      const transferred = await client.transfer(id, placing.answerUrl);
      const moved = trouble === '404' ? 'gone' : isSuccess(trouble) ? 'done' : 'failed';
      expect(transferred.kind).toBe(capabilities.canTransfer === 'live' ? moved : 'unsupported');
      const connected = await client.connect?.(id, id);
      const answer = await client.answer?.(id, { command: 'answer' });
      for (const result of [connected, answer])
        if (result !== undefined && !isSuccess(trouble)) expect(result.kind).toBe(moved);
    });

    test.each(names)('%s: a call is not said to be absent unless it is', async (trouble) => {
      const dialledAt = new Date().toISOString();
      const known = await answering(trouble).find({ ...call, dialledAt, providerCallId: id });
      if (trouble === '404') expect(['absent', 'over']).toContain(known.kind);
      else expect(known.kind).toBe('unknown');
      const searched = await answering(trouble).find({ ...call, dialledAt });
      expect(searched.kind).toBe('unknown');
    });

    test.each(names)('%s: a number is not said to be owned', async (trouble) => {
      const client = answering(trouble);
      const owned = await client.owns(call.from);
      const isCertain = ['401', '403', '404'].includes(trouble);
      expect(isCertain ? ['not_owned', 'unknown'] : ['unknown']).toContain(owned.kind);
      const set = await client.setAnswerUrl?.(call.from, { answer: placing.answerUrl, status: placing.statusUrl });
      expect(set?.kind).not.toBe('done');
      const listed = await client.numbers?.();
      if (listed === undefined) return;
      const reasons: Partial<Record<Trouble, string>> = {
        '401': 'credentials_rejected',
        '403': 'credentials_rejected',
        '404': 'account_not_found',
        '429': 'over_limit',
        '500': 'provider_error',
        '503': 'provider_error',
        hangs: 'timed_out',
        unreached: 'unreachable',
      };
      expect(listed).toMatchObject({ kind: 'failed', reason: reasons[trouble] ?? 'invalid_answer' });
    });

    test.each(names)('%s: neither a caller nor a recording is made up', async (trouble) => {
      const client = answering(trouble);
      const caller = await client.caller?.(id);
      if (caller !== undefined) expect(caller.kind).toBe(trouble === '404' ? 'absent' : 'unknown');
      const recorded = await client.recordings(id);
      const isEmpty = trouble === '404' || capabilities.listsNoRecordings === true;
      expect(recorded).toMatchObject(isEmpty ? { kind: 'found', recordings: [] } : { kind: 'unknown' });
    });

    test('a list of other numbers: the account lacks the number', async () => {
      const { authId, authToken } = account(nowhere);
      const server = await openProviderServer({ dialect: tested.emulator, authId, authToken, numbers });
      const client = open(undefined, server.baseUrl);
      const owned = await client.owns(call.from);
      const set = await client.setAnswerUrl?.(call.from, { answer: placing.answerUrl, status: placing.statusUrl });
      const listed = await client.numbers?.();
      await server.close();
      // Vonage and Asterisk have no list of numbers.
      expect(owned.kind).toBe(listed?.kind === 'accepted' ? 'unknown' : 'not_owned');
      if (set !== undefined) expect(set.kind).toBe('not_owned');
      if (listed?.kind === 'listed')
        expect(listed.numbers.map(({ phoneNumber }) => phoneNumber.replace(/^\+?(1?)/, '+1'))).toEqual(numbers);
      expect(server.answerUrls.size).toBe(0);
    });
  },
);
