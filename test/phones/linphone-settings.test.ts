import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { linphoneAddress } from '../../src/features/calls/phones/linphone-routes.ts';
import { linphoneSettings } from '../../src/features/calls/phones/linphone-settings.ts';
import { openAppOnce } from '../http/test-app.ts';

describe('linphoneSettings', () => {
  const settings = linphoneSettings({
    name: 'Küche "A" & <B>',
    username: 'p0123456789',
    password: 'a-password',
    domain: '192.0.2.1:5070',
    transport: 'tcp',
  });

  test('names the account and the server, and is read once', () => {
    expect(settings).toContain('<entry name="transient_provisioning" overwrite="true">1</entry>');
    expect(settings).toContain('<entry name="passwd" overwrite="true">a-password</entry>');
    expect(settings).toContain(
      '<entry name="reg_proxy" overwrite="true">&lt;sip:192.0.2.1:5070;transport=tcp&gt;</entry>',
    );
  });

  test('a name with quotation marks and angle brackets stays a name', () => {
    expect(settings).toContain('Küche A &amp; &lt;B&gt;');
    expect(settings).not.toContain('<B>');
  });
});

describe('the address in the QR code of a phone', () => {
  const url = '/api/voice/phones';
  const shared = openAppOnce({ env: { SIP_PORT: '5070', PUBLIC_BASE_URL: 'http://192.0.2.1:8080' } });
  const get = (address: string) => shared().http.inject({ method: 'GET', url: address });
  const post = async (path: string, payload?: object) =>
    (await shared().http.inject({ method: 'POST', url: path, ...(payload === undefined ? {} : { payload }) })).json();
  const pathOf = ({ qr }: { qr: string }): string => new URL(qr).pathname + new URL(qr).search;

  test('returns the settings until the phone has another password', async () => {
    const phone = await post(url, { name: 'Desk', extension: '201' });
    expect(new URL(phone.qr).origin).toBe('http://192.0.2.1:8080');
    const answer = await get(pathOf(phone));
    expect(answer.headers).toMatchObject({
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(answer.body).toContain(`>${phone.sip_password}</entry>`);
    const renewed = await post(`${url}/${phone.uuid}/password`);
    expect((await get(pathOf(phone))).statusCode).toBe(401);
    expect((await get(pathOf(renewed))).body).toContain(`>${renewed.sip_password}</entry>`);
  });

  test('is refused without its token, and for another phone', async () => {
    const [one, other] = [
      await post(url, { name: 'One', extension: '202' }),
      await post(url, { name: 'Other', extension: '203' }),
    ];
    const { search } = new URL(one.qr);
    for (const address of [`${url}/${one.uuid}/linphone`, `${url}/${other.uuid}/linphone${search}`])
      expect((await get(address)).statusCode).toBe(401);
  });
});

describe('the origin of that address', () => {
  const originFor = (host: string, publicUrl?: string): string | undefined => {
    const { hostname } = new URL(`http://${host}`);
    const identity = { organisationId: 'organisation', userUuid: 'user' };
    const request = { host, hostname, protocol: 'http', identity } as unknown as FastifyRequest;
    const access = { phone: { uuid: 'phone' }, password: 'a-password' } as Parameters<typeof linphoneAddress>[1];
    const address = linphoneAddress(request, access, {
      phones: { find: async () => undefined, accountOf: async () => undefined },
      tokens: { issue: () => 'token', read: async () => undefined },
      publicBaseUrl: () => publicUrl,
      registrarFor: () => ({ domain: host, transport: 'tcp' }),
    });
    return address === null ? undefined : new URL(address).origin;
  };
  const publicUrl = 'https://voice.example.com';

  test.each([
    ['of this machine', 'localhost:8080', publicUrl, publicUrl],
    ['of this machine, without a public one', 'localhost:8080', undefined, undefined],
    ['of the network', '192.168.1.5:8080', publicUrl, 'http://192.168.1.5:8080'],
    ['behind a proxy that says nothing of https', 'voice.example.com', publicUrl, publicUrl],
  ])('where the console has an address %s', (_where, host, base, expected) => {
    expect(originFor(host, base)).toBe(expected);
  });
});

describe('without an address that a phone can reach', () => {
  const shared = openAppOnce({ env: { SIP_PORT: '5070' } });

  test('a phone has no QR code', async () => {
    const payload = { name: 'Desk', extension: '201' };
    const answer = await shared().http.inject({ method: 'POST', url: '/api/voice/phones', payload });
    expect(answer.json()).toMatchObject({ qr: null });
  });
});
