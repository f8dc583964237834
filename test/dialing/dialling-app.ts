import { expect, vi } from 'vitest';
import { localOrganisation } from '../../src/data/index.ts';
import { createContactStore } from '../../src/features/campaigns/contacts/index.ts';
import { createFakeMedia, temporaryFolder } from '../http/test-app.ts';
import { type OutboundAppOptions, openOutboundApp, talkTo } from '../telephony/outbound-app.ts';

export const flows = '/api/voice/flows';
/** What is waited for comes when it comes. */
export const patient = { timeout: 60_000, interval: 30 };
/** A Tuesday. */
export const noon = Date.parse('2026-06-02T12:00:00.000Z');
export const phoneOf = (index: number): string => `+1202555${String(1000 + index)}`;

/** A server with an emulated provider whose people pick up, and a clock that can be put forward. */
export async function openDialling(options: OutboundAppOptions = {}) {
  let shiftMs = noon - Date.now();
  const media = options.media ?? createFakeMedia();
  const app = await openOutboundApp({
    dataDir: temporaryFolder(),
    examplesDir: temporaryFolder(),
    media,
    ...options,
    now: () => new Date(Date.now() + shiftMs),
    provider: { talk: talkTo(() => media, 'telephony_a'), ...options.provider },
    env: { TELEPHONY_A_CALLS_PER_SECOND: '100', ...options.env },
  });
  const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
    const answer = await app.http.inject({ method, url, ...(payload === undefined ? {} : { payload }) });
    return { status: answer.statusCode, json: answer.body === '' ? undefined : answer.json() };
  };
  const campaign = async (body: object = {}) => {
    const given = { kind: 'outbound', name: 'Reminders', provider: 'platform', speaker: 'ava', ...body };
    return (await ask('POST', flows, given)).json.uuid as string;
  };
  const targets = async (uuid: string) => {
    const { targets: rows, counts } = (await ask('GET', `${flows}/${uuid}/targets?limit=100`)).json;
    const byPhone = Object.fromEntries(rows.map((row: { phone: string }) => [row.phone, row]));
    return { counts, of: (index: number) => byPhone[phoneOf(index)] };
  };
  return {
    ...app,
    ask,
    campaign,
    targets,
    launch: async (uuid: string) => ask('POST', `/v1/campaigns/${uuid}/launch`),
    contacts: (rows: readonly object[]) =>
      createContactStore(app.database).upsert(
        localOrganisation,
        rows.map((row, index) => ({ phone: phoneOf(index), ...row })),
        { at: new Date(noon).toISOString(), sight: undefined },
      ),
    /** Hours go by. */
    putForward(ms: number) {
      shiftMs += ms;
    },
    until: (uuid: string, status: string) =>
      vi.waitFor(
        async () => expect((await ask('GET', `/v1/campaigns/${uuid}`)).json).toMatchObject({ status }),
        patient,
      ),
  };
}
