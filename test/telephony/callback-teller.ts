import { lineNumber } from '../http/test-app.ts';
import type { OutboundApp } from './outbound-app.ts';
import type { Fields, Form, ProviderUnderTest } from './provider-under-test.ts';

export const caller = '+15550001111';

/** Sends callbacks as a provider does. */
export function createTeller(tested: ProviderUnderTest) {
  const { module, emulator } = tested;
  const hook = (path: string): string => `/api/voice/webhooks/${module.name}/${path}`;
  const bodyOf = (fields: Fields): string =>
    tested.sendsJson === true ? JSON.stringify(fields) : new URLSearchParams(fields as Form).toString();
  const contentType = tested.sendsJson === true ? 'application/json' : 'application/x-www-form-urlencoded';
  const signsAll = module.signature?.signsAll === true;
  /** Returns the headers of a signed callback; none from a provider that does not sign. */
  const signed = (
    app: OutboundApp,
    url: string,
    fields: Fields,
    token = tested.account(app.provider).authToken,
  ): Form => emulator.sign?.(url, fields as Form, token, bodyOf(fields)) ?? {};
  /** Returns the id of a call that rings at the provider, which a request to answer it must name. */
  const ringing = ({ provider }: OutboundApp, id: string): string =>
    module.capabilities.answersByRequest === true
      ? provider.callIn({ from: caller, to: lineNumber, fields: {}, fate: { ringMs: 60_000 } }).id
      : id;
  /** Sends a callback; signed if the provider signs every one and no headers are given. */
  const tell = async (app: OutboundApp, path: string, fields: Fields, headers?: Form) => {
    const { publicBaseUrl } = app;
    const given = headers ?? (signsAll ? signed(app, `${publicBaseUrl}${hook(path)}`, fields) : {});
    return send(app, path, bodyOf(fields), given);
  };
  const send = async ({ http }: OutboundApp, path: string, payload: string, given: Form = {}) => {
    const headers = { 'content-type': contentType, authorization: '', ...given };
    const { statusCode: status, body } = await http.inject({ method: 'POST', url: hook(path), headers, payload });
    return { status, body };
  };
  return { hook, bodyOf, contentType, signsAll, signed, ringing, tell, send };
}
