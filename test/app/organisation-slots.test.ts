import { expect, test } from 'vitest';
import { createOrganisationSlots } from '../../src/app/platform/organisation-slots.ts';
import type { OrganisationId } from '../../src/data/index.ts';

const uploader = (organisation: string, userUuid: string) => ({
  organisationId: organisation as OrganisationId,
  userUuid,
});

test('neither a user nor an organisation can hold all upload slots', () => {
  const slots = createOrganisationSlots({ atOnce: 8, ofOrganisation: 5, ofUser: 3 });
  const enter = (organisation: string, user: string) => slots.enter(uploader(organisation, user));
  const ofAda = Array.from({ length: 4 }, () => enter('a', 'ada'));
  expect(ofAda.map((leave) => leave !== undefined)).toEqual([true, true, true, false]);
  const ofAlan = Array.from({ length: 3 }, () => enter('a', 'alan'));
  expect(ofAlan.map((leave) => leave !== undefined)).toEqual([true, true, false]);
  expect(enter('a', 'ann')).toBeUndefined();
  const ofBob = Array.from({ length: 4 }, () => enter('b', 'bob'));
  expect(ofBob.map((leave) => leave !== undefined)).toEqual([true, true, true, false]);
  expect(enter('c', 'cem')).toBeUndefined();
  ofAlan[0]?.();
  ofAlan[0]?.();
  expect(enter('c', 'cem')).toBeDefined();
  expect(enter('c', 'cem')).toBeUndefined();
});
