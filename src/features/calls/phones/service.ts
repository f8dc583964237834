import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Binding } from '../../../../media/index.ts';
import type { OrganisationId, OwnerLock } from '../../../data/index.ts';
import type { SecretSettings } from '../../../sealed-settings/index.ts';
import { type SecretTrouble, secretTroubles } from '../../../secrets/index.ts';
import type { NewPhoneBody, PhonePatchBody } from './schema.ts';
import type { PhoneRefusal, PhoneRow, PhoneStore } from './store.ts';

export interface PhoneAccess {
  readonly phone: PhoneRow;
  readonly password: string;
}

/** `unsealed`: the password cannot be stored; `detail` says what to do. */
export type PhoneWritten<T> = T | PhoneRefusal | { readonly unsealed: string } | undefined;

/** Telephones of an organisation. */
export interface Phones
  extends Pick<PhoneStore, 'list' | 'get' | 'find' | 'byExtension' | 'ofUser' | 'flowWithExtension'> {
  add(organisation: OrganisationId, body: NewPhoneBody): Promise<PhoneWritten<PhoneAccess>>;
  change(organisation: OrganisationId, uuid: string, body: PhonePatchBody): Promise<PhoneWritten<PhoneRow>>;
  remove(organisation: OrganisationId, uuid: string): Promise<boolean>;
  /** Gives the phone a new password; it has to register again. Undefined if the phone does not exist. */
  renewPassword(organisation: OrganisationId, uuid: string): Promise<PhoneWritten<PhoneAccess>>;
  /** Returns the account with this name of any organisation, for its registration. */
  accountOf(sipUsername: string): Promise<{ readonly id: string; readonly password: string } | undefined>;
  /** Stores where a phone is. */
  registered(phoneUuid: string, bindings: readonly Binding[]): Promise<void>;
  /** Marks phones as not registered whose server is not alive any more. */
  forgetRegistrations(): Promise<void>;
}

export interface PhonesOptions {
  readonly store: PhoneStore;
  readonly settings: SecretSettings;
  /** This server. */
  readonly owner: Pick<OwnerLock, 'id' | 'isAlive'>;
  /** Drops the registrations of a phone whose password changed or that was deleted. */
  readonly onAccountChanged: (phoneUuid: string) => void;
  readonly now: () => Date;
}

export const maxPhones = 200;

const settingOf = (uuid: string): string => `phone.${uuid}`;

/** Letters that nobody confuses when a password is typed on a telephone. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const randomText = (length: number): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('');

/** 99 bits: a stranger may try passwords against an open port. */
const newPassword = (): string => [randomText(5), randomText(5), randomText(5), randomText(5)].join('-');

const newUsername = (): string => `p${randomBytes(5).toString('hex')}`;

export function createPhones({ store, settings, owner, onAccountChanged, now }: PhonesOptions): Phones {
  async function seal(organisation: OrganisationId, uuid: string): Promise<string | { readonly unsealed: string }> {
    const password = newPassword();
    const trouble: SecretTrouble | undefined = await settings.put(organisation, settingOf(uuid), password);
    return trouble === undefined ? password : { unsealed: secretTroubles[trouble] };
  }

  return {
    list: store.list,
    get: store.get,
    find: store.find,
    byExtension: store.byExtension,
    ofUser: store.ofUser,
    flowWithExtension: store.flowWithExtension,
    forgetRegistrations: () => store.forgetRegistrations(owner.isAlive),
    async add(organisation, { name, extension, user_uuid: userUuid = null }) {
      const uuid = randomUUID();
      // Stored first: a phone without a password could never register.
      const password = await seal(organisation, uuid);
      if (typeof password !== 'string') return password;
      const phone = { uuid, name, extension, userUuid, sipUsername: newUsername(), createdAt: now().toISOString() };
      const row = await store.add(organisation, phone, maxPhones);
      if (typeof row === 'object') return { phone: row, password };
      await settings.remove(organisation, settingOf(uuid));
      return row;
    },
    change: (organisation, uuid, { name, extension, user_uuid: userUuid }) =>
      store.change(organisation, uuid, {
        ...(name === undefined ? {} : { name }),
        ...(extension === undefined ? {} : { extension }),
        ...(userUuid === undefined ? {} : { userUuid }),
      }),
    async remove(organisation, uuid) {
      const isRemoved = await store.remove(organisation, uuid);
      if (!isRemoved) return false;
      await settings.remove(organisation, settingOf(uuid));
      onAccountChanged(uuid);
      return true;
    },
    async renewPassword(organisation, uuid) {
      const phone = await store.get(organisation, uuid);
      if (phone === undefined) return undefined;
      const password = await seal(organisation, uuid);
      if (typeof password !== 'string') return password;
      onAccountChanged(uuid);
      return { phone, password };
    },
    async accountOf(sipUsername) {
      const phone = await store.byUsername(sipUsername);
      if (phone === undefined) return undefined;
      const setting = await settings.get(phone.organisationId, settingOf(phone.uuid));
      return setting.state === 'set' ? { id: phone.uuid, password: setting.value } : undefined;
    },
    async registered(phoneUuid, bindings) {
      const phone = await store.find(phoneUuid);
      if (phone === undefined) return;
      const newest = [...bindings].sort((one, other) => other.registeredAtMs - one.registeredAtMs)[0];
      await store.register(phone, {
        userAgent: newest?.userAgent ?? null,
        address: newest === undefined ? null : `${newest.peer.address}:${newest.peer.port}`,
        registeredAt: newest === undefined ? null : new Date(newest.registeredAtMs).toISOString(),
        expiresAt: newest === undefined ? null : new Date(newest.expiresAtMs).toISOString(),
        behindNat: newest?.isBehindNat ?? null,
        ownerId: newest === undefined ? null : owner.id,
      });
    },
  };
}
