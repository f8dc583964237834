import type { Registration, RegistrationStatus, SipPeer, SipServer } from '../../../../media/index.ts';
import { allApart } from '../../../each-apart.ts';
import { createGrowingCache } from '../../../growing-cache.ts';
import { toldNumber } from '../../../http/fields.ts';
import type { Log } from '../../../log.ts';
import { networkOf } from './networks.ts';
import type { Trunks } from './service.ts';
import type { TrunkRow, TrunkStore } from './store.ts';

export interface RegistrationsOptions {
  readonly store: Pick<TrunkStore, 'all' | 'claim' | 'status'>;
  readonly passwordOf: Trunks['passwordOf'];
  readonly locate: (domain: string, transport: TrunkRow['transport']) => Promise<SipPeer | undefined>;
  /** Transports of this server. */
  readonly transports: readonly TrunkRow['transport'][];
  readonly register: SipServer['register'];
  /** This server. */
  readonly owner: { readonly id: string; isAlive(id: string): Promise<boolean> };
  readonly log: Pick<Log, 'warn' | 'error'>;
}

/** Registrations of this server, and which trunk an INVITE comes from. */
export interface TrunkRegistrations {
  /** Reads all trunks: registers new and changed ones that no other server owns, and ends removed ones. */
  round(): Promise<void>;
  /** Returns the trunk that a request comes from: by the Contact with which it is registered, or by its address. */
  trunkOf(address: string | undefined, user: string): string | undefined;
  find(uuid: string): TrunkRow | undefined;
}

/** Addresses whose trunks are remembered between two rounds. */
const maxAddresses = 10_000;

interface Open {
  readonly updatedAt: string;
  readonly registration: Registration;
}

export const routeHeadersOf = ({ outboundProxy, transport }: TrunkRow): { name: string; value: string }[] =>
  outboundProxy === null
    ? []
    : [{ name: 'route', value: `<sip:${outboundProxy}${transport === 'udp' ? '' : `;transport=${transport}`};lr>` }];

export function createTrunkRegistrations(options: RegistrationsOptions): TrunkRegistrations {
  const { store, owner, log } = options;
  const open = new Map<string, Open>();
  let trunks: readonly TrunkRow[] = [];
  let byContact: ReadonlyMap<string, TrunkRow> = new Map();
  let byNetwork: readonly { readonly trunk: TrunkRow; readonly contains: (address: string) => boolean }[] = [];
  /** Trunks by the address of their requests: strangers may send many, and each costs a search of all networks. */
  const byAddress = createGrowingCache<readonly TrunkRow[]>(maxAddresses);

  function trunksAt(address: string): readonly TrunkRow[] {
    const known = byAddress.get(address);
    if (known !== undefined) return known;
    const here = byNetwork.filter(({ contains }) => contains(address)).map(({ trunk }) => trunk);
    byAddress.set(address, here);
    return here;
  }

  const save = (trunk: TrunkRow, status: RegistrationStatus): void =>
    void store
      .status(trunk, status)
      .catch((error: unknown) => log.warn({ err: error, trunkUuid: trunk.uuid }, 'failed to store a trunk status'));

  const refuse = (trunk: TrunkRow, lastError: string): void => {
    if (trunk.lastError !== lastError || trunk.isRegistered)
      save(trunk, { isRegistered: false, lastResponse: null, lastError });
  };

  async function isOurs(trunk: TrunkRow): Promise<boolean> {
    if (trunk.ownerId === owner.id) return true;
    if (trunk.ownerId !== null && (await owner.isAlive(trunk.ownerId))) return false;
    return store.claim(trunk, owner.id);
  }

  async function register(trunk: TrunkRow): Promise<void> {
    const { uuid, registrar, transport, outboundProxy, username, authUsername, contactUser, updatedAt } = trunk;
    if (!options.transports.includes(transport))
      return refuse(trunk, `SIP_TRANSPORTS of this server lacks ${transport}; add it or change the trunk`);
    const password = await options.passwordOf(trunk);
    if (username === null || password === null) return refuse(trunk, 'the password of the trunk cannot be read');
    const peer = await options.locate(outboundProxy ?? registrar, transport);
    if (peer === undefined) return refuse(trunk, `${outboundProxy ?? registrar} does not resolve to an address`);
    const registration = options.register({
      domain: registrar,
      username,
      credentials: { username: authUsername ?? username, password },
      peer,
      contactUser,
      headers: routeHeadersOf(trunk),
      onChange: (status) => save(trunk, status),
    });
    open.set(uuid, { updatedAt, registration });
  }

  async function end(uuid: string): Promise<void> {
    const registration = open.get(uuid)?.registration;
    open.delete(uuid);
    await registration?.close();
  }

  async function follow(trunk: TrunkRow): Promise<void> {
    const current = open.get(trunk.uuid);
    const isCurrent = current?.updatedAt === trunk.updatedAt && trunk.registers;
    const isOwner = trunk.registers && (await isOurs(trunk));
    if (isCurrent && isOwner) return;
    // Withdrawn first: the new registration may be for the same Contact.
    if (current !== undefined) await end(trunk.uuid);
    if (isOwner) await register(trunk);
  }

  return {
    async round() {
      trunks = await store.all();
      byContact = new Map(trunks.filter(({ registers }) => registers).map((trunk) => [trunk.contactUser, trunk]));
      byNetwork = trunks.map((trunk) => ({ trunk, contains: networkOf(trunk.allowedAddresses) }));
      byAddress.clear();
      const uuids = new Set(trunks.map(({ uuid }) => uuid));
      const gone = [...open.keys()].filter((uuid) => !uuids.has(uuid));
      await allApart(gone, end, {
        log,
        trouble: 'failed to end a SIP registration',
        name: (trunkUuid) => ({ trunkUuid }),
      });
      await allApart(trunks, follow, {
        log,
        trouble: 'failed to register a SIP trunk',
        name: ({ uuid }) => ({ trunkUuid: uuid }),
        record: async (trunk) => {
          // One that is registered, here or by another server, still is.
          if (open.has(trunk.uuid) || (trunk.ownerId !== null && trunk.ownerId !== owner.id)) return;
          refuse(trunk, 'an internal error; the log of the server has the details');
        },
      });
    },
    trunkOf(address, user) {
      const registered = byContact.get(user);
      if (registered !== undefined) return registered.uuid;
      if (address === undefined) return undefined;
      const here = trunksAt(address);
      const ofNumber = here.filter(({ fromNumber }) => toldNumber(user, fromNumber) === fromNumber);
      // Organisations may share a provider: then the dialled number decides, unless several claim it.
      const owners = new Set(ofNumber.map(({ organisationId }) => organisationId));
      if (owners.size > 0) return owners.size === 1 ? ofNumber[0]?.uuid : undefined;
      return here.length === 1 ? here[0]?.uuid : undefined;
    },
    find: (uuid) => trunks.find((trunk) => trunk.uuid === uuid),
  };
}
