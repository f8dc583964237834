import { randomBytes, randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../../data/index.ts';
import { countryOf } from '../../../http/fields.ts';
import type { SecretSettings } from '../../../sealed-settings/index.ts';
import { secretTroubles } from '../../../secrets/index.ts';
import type { NewTrunkBody, TrunkPatchBody } from './schema.ts';
import type { TrunkRow, TrunkStore } from './store.ts';

/** A trunk as its organisation sees it. */
export interface TrunkView {
  readonly trunk: TrunkRow;
  readonly hasPassword: boolean;
}

export type TrunkWritten =
  | TrunkView
  | 'too_many'
  /** A trunk cannot register without both. */
  | 'no_credentials'
  /** The keys of encrypted audio stand in the signalling, which is not encrypted. */
  | 'keys_in_the_clear'
  /** The password cannot be stored; `unsealed` says what to do. */
  | { readonly unsealed: string }
  | undefined;

/** Trunks of an organisation: a PBX at which Parley is an extension, or a provider of telephone lines. */
export interface Trunks {
  list(organisation: OrganisationId): Promise<TrunkView[]>;
  add(organisation: OrganisationId, body: NewTrunkBody): Promise<TrunkWritten>;
  /** Returns undefined if the trunk does not exist. */
  change(organisation: OrganisationId, uuid: string, body: TrunkPatchBody): Promise<TrunkWritten>;
  remove(organisation: OrganisationId, uuid: string): Promise<boolean>;
  /** Returns null if the trunk has no password or it cannot be read. */
  passwordOf(trunk: Pick<TrunkRow, 'organisationId' | 'uuid'>): Promise<string | null>;
}

export interface TrunksOptions {
  readonly store: TrunkStore;
  readonly settings: SecretSettings;
  /** Called after a trunk was added, changed or removed. */
  readonly onChanged: () => void;
  readonly now: () => Date;
}

export const maxTrunks = 50;

const settingOf = (uuid: string): string => `sip_trunk.${uuid}`;

/** 80 bits, because anyone who knows it can send calls as the trunk. */
const newContactUser = (): string => `t${randomBytes(10).toString('hex')}`;

export function createTrunks({ store, settings, onChanged, now }: TrunksOptions): Trunks {
  const hasPassword = async ({ organisationId, uuid }: Pick<TrunkRow, 'organisationId' | 'uuid'>): Promise<boolean> =>
    (await settings.get(organisationId, settingOf(uuid))).state !== 'absent';

  /** Returns what to do if the password cannot be stored. */
  async function seal(organisation: OrganisationId, uuid: string, password: string | undefined) {
    const trouble = password === undefined ? undefined : await settings.put(organisation, settingOf(uuid), password);
    return trouble === undefined ? undefined : { unsealed: secretTroubles[trouble] };
  }

  return {
    async list(organisation) {
      const rows = await store.list(organisation);
      return Promise.all(rows.map(async (trunk) => ({ trunk, hasPassword: await hasPassword(trunk) })));
    },
    async add(organisation, { password, ...body }) {
      if (body.register && (body.username === null || password === undefined)) return 'no_credentials';
      if (body.encrypted_audio && body.transport !== 'tls') return 'keys_in_the_clear';
      const uuid = randomUUID();
      const unsealed = await seal(organisation, uuid, password);
      if (unsealed !== undefined) return unsealed;
      const trunk = await store.add(
        organisation,
        {
          uuid,
          name: body.name,
          registrar: body.registrar.toLowerCase(),
          transport: body.transport,
          username: body.username,
          authUsername: body.auth_username,
          fromNumber: body.from_number,
          numberPrefix: body.number_prefix,
          outboundProxy: body.outbound_proxy,
          allowedAddresses: body.allowed_addresses,
          registers: body.register,
          contactUser: newContactUser(),
          allowedCountries: countriesOf(body.allowed_countries, body.from_number),
          maxCalls: body.max_calls,
          callsPerMinute: body.calls_per_minute,
          encryptedAudio: body.encrypted_audio,
          widebandAudio: body.wideband_audio,
          transfers: body.transfers,
          createdAt: now().toISOString(),
        },
        maxTrunks,
      );
      if (trunk === 'too_many') await settings.remove(organisation, settingOf(uuid));
      else onChanged();
      return trunk === 'too_many' ? trunk : { trunk, hasPassword: password !== undefined };
    },
    async change(organisation, uuid, { password, ...body }) {
      const before = await store.get(organisation, uuid);
      if (before === undefined) return undefined;
      const willHave = password !== undefined || (await hasPassword(before));
      const username = body.username === undefined ? before.username : body.username;
      if ((body.register ?? before.registers) && (username === null || !willHave)) return 'no_credentials';
      const transport = body.transport ?? before.transport;
      if ((body.encrypted_audio ?? before.encryptedAudio) && transport !== 'tls') return 'keys_in_the_clear';
      const unsealed = await seal(organisation, uuid, password);
      if (unsealed !== undefined) return unsealed;
      const change = {
        name: body.name,
        registrar: body.registrar?.toLowerCase(),
        transport: body.transport,
        username: body.username,
        authUsername: body.auth_username,
        fromNumber: body.from_number,
        numberPrefix: body.number_prefix,
        outboundProxy: body.outbound_proxy,
        allowedAddresses: body.allowed_addresses,
        registers: body.register,
        allowedCountries:
          body.allowed_countries && countriesOf(body.allowed_countries, body.from_number ?? before.fromNumber),
        maxCalls: body.max_calls,
        callsPerMinute: body.calls_per_minute,
        encryptedAudio: body.encrypted_audio,
        widebandAudio: body.wideband_audio,
        transfers: body.transfers,
      };
      const trunk = await store.change(organisation, uuid, { ...present(change), updatedAt: now().toISOString() });
      if (trunk === undefined) return undefined;
      onChanged();
      return { trunk, hasPassword: willHave };
    },
    async remove(organisation, uuid) {
      if (!(await store.remove(organisation, uuid))) return false;
      await settings.remove(organisation, settingOf(uuid));
      onChanged();
      return true;
    },
    async passwordOf({ organisationId, uuid }) {
      const setting = await settings.get(organisationId, settingOf(uuid));
      return setting.state === 'set' ? setting.value : null;
    },
  };
}

/** Without countries, calls go to the country of the trunk's number. */
function countriesOf(allowed: readonly string[] = [], fromNumber: string): readonly string[] {
  const home = countryOf(fromNumber);
  return allowed.length > 0 || home === undefined ? allowed : [home];
}

type Present<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

const present = <T extends object>(change: T): Present<T> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Present<T>;
