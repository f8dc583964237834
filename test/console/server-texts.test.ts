import { expect, test } from 'vitest';
import { faultsIn, readable } from '../../console/src/server/readable.ts';
import { troubleOf } from '../../console/src/shared/form/field-faults.ts';

test.each([
  ['body phone: must be a phone number in E.164 format', 'Phone must be a phone number in E.164 format.'],
  [
    'body time_window.end: must be an hour and a minute; body languages.1: must be a language code',
    'Time window end must be an hour and a minute; Languages #2 must be a language code.',
  ],
  [
    'body phone: must be a phone number in E.164: a plus, the country code and the number',
    'Phone must be a phone number with its country code, such as +12025550143.',
  ],
  ['address uuid: must be a UUID such as 7c9e6679-7425-40de-944b-e07fc1f90ae7', 'Nothing exists at this address.'],
  [
    'Agent 7c9e had no split test. Start one with POST /api/voice/agents/7c9e6679-7425-40de/split.',
    'Agent 7c9e had no split test. Start one.',
  ],
  [
    'The agent has no draft. Save one with PATCH and draft=true, or send agent_version.',
    'The agent has no draft. Save a change as a draft first.',
  ],
  [
    'body model.uuid: must be a model that GET /api/settings/models lists.',
    'Model uuid must be a model that is listed.',
  ],
  ['The file is too large.', 'The file is too large.'],
  ['No webhook has this id: it may be deleted', 'No webhook has this id: it may be deleted.'],
  ['The body is not JSON', 'The body is not JSON.'],
])('%s is shown as: %s', (detail, text) => {
  expect(readable(detail)).toBe(text);
});

test('a refusal is split into sentences at the fields of a form', () => {
  const detail = 'body tags.1: must have the form Key:Value; body phone: must be a phone number; and 2 more.';
  const faults = faultsIn(detail);
  expect(faults).toEqual({ 'tags.1': 'Must have the form Key:Value.', phone: 'Must be a phone number.' });
  expect(faultsIn('objective gives away the hidden fact "budget".')).toEqual({
    objective: 'Gives away the hidden fact "budget".',
  });
  expect(faultsIn('A voice with the name ava exists.')).toEqual({});
  expect(
    faultsIn('body phone_number: must be an E.164 number: a plus, the country code and the number, digits only'),
  ).toEqual({ phone_number: 'Must be a phone number with its country code, such as +12025550143.' });
  const refused = { ok: false, status: 400, detail, faults } as const;
  expect(troubleOf(refused, ['tags', 'phone']).faults).toEqual({
    tags: 'Must have the form Key:Value.',
    phone: 'Must be a phone number.',
  });
  expect(troubleOf(refused, ['tags'])).toEqual({ trouble: detail, faults: { tags: 'Must have the form Key:Value.' } });
});
