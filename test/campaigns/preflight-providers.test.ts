import { describe, expect, test } from 'vitest';
import { newVonageKey } from '../../media/emulator/rest/vonage-rest.ts';
import { createFakeMedia } from '../http/test-app.ts';
import { addFlow, type OutboundApp, openOutboundApp, ownNumber } from '../telephony/outbound-app.ts';
import type { ProviderUnderTest } from '../telephony/provider-under-test.ts';
import { providersUnderTest } from '../telephony/providers-under-test.ts';

/** Providers of which only the credentials can be tested. */
const withoutList = ['vonage', 'asterisk'];

describe.each(
  providersUnderTest
    .filter(({ module }) => module.name !== 'toy')
    .map((tested) => [tested.module.name, tested] as const),
)('the check before a launch over %s', (name, tested) => {
  const { displayName } = tested.module;
  const works = { status: 'ok', detail: `Calls go out over ${displayName}.` };
  const doubted = (detail: RegExp) => ({
    status: 'warning',
    detail: expect.stringMatching(new RegExp(`^Calls are to go out over ${displayName}\\. .*${detail.source}.*\\.$`)),
  });

  async function connect({ http, provider }: OutboundApp, change: (account: Account) => Partial<Account> = () => ({})) {
    const account = tested.account(provider);
    const { authId, authToken, signingKey } = { ...account, ...change(account) };
    const key = signingKey === undefined ? {} : { signing_key: signingKey };
    const payload = { auth_id: authId, auth_token: authToken, phone_number: ownNumber, ...key };
    const url = `/api/voice/integrations/telephony/${name}`;
    expect((await http.inject({ method: 'PUT', url, payload })).statusCode).toBe(200);
  }

  const checkOf = async ({ http }: OutboundApp, flowUuid: string, code: string) => {
    const { checks } = (await http.inject(`/api/voice/flows/${flowUuid}/preflight`)).json();
    return checks.find((check: { code: string }) => check.code === code);
  };
  const line = (app: OutboundApp) => checkOf(app, app.flowUuid, 'line');
  const open = (numbers = [ownNumber]): Promise<OutboundApp> =>
    openOutboundApp({ media: createFakeMedia(), emulated: tested, connected: false, provider: { numbers } });

  test('blocks while it is not connected, and is a tick once the provider has confirmed the account', async () => {
    const app = await open();
    expect(await line(app)).toMatchObject({ status: 'blocking', detail: 'No telephony provider is connected.' });
    const inbound = await addFlow(app, { kind: 'inbound', phoneNumber: ownNumber });
    expect(await checkOf(app, inbound, 'number')).toMatchObject({ status: 'warning' });
    await connect(app);
    expect(await line(app)).toMatchObject(works);
    const answers = { status: 'ok', detail: `Answers ${ownNumber} over ${displayName}.` };
    expect(await checkOf(app, inbound, 'number')).toMatchObject(answers);
  });

  test('warns of credentials that the provider rejects', async () => {
    const app = await open();
    await connect(app, wrongToken);
    expect(await line(app)).toMatchObject(doubted(/Enter the .* again/));
    const inbound = await addFlow(app, { kind: 'inbound', phoneNumber: ownNumber });
    const detail = expect.stringMatching(/^Is to answer .* Enter the .* again\.$/);
    expect(await checkOf(app, inbound, 'number')).toMatchObject({ status: 'warning', detail });
  });

  test('warns of an account that lacks the number, where the provider lists them', async () => {
    const app = await open(['+12025550177']);
    await connect(app);
    const isKnown = !withoutList.includes(name);
    expect(await line(app)).toMatchObject(isKnown ? doubted(/The account does not have/) : works);
  });

  test('warns of a provider that cannot be reached', async () => {
    const app = await open();
    await app.provider.close();
    await connect(app);
    expect(await line(app)).toMatchObject(doubted(/The credentials are not tested yet/));
  });
});

type Account = ReturnType<ProviderUnderTest['account']>;

const wrongToken = ({ authToken }: Account) => ({
  authToken: authToken.startsWith('-----BEGIN') ? newVonageKey() : `${authToken}x`,
});
