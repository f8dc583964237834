import type { Page } from 'playwright-core';
import { chooseInRow } from './row-menu.ts';

export const account = (item: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Your account', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
export const inRow = (row: string, action: string) => (page: Page) => chooseInRow(page, row, action);
const queueList = /\/api\/voice\/queues\?/;
export const withoutQueues = async (page: Page) => {
  await page.route(queueList, (route) => route.fulfill({ json: { queues: [], total: 0, limit: 100, offset: 0 } }));
  await page.reload();
};
export const withPublicAddress = async (page: Page) => {
  const json = { url: 'https://voice.example.com', source: 'settings', checked_at: '2026-01-01T00:00:00.000Z' };
  await page.route(/\/api\/settings\/public-address$/, (route) => route.fulfill({ json }));
  await page.reload();
};
/** No server is asked for its tools. */
export const withMcpServer = async (page: Page) => {
  const tool = { name: 'find_order', description: '', parameters: {}, read_only: true, problem: null };
  const server = {
    uuid: '5d0b1f9e-0000-4000-8000-000000000069',
    name: 'Orders',
    url: 'https://example.com/mcp',
    headers: {},
    tools: [tool],
    listed_at: null,
    last_error: null,
    created_at: '2026-01-01T00:00:00.000Z',
    used_by: [],
  };
  await page.route(/\/api\/settings\/mcp-servers/, (route) => route.fulfill({ json: { servers: [server] } }));
  await page.reload();
};
/** No website is visited here. */
export const asWebsite = async (page: Page) => {
  await page.route(/\/api\/kb\/documents\/[^/]+\/reading$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), mime_type: 'application/x-mswinurl' } });
  });
  const website = {
    document_uuid: '5d0b1f9e-0000-4000-8000-000000000044',
    url: 'https://example.com/help',
    max_depth: 2,
    max_pages: 100,
    refresh_hours: 168,
    next_at: '2026-01-08T00:00:00.000Z',
    checked_at: '2026-01-01T00:00:00.000Z',
  };
  await page.route(/\/api\/kb\/documents\/[^/]+\/website$/, (route) => route.fulfill({ json: website }));
  await page.reload();
};
/** No phone registers here. */
export const withPhone = async (page: Page) => {
  const phone = {
    uuid: '5d0b1f9e-0000-4000-8000-000000000072',
    name: 'Reception',
    extension: '201',
    user_uuid: null,
    sip_username: 'p0000000001',
    registered: true,
    user_agent: 'Linphone/5.3',
    address: '192.0.2.9:5060',
    behind_nat: true,
    registered_at: '2026-01-01T00:00:00.000Z',
    expires_at: '2099-01-01T00:00:00.000Z',
  };
  const server = { is_on: true, sip_domain: '192.0.2.1', transports: ['udp', 'tcp'] };
  await page.route(/\/api\/voice\/phones$/, (route) => route.fulfill({ json: { phones: [phone], server } }));
  await page.route(/\/api\/voice\/sip-trunks$/, (route) => route.fulfill({ json: { trunks } }));
  await page.reload();
};
const trunks = ['PBX', 'Refused line', 'Fixed line'].map((name, index) => ({
  uuid: `5d0b1f9e-0000-4000-8000-00000000008${index}`,
  name,
  registrar: 'pbx.example.com',
  transport: 'udp',
  username: index === 2 ? null : '100',
  has_password: index !== 2,
  from_number: '+12025550146',
  number_prefix: '+',
  outbound_proxy: null,
  allowed_addresses: index === 2 ? ['192.0.2.0/24'] : [],
  register: index !== 2,
  allowed_countries: ['US'],
  max_calls: 10,
  calls_per_minute: 60,
  status: {
    is_registered: index === 0,
    last_response: index === 2 ? null : ['200 OK', '403 Forbidden'][index],
    last_error: index === 1 ? '403 Forbidden' : null,
  },
  created_at: '2026-01-01T00:00:00.000Z',
}));
export const withQueues = async (page: Page) => {
  await page.unroute(queueList);
  await page.reload();
};
const strange = '+12025550999';
export const typeNumber = async (page: Page) => {
  await page.getByLabel('Number, with + and country code').fill(strange);
};
/** Confirms an erasure and waits for its proof, which replaces the dialog. */
export const eraseUntilProof = async (page: Page) => {
  await page.getByRole('button', { name: 'Erase a number', exact: true }).click();
  await page.getByLabel(`Type ${strange} to confirm`).fill(strange);
  await page.getByRole('button', { name: 'Erase this person', exact: true }).click();
  await page.getByRole('dialog', { name: 'Proof of the erasure' }).waitFor();
};
export const ownNumber = '/api/voice/agents/phone-numbers';

/** The state of the server is shown only while it is in trouble. */
export const whileStopping = async (page: Page) => {
  await page.route(/\/health$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), status: 'draining' } });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Stopping', exact: true }).click();
};
