import { describe, expect, test, vi } from 'vitest';
import { createFakeMedia, lineNumber } from '../http/test-app.ts';
import { caller, createTeller } from './callback-teller.ts';
import { type OutboundApp, openOutboundApp, openOutboundAppOnce } from './outbound-app.ts';
import type { Form, ProviderUnderTest } from './provider-under-test.ts';
import { providersUnderTest } from './providers-under-test.ts';

const hour = 3_600_000;

/** Ways to spoil the headers of a signature. */
const spoiled: readonly [string, (value: string) => string][] = [
  ['empty', () => ''],
  ['cut', (value) => value.slice(0, -4)],
  ['of other characters', () => '%%% \u00e9'],
  ['very long', (value) => `${'A'.repeat(4000)}${value}`],
  ['with a wrong end', (value) => `${value.slice(0, -6)}AAAAAA`],
];

const bodies: readonly [string, string][] = [
  ['empty', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"call"'],
  ['a number', '17'],
  ['cut JSON', '{"data":{"event_type":'],
  ['a broken escape', 'CallUUID=%E0%A4%A'],
  ['repeated fields', 'CallUUID=a&CallUUID=b&CallSid=a&CallSid=b&uuid=a&uuid=b'],
  ['fields of another kind', '{"uuid":{"a":1},"data":[1],"CallUUID":[[]],"CallSid":null,"id":{}}'],
  ['deep', `${'['.repeat(5000)}${']'.repeat(5000)}`],
  ['a prototype', '{"__proto__":{"uuid":"a"},"constructor":{"prototype":{}}}'],
  ['very many fields', Array.from({ length: 3000 }, (_, index) => `f${index}=1`).join('&')],
];

describe.each(providersUnderTest.map((tested) => [tested.module.name, tested] as const))(
  'bad callbacks of %s',
  (_name, tested) => {
    const { module, seals, incoming, end, ring, unknown } = tested;
    const signs = seals !== 'nothing';
    const { hook, signed, signsAll, ringing, tell, send } = createTeller(tested);
    const shared = openOutboundAppOnce(() => ({ media: createFakeMedia(), emulated: tested }));
    const urlOf = (app: OutboundApp, path: string): string => `${app.publicBaseUrl}${hook(path)}`;
    const hostOf = (app: OutboundApp): Form => ({ host: new URL(app.publicBaseUrl).host });
    /** Returns the newest call, and how many there are. */
    const newest = async ({ http }: OutboundApp) => {
      const { calls, total } = (await http.inject('/v1/calls?limit=1')).json();
      return { total, uuid: calls[0]?.uuid as string | undefined, status: calls[0]?.status as string | undefined };
    };
    let count = 0;
    const newId = (): string => `c${String(++count).padStart(5, '0')}`;
    /** Has a call answered, and returns its id at the provider. */
    const answered = async (app: OutboundApp): Promise<string> => {
      const id = ringing(app, newId());
      const form = incoming({ id, from: caller, to: lineNumber });
      const answer = await tell(app, 'answer', form);
      expect(answer.body).toMatch(/wss?:\/\//);
      return id;
    };

    test('says what its signatures cover', () => {
      expect([module.signature !== undefined, tested.emulator.sign !== undefined]).toEqual([signs, signs]);
    });

    test.runIf(signs).each(spoiled)('a signature that is %s answers and ends nothing', async (_what, spoil) => {
      const app = shared();
      const id = await answered(app);
      const before = await newest(app);
      for (const [path, form] of [
        ['answer', incoming({ id: ringing(app, newId()), from: caller, to: lineNumber })],
        [end.kind, end.form(id)],
      ] as const) {
        const whole = signed(app, urlOf(app, path), form);
        const headers = Object.fromEntries(
          Object.entries(whole).map(([name, value]) => [name, /timestamp|nonce/.test(name) ? value : spoil(value)]),
        );
        expect((await tell(app, path, form, { ...hostOf(app), ...headers })).status).toBe(403);
      }
      expect(await newest(app)).toEqual(before);
    });

    test.runIf(signs)('a signature of another key ends nothing', async () => {
      const app = shared();
      const id = await answered(app);
      const before = await newest(app);
      const form = end.form(id);
      const headers = { ...hostOf(app), ...signed(app, urlOf(app, end.kind), form, 'another token') };
      expect((await tell(app, end.kind, form, headers)).status).toBe(403);
      expect(await newest(app)).toEqual(before);
    });

    test.runIf(signs)('a signature holds for what it covers: fields, URL', async () => {
      const app = shared();
      const id = await answered(app);
      const form = end.form(id);
      const { fields, url } = seals as Exclude<ProviderUnderTest['seals'], 'nothing'>;
      const ofOtherFields = { ...hostOf(app), ...signed(app, urlOf(app, end.kind), { ...unknown(id), more: '1' }) };
      const ofOtherUrl = { ...hostOf(app), ...signed(app, urlOf(app, 'answer'), form) };
      expect((await tell(app, end.kind, form, ofOtherFields)).status).toBe(fields ? 403 : 200);
      expect((await tell(app, end.kind, form, ofOtherUrl)).status).toBe(url ? 403 : 200);
    });

    test.runIf(signs).each([-hour, hour])('a signature made %d ms from now', async (offset) => {
      const app = shared();
      const id = await answered(app);
      const form = end.form(id);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offset });
      const headers = { ...hostOf(app), ...signed(app, urlOf(app, end.kind), form) };
      vi.useRealTimers();
      const { time } = seals as Exclude<ProviderUnderTest['seals'], 'nothing'>;
      expect((await tell(app, end.kind, form, headers)).status).toBe(time ? 403 : 200);
    });

    test('a request that is replayed after the call opens no other', async () => {
      const app = shared();
      const id = ringing(app, newId());
      const form = incoming({ id, from: caller, to: lineNumber });
      const headers = { ...hostOf(app), ...signed(app, urlOf(app, 'answer'), form) };
      expect((await tell(app, 'answer', form, headers)).body).toMatch(/wss?:\/\//);
      expect((await tell(app, end.kind, end.form(id))).status).toBe(200);
      await expect.poll(async () => (await newest(app)).status).toBe('completed');
      const before = await newest(app);
      const again = await tell(app, 'answer', form, headers);
      expect(again.status).toBeLessThan(500);
      expect(again.body).not.toMatch(/wss?:\/\//);
      expect(await newest(app)).toEqual(before);
    });

    test('an unknown event is received and changes nothing', async () => {
      const app = shared();
      const id = await answered(app);
      const before = await newest(app);
      expect((await tell(app, end.kind, unknown(id))).status).toBe(200);
      expect((await tell(app, end.kind, { ...unknown(id), another_field: 'x'.repeat(400) })).status).toBe(200);
      expect(await newest(app)).toEqual(before);
    });

    test('an end before the call, and a ring after the end', async () => {
      const app = await openOutboundApp({
        media: createFakeMedia(),
        emulated: tested,
        provider: { fate: () => ({ ringMs: 60_000 }) },
      });
      const early = ringing(app, newId());
      expect((await tell(app, end.kind, end.form(early))).status).toBe(404);
      const payload = { to: '+12025550101', campaign_id: app.flowUuid };
      const { call_uuid: uuid } = (await app.http.inject({ method: 'POST', url: '/v1/calls', payload })).json();
      const statusNow = async (): Promise<string> => (await app.http.inject(`/v1/calls/${uuid}`)).json().status;
      await expect.poll(statusNow).toBe('ringing');
      const placed = app.provider.calls.find((call) => call.to === payload.to);
      // Asterisk takes the id that the caller of its interface chooses.
      const id = (placed?.fields.channelId ?? placed?.id) as string;
      expect((await tell(app, end.kind, end.form(id))).status).toBe(200);
      const ended = await statusNow();
      expect(ended).not.toBe('ringing');
      expect((await tell(app, ring.kind, ring.form(id))).status).toBe(200);
      expect(await statusNow()).toBe(ended);
    });

    test.each(bodies)('a body that is %s is refused', async (_what, body) => {
      const app = shared();
      const before = await newest(app);
      const paths = [...module.callbacks.answerPaths.map(({ path }) => path), ...module.callbacks.reports];
      for (const path of paths) {
        const headers = tested.emulator.sign?.(
          urlOf(app, path),
          Object.fromEntries(new URLSearchParams(body)),
          tested.account(app.provider).authToken,
          body,
        );
        for (const given of [{}, { ...hostOf(app), ...(signsAll ? headers : {}) }]) {
          const { status, body: said } = await send(app, path, body, given);
          expect([path, status >= 200 && status < 500], said).toEqual([path, true]);
          expect(said).not.toMatch(/wss?:\/\//);
        }
      }
      expect(await newest(app)).toEqual(before);
    });
  },
);
