import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import type { SipConfig } from '../config/sip.ts';
import type { Check } from './check.ts';
import type { ServerAddress } from './credential.ts';
import { createServerClient } from './server-client.ts';

const trunkList = z.object({
  trunks: z.array(
    z.object({
      name: z.string(),
      register: z.boolean(),
      status: z.object({ is_registered: z.boolean(), last_error: z.string().nullable() }),
    }),
  ),
});
const phoneList = z.object({
  phones: z.array(
    z.object({
      name: z.string(),
      registered: z.boolean(),
      address: z.string().nullable(),
      behind_nat: z.boolean().nullable(),
    }),
  ),
});
const callList = z.object({ calls: z.array(z.object({ uuid: z.string() })) });
const callLine = z.object({
  line: z.object({ audio: z.object({ silent_direction: z.enum(['from_peer', 'to_peer']).nullable() }).nullable() }),
});

const lastCalls = 20;
const trunksPath = '/api/voice/sip-trunks';

const unreadable: Check = {
  name: 'trunks',
  state: 'warning',
  detail: 'not readable with this credential',
  advice: 'Use the session token of an admin, or see the page Phones: API keys read no trunks.',
};

/** Checks the trunks of the credential's organisation, and whether its last calls had audio in both directions. */
export async function checkLines(server: ServerAddress, sip: SipConfig | undefined): Promise<Check[]> {
  const client = createServerClient(server);
  const read = async <T>(schema: z.ZodType<T>, path: string): Promise<T | undefined> => {
    const response = await client.request(path).catch(() => undefined);
    return response?.ok === true ? schema.safeParse(await response.json()).data : undefined;
  };
  const listed = await client.request(trunksPath).catch(() => undefined);
  const mayRead = sip === undefined || (listed?.status !== 401 && listed?.status !== 403);
  const trunks = listed?.ok === true ? (trunkList.safeParse(await listed.json()).data?.trunks ?? []) : [];
  const { phones = [] } = (await read(phoneList, '/api/voice/phones')) ?? {};
  const { calls = [] } = (await read(callList, `/v1/calls?limit=${lastCalls}`)) ?? {};
  const lines = await Promise.all(calls.map(({ uuid }) => read(callLine, `/v1/calls/${uuid}`)));
  return [
    ...(mayRead ? [] : [unreadable]),
    ...(sip === undefined ? [] : phonesCheck(phones, sip)),
    ...trunks.filter(({ register }) => register).map(trunkCheck),
    ...audioCheck(lines),
  ];
}

/** Phones beyond a NAT of ours get our audio only if they learn our public address. */
function phonesCheck(phones: z.output<typeof phoneList>['phones'], { publicAddress }: SipConfig): Check[] {
  const registered = phones.filter((phone) => phone.registered);
  if (registered.length === 0) return [];
  const behind = registered.filter(({ behind_nat: isBehindNat }) => isBehindNat === true);
  const outside = registered.filter(({ address }) => isPublic(address));
  const name = 'phones';
  const detail = `${registered.length} registered, ${behind.length} behind a NAT, ${outside.length} outside of this network`;
  if (outside.length === 0 || publicAddress !== undefined) return [{ name, state: 'ok', detail }];
  const advice = 'Set SIP_PUBLIC_ADDRESS, or these phones may hear nothing if this server is behind a NAT.';
  return [{ name, state: 'warning', detail, advice }];
}

/** @param source - Address and port; IPv6 without brackets. */
function isPublic(source: string | null): boolean {
  const address = source?.slice(0, source.lastIndexOf(':')) ?? '';
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

function trunkCheck({ name, status }: z.output<typeof trunkList>['trunks'][number]): Check {
  if (status.is_registered) return { name: `trunk ${name}`, state: 'ok', detail: 'registered' };
  const detail = status.last_error ?? 'not registered yet';
  const advice = 'Compare its server, user name and password with those of the PBX.';
  return { name: `trunk ${name}`, state: 'failed', detail, advice };
}

function audioCheck(lines: readonly (z.output<typeof callLine> | undefined)[]): Check[] {
  const audio = lines.flatMap((call) => call?.line.audio ?? []);
  if (audio.length === 0) return [];
  const silent = audio.filter(({ silent_direction: direction }) => direction !== null);
  const name = 'telephone audio';
  const detail = `${silent.length} of the last ${audio.length} calls had audio in one direction only`;
  if (silent.length === 0) return [{ name, state: 'ok', detail }];
  const advice = 'Open RTP_PORTS in the firewall, and set SIP_PUBLIC_ADDRESS if the other end is in another network.';
  return [{ name, state: 'warning', detail, advice }];
}
