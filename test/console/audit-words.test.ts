import { expect, test } from 'vitest';
import { actionText } from '../../console/src/pages/activity/audit-words.ts';
import { openAppOnce } from '../http/test-app.ts';

const openApp = openAppOnce();

/** Callbacks of providers, conversations of visitors, and queries in the body of a request, which change nothing. */
const unrecorded =
  /\/webhooks\/(telephony_[ab]|twilio|telnyx|vobiz|vonage|asterisk)\/|^POST \/api\/website\/|\/password\/forgot$|\/preview$|-preview$|\/audience$/;

test('every change that people make has words on the page Activity', async () => {
  const { paths } = (await openApp().http.inject({ url: '/openapi.json' })).json();
  const actions = Object.entries(paths as Record<string, object>).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => ['post', 'put', 'patch', 'delete'].includes(method))
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(actions.length).toBeGreaterThan(150);
  const wordless = actions.filter(
    (action) => !unrecorded.test(action) && actionText({ action } as Parameters<typeof actionText>[0]) === action,
  );
  expect(wordless).toEqual([]);
});
