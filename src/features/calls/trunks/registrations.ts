import ipaddr from 'ipaddr.js';
import type { Registration, RegistrationStatus, SipPeer, SipServer } from '../../../../media/index.ts';
import { toldNumber } from '../../../http/fields.ts';
import type { Log } from '../../../log.ts';
import type { Trunks } from './service.ts';
import type { TrunkRow, TrunkStore } from './store.ts';

export interface RegistrationsOptions {
  readonly store: Pick<TrunkStore, 'all' | 'claim' | 'status'>;
  readonly passwordOf: Trunks['passwordOf'];
  readonly locate: (domain: string, transport: TrunkRow['transport']) => Promise<SipPeer | undefined>;
  readonly register: SipServer['register'];
  /** This server. */
  readonly owner: { readonly id: string; isAlive(id: string): Promise<boolean> };
  readonly log: Pick<Log, 'warn'>;
}

/** Registrations of this server, and which trunk an INVITE comes from. */
export interface TrunkRegistrations {
  /** Reads all trunks: registers new and changed ones that no other server owns, and ends removed ones. */
  round(): Promise<void>;
  /** Returns the trunk that a request comes from: by the Contact with which it is registered, or by its address. */
  trunkOf(address: string, user: string): string | undefined;
  find(uuid: string): TrunkRow | undefined;
}

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
    const { uuid, registrar, transport, outboundProxy, username, contactUser, updatedAt } = trunk;
    const password = await options.passwordOf(trunk);
    if (username === null || password === null) return refuse(trunk, 'the password of the trunk cannot be read');
    const peer = await options.locate(outboundProxy ?? registrar, transport);
    if (peer === undefined) return refuse(trunk, `${outboundProxy ?? registrar} does not resolve to an address`);
    const registration = options.register({
      domain: registrar,
      username,
      credentials: { username, password },
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
      const uuids = new Set(trunks.map(({ uuid }) => uuid));
      const gone = [...open.keys()].filter((uuid) => !uuids.has(uuid));
      await Promise.all([...gone.map(end), ...trunks.map(follow)]);
    },
    trunkOf(address, user) {
      const registered = byContact.get(user);
      if (registered !== undefined) return registered.uuid;
      const here = trunks.filter(({ allowedAddresses }) =>
        allowedAddresses.some((network) => isWithin(address, network)),
      );
      // Organisations may share a provider: then the dialled number decides.
      const ofNumber = here.find(({ fromNumber }) => toldNumber(user, fromNumber) === fromNumber);
      return (ofNumber ?? (here.length === 1 ? here[0] : undefined))?.uuid;
    },
    find: (uuid) => trunks.find((trunk) => trunk.uuid === uuid),
  };
}

/** @param network - An address or a network in CIDR notation. */
function isWithin(address: string, network: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ours = ipaddr.process(address);
  const [range, bits] = network.includes('/')
    ? ipaddr.parseCIDR(network)
    : ([ipaddr.process(network), undefined] as const);
  if (range.kind() !== ours.kind()) return false;
  return ours.match(range as never, bits ?? (range.kind() === 'ipv4' ? 32 : 128));
}
