import type { ProviderAccount } from '../client.ts';
import { authId } from '../credentials.ts';
import type { ConnectionForm } from '../provider.ts';

/** Domain of all of the provider's hosts. Credentials are never sent outside it. */
export const domain = 'exotel.com';
const defaultRegion = 'api.in';

const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
/** `account_sid:api_key`, optionally followed by `@` and the region's host, with or without the provider's domain. */
const form = new RegExp(`^([A-Za-z0-9_-]+):([A-Za-z0-9_-]+)(?:@(${label}(?:\\.${label}){0,3}))?$`);
const hint = 'account_sid:api_key, or account_sid:api_key@subdomain such as @api.exotel.com (Singapore)';

export interface AccountParts {
  readonly sid: string;
  readonly key: string;
  /** Host of the account's region. */
  readonly host: string;
}

/** Parses `auth_id`. Two older forms stay valid: `api_key@account_sid`, and one name for both. */
export function partsOf(authId: string): AccountParts {
  const [, sid, key, region = defaultRegion] = form.exec(authId) ?? [];
  if (sid !== undefined && key !== undefined) return { sid, key, host: hostOf(region) };
  const at = authId.lastIndexOf('@');
  const host = hostOf(defaultRegion);
  return at < 0 ? { key: authId, sid: authId, host } : { key: authId.slice(0, at), sid: authId.slice(at + 1), host };
}

function hostOf(region: string): string {
  const name = region.toLowerCase();
  return name.endsWith(`.${domain}`) ? name : `${name}.${domain}`;
}

export const baseUrlOf = ({ authId }: ProviderAccount): string => `https://${partsOf(authId).host}`;

const hooks = '/api/voice/webhooks/telephony_b';

export const connection: ConnectionForm = {
  authId: authId.regex(form, `must be ${hint}`),
  authIdLabel: 'Account SID and API key',
  authIdHint: `Written as ${hint}.`,
  authTokenLabel: 'API token',
  addresses: [
    { use: 'URL of the Voicebot applet', path: `${hooks}/answer` },
    { use: 'Status callback, if you use one', path: `${hooks}/status` },
    { use: 'URL of the Connect applet, to hand calls to teammates', path: `${hooks}/handoff` },
  ],
};
