import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createPhoneStore } from '../../src/features/calls/phones/store.ts';
import { onEachDatabase, openContacts, people } from '../contacts/contacts-app.ts';

onEachDatabase('the phone of a member', ({ place }) => {
  test('neither registers nor rings once its owner left the organisation', async () => {
    const { database } = await openContacts(await place());
    const { userUuid, organisationId } = people.mate;
    if (organisationId === undefined) throw new Error('the member has no organisation');
    const store = createPhoneStore(database);
    const addPhone = (extension: string, owner: string | null) =>
      store.add(
        organisationId,
        {
          uuid: randomUUID(),
          name: 'Desk',
          extension,
          userUuid: owner,
          sipUsername: `p${extension}`,
          createdAt: '2026-01-01T00:00:00.000Z',
        },
        10,
      );
    expect([await addPhone('201', userUuid), await addPhone('202', null)]).toMatchObject([{ userUuid }, {}]);
    const usable = async (extension: string) => [
      (await store.byUsername(`p${extension}`))?.extension,
      (await store.byExtension(organisationId, extension))?.extension,
    ];
    expect(await usable('201')).toEqual(['201', '201']);
    const { memberships } = database.tables;
    await database.system.tx(async (queries) => {
      await queries.delete(memberships).where(eq(memberships.userUuid, userUuid));
    });
    expect(await usable('201')).toEqual([undefined, undefined]);
    expect(await usable('202')).toEqual(['202', '202']);
  });
});
