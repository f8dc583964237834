import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Database, forOrganisation, localOrganisation, type OrganisationId } from '../../src/data/index.ts';
import { createExtractionFieldStore } from '../../src/features/analysis/extraction-fields/index.ts';
import { createAccountStore, firstPlacement, newAccount } from '../../src/features/people/accounts/index.ts';
import { createApiKeyStore } from '../../src/features/people/api-keys/index.ts';
import { createMemberStore } from '../../src/features/people/members/index.ts';
import { createOrganisationStore } from '../../src/features/people/organisations/index.ts';
import { onEachDatabase, openAt } from './databases.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const person = (email: string, second = 0) =>
  newAccount({ email, passwordHash: `hash of ${email}`, now: () => new Date(at(second)) });
const waiting = { superadmin: false, waitlistStatus: 'pending' } as const;
const placed = (organisationId: OrganisationId, organisationName = 'Theirs') =>
  ({
    superadmin: false,
    waitlistStatus: 'none',
    membership: { organisationId, organisationName, role: 'admin' },
  }) as const;
const page = { limit: 10, offset: 0 };
const ours = localOrganisation;

onEachDatabase('who is who', ({ place }) => {
  let database: Database;
  let reopened: () => Promise<Database>;
  beforeEach(async () => {
    const where = await place();
    database = await openAt(where);
    // A second connection to SQLite would wait for the first on the thread that both have: processes take turns there.
    reopened = () => (database.dialect === 'sqlite' ? Promise.resolve(database) : openAt(where));
  });

  /** An account, the first one with the organisation that everything belongs to. */
  async function addPerson(email: string, second = 0): Promise<string> {
    const account = person(email, second);
    await createAccountStore(database).add(account, (isFirst) => (isFirst ? firstPlacement('Ours') : waiting));
    return account.uuid;
  }
  const join = (email: string, role: 'member' | 'manager' | 'admin' = 'member', organisationId = ours) =>
    createMemberStore(database).add({
      organisationId,
      email,
      name: undefined,
      role,
      newUserUuid: randomUUID(),
      createdAt: at(9),
    });

  test('a new organisation has a scorecard, and customers to practise with', async () => {
    await addPerson('ada@example.com');
    const { tables } = database;
    const { read } = forOrganisation(database, ours);
    const personas = await read.select(tables.personas);
    const scenarios = await read.select(tables.scenarios);
    expect(personas.map(({ name }) => name).sort()).toEqual(['Dana Moss', 'Robin Hale', 'Sam Ortiz']);
    expect(scenarios.map(({ personaUuid }) => personaUuid).sort()).toEqual(personas.map(({ uuid }) => uuid).sort());
    expect(scenarios.map(({ difficulty }) => difficulty).sort()).toEqual(['easy', 'hard', 'medium']);
    expect((await createExtractionFieldStore(database).list(ours)).fields.length).toBeGreaterThan(0);
  });

  describe('accounts', () => {
    test('are found by e-mail address and UUID, with their organisation if they have one', async () => {
      const store = createAccountStore(database);
      expect(await store.isEmpty()).toBe(true);
      const [ada, bob] = [await addPerson('ada@example.com', 1), await addPerson('bob@example.com', 2)];
      expect(await store.isEmpty()).toBe(false);
      expect(await store.byEmail('ada@example.com')).toEqual({
        uuid: ada,
        email: 'ada@example.com',
        name: null,
        passwordHash: 'hash of ada@example.com',
        superadmin: true,
        waitlistStatus: 'none',
        emailVerifiedAt: null,
        membership: { organisationId: ours, organisationName: 'Ours', role: 'admin' },
      });
      const found = await store.byUuid(bob);
      expect(found).toMatchObject({ superadmin: false, waitlistStatus: 'pending' });
      expect(found).not.toHaveProperty('membership');
      expect((await store.list()).map(({ uuid }) => uuid)).toEqual([ada, bob]);
      expect(await store.byEmail('eve@example.com')).toBeUndefined();
      expect(await store.add(person('eve@example.com'), () => undefined)).toBe('refused');
      expect(await store.byEmail('eve@example.com')).toBeUndefined();
    });

    test('with one e-mail address, created at once on two servers, are one', async () => {
      await addPerson('ada@example.com');
      const stores = [database, await reopened()].map(createAccountStore);
      const organisations = Array.from({ length: 6 }, () => randomUUID() as OrganisationId);
      const added = await Promise.all(
        organisations.map((organisation, index) =>
          stores[index % 2]?.add(person('bob@example.com'), () => placed(organisation)),
        ),
      );
      expect(added.sort()).toEqual(['added', ...Array(5).fill('known')]);
      expect(await stores[0]?.list()).toHaveLength(2);
      // Nor did those that came too late leave an organisation behind.
      expect((await createOrganisationStore(database).list(page)).total).toBe(2);
    });

    test('have one superadmin, however many are created first at the same time', async () => {
      const stores = [database, await reopened()].map(createAccountStore);
      const added = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          stores[index % 2]?.add(person(`p${index}@example.com`), (isFirst) =>
            isFirst ? firstPlacement() : placed(randomUUID() as OrganisationId),
          ),
        ),
      );
      expect(added).toEqual(Array(6).fill('added'));
      const all = await createAccountStore(database).list();
      expect(all.filter(({ superadmin }) => superadmin)).toHaveLength(1);
      expect(all.filter(({ membership }) => membership?.organisationId === ours)).toHaveLength(1);
    });

    test('keep their newest sessions until these expire', async () => {
      const store = createAccountStore(database);
      const userUuid = await addPerson('ada@example.com');
      const other = await addPerson('bob@example.com');
      const begin = (uuid: string, second: number, of = userUuid) =>
        store.addSession({ uuid, userUuid: of, createdAt: at(second), expiresAt: at(second + 30) }, 2);
      const isIn = async (uuid: string, now: number, of = userUuid) =>
        (await store.bySession({ uuid, userUuid: of }, at(now))) !== undefined;
      for (const [second, uuid] of ['a', 'b', 'c'].entries()) await begin(uuid, second);
      await begin('d', 3, other);
      expect(await Promise.all(['a', 'b', 'c'].map((uuid) => isIn(uuid, 4)))).toEqual([false, true, true]);
      expect(await isIn('c', 4, other)).toBe(false);
      expect(await isIn('c', 32)).toBe(false);
      await store.endSession('b');
      expect(await isIn('b', 4)).toBe(false);
      await store.setPassword(userUuid, 'new');
      expect(await isIn('c', 4)).toBe(false);
      expect(await isIn('d', 4, other)).toBe(true);
    });

    test('get a password by a link that works once, also under concurrent use', async () => {
      const store = createAccountStore(database);
      const twin = createAccountStore(await reopened());
      const userUuid = await addPerson('ada@example.com');
      const link = (tokenSha256: string) =>
        store.addReset({ tokenSha256, userUuid, expiresAt: at(60), provesEmail: true }, at(0), 2);
      expect([await link('x'), await link('y'), await link('z')]).toEqual([true, true, false]);
      expect([await store.findReset('x', at(59)), await store.findReset('x', at(60))]).toEqual([userUuid, undefined]);
      expect(await store.redeemReset('x', 'late', at(60))).toBe(false);
      const redeemed = await Promise.all(
        [store, twin, store, twin].map((one, i) => one.redeemReset('x', `${i}`, at(1))),
      );
      expect(redeemed.filter(Boolean)).toHaveLength(1);
      expect((await store.byUuid(userUuid))?.passwordHash).toBe(String(redeemed.indexOf(true)));
      expect(await store.redeemReset('y', 'another', at(1))).toBe(false);
    });
  });

  describe('members', () => {
    test('belong to one organisation and cannot join another', async () => {
      const theirs = randomUUID() as OrganisationId;
      const members = createMemberStore(database);
      const ada = await addPerson('ada@example.com');
      await createAccountStore(database).add(person('eve@example.com'), () => placed(theirs));
      await addPerson('zoe@example.com');
      expect([await join('bob@example.com'), await join('zoe@example.com', 'manager')]).toEqual(['added', 'added']);
      expect([await join('bob@example.com'), await join('eve@example.com')]).toEqual(['member_already', 'elsewhere']);
      const listed = await members.list(ours);
      expect(listed.map(({ email, role, status }) => [email, role, status])).toEqual(
        expect.arrayContaining([
          ['ada@example.com', 'admin', 'active'],
          ['bob@example.com', 'member', 'invited'],
          ['zoe@example.com', 'manager', 'invited'],
        ]),
      );
      expect(await members.list(theirs)).toHaveLength(1);
      expect(await members.get(theirs, ada)).toBeUndefined();
      expect(await members.update(theirs, ada, { role: 'member' })).toBe('unknown');
      expect(await members.remove(theirs, ada)).toBe('unknown');
      expect((await createAccountStore(database).byEmail('zoe@example.com'))?.waitlistStatus).toBe('approved');
    });

    test('lose their sessions with their role, and their keys with their membership', async () => {
      const accounts = createAccountStore(database);
      const members = createMemberStore(database);
      await addPerson('ada@example.com');
      await join('bob@example.com');
      const userUuid = (await accounts.byEmail('bob@example.com'))?.uuid ?? '';
      const begin = () => accounts.addSession({ uuid: 's', userUuid, createdAt: at(0), expiresAt: at(9) }, 9);
      const isIn = async () => (await accounts.bySession({ uuid: 's', userUuid }, at(1))) !== undefined;
      await begin();
      expect(await members.update(ours, userUuid, { name: 'Bob', role: 'member' })).toBe('done');
      expect(await isIn()).toBe(true);
      expect(await members.update(ours, userUuid, { role: 'manager' })).toBe('done');
      expect([await isIn(), (await members.get(ours, userUuid))?.name]).toEqual([false, 'Bob']);
      await begin();
      await createApiKeyStore(database).add(newKey('k', userUuid), 5);
      expect(await members.remove(ours, userUuid)).toBe('done');
      expect([await isIn(), await createApiKeyStore(database).all()]).toEqual([false, []]);
      expect(await accounts.byUuid(userUuid)).not.toHaveProperty('membership');
    });

    test.each(['remove', 'demote'])('keep one admin, when the last two %s each other at once', async (how) => {
      const ada = await addPerson('ada@example.com');
      await join('bob@example.com', 'admin');
      const bob = (await createAccountStore(database).byEmail('bob@example.com'))?.uuid ?? '';
      await createAccountStore(database).setPassword(bob, 'chosen');
      const [here, there] = [database, await reopened()].map(createMemberStore);
      const drop = (store: typeof here, uuid: string) =>
        how === 'remove' ? store?.remove(ours, uuid) : store?.update(ours, uuid, { role: 'member' });
      expect((await Promise.all([drop(here, ada), drop(there, bob)])).sort()).toEqual(['done', 'last_admin']);
      expect((await here?.list(ours))?.filter(({ role }) => role === 'admin')).toHaveLength(1);
    });
  });

  describe('organisations', () => {
    test('are listed with their members, and admit a waiting account once', async () => {
      const store = createOrganisationStore(database);
      const twin = createOrganisationStore(await reopened());
      await addPerson('ada@example.com');
      await addPerson('bob@example.com', 1);
      await addPerson('zoe@example.com', 2);
      expect((await store.waiting({ limit: 1, offset: 1 })).rows.map(({ email }) => email)).toEqual([
        'zoe@example.com',
      ]);
      const own = () => ({ kind: 'new', organisationId: randomUUID() as OrganisationId, name: 'Bobs' }) as const;
      const admitted = await Promise.all([store, twin].map((one) => one.admit('bob@example.com', own(), at(5))));
      expect(admitted.sort()).toEqual(['needs_password', 'not_waiting']);
      const into = { kind: 'existing', organisationId: ours, role: 'member' } as const;
      const nowhere = { ...into, organisationId: randomUUID() as OrganisationId };
      expect(await store.admit('zoe@example.com', nowhere, at(5))).toBe('no_organisation');
      expect(await store.admit('zoe@example.com', into, at(5))).toBe('needs_password');
      expect((await store.waiting(page)).total).toBe(0);
      const { rows, total } = await store.list(page);
      expect([rows.map(({ name, members }) => [name, members]), total]).toEqual([
        [
          ['Ours', 2],
          ['Bobs', 1],
        ],
        2,
      ]);
      expect((await store.find('Bobs')).map(({ uuid }) => uuid)).toEqual([rows[1]?.uuid]);
      expect((await store.find(ours)).map(({ name }) => name)).toEqual(['Ours']);
    });
  });

  describe('API keys', () => {
    test('are found with the present role of their owner, while the membership lasts', async () => {
      const store = createApiKeyStore(database);
      await addPerson('ada@example.com');
      await join('bob@example.com', 'manager');
      const bob = (await createAccountStore(database).byEmail('bob@example.com'))?.uuid ?? '';
      const key = newKey('k', bob);
      expect(await store.add(key, 1)).toBe(true);
      expect(await store.add(newKey('l', bob), 1)).toBe(false);
      expect(await store.byPrefix('prefix k')).toEqual({
        ...key,
        role: 'manager',
        ownerEmail: 'bob@example.com',
        ownerName: null,
        lastUsedAt: null,
        removedScopes: [],
      });
      await store.used('k', at(5), at(4));
      await store.used('k', at(6), at(4));
      expect((await store.list(ours))[0]?.lastUsedAt).toBe(at(5));
      expect(await store.list(ours, randomUUID())).toEqual([]);
      const foreign = randomUUID() as OrganisationId;
      expect([await store.list(foreign), await store.remove(foreign, 'k')]).toEqual([[], false]);
      expect([await store.remove(ours, 'k', randomUUID()), await store.remove(ours, 'k', bob)]).toEqual([false, true]);
      expect(await store.byPrefix('prefix k')).toBeUndefined();
    });

    test('stay within their limit when many are created at the same time', async () => {
      const userUuid = await addPerson('ada@example.com');
      const stores = [database, await reopened()].map(createApiKeyStore);
      const made = await Promise.all(
        Array.from({ length: 6 }, (_, index) => stores[index % 2]?.add(newKey(`k${index}`, userUuid), 2)),
      );
      expect(made.filter(Boolean)).toHaveLength(2);
      expect(await forOrganisation(database, ours).read.count(database.tables.apiKeys)).toBe(2);
    });
  });
});

const newKey = (uuid: string, userUuid: string) => ({
  uuid,
  userUuid,
  organisationId: ours,
  name: 'a key',
  prefix: `prefix ${uuid}`,
  sha256: 'digest',
  scopes: ['voice:calls:read'] as const,
  createdAt: at(3),
  restricted: true,
  expiresAt: at(9),
});
