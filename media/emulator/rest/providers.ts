import { asteriskSignature, createAsteriskRest } from './asterisk-rest.ts';
import type { RestProvider } from './rest-dialect.ts';
import { signatureHeaders } from './signature.ts';
import { createTelephonyARest } from './telephony-a-rest.ts';
import { accountOfTelephonyB, createTelephonyBRest } from './telephony-b-rest.ts';
import { createTelnyxRest, telnyxSignature } from './telnyx-rest.ts';
import { createTwilioRest, twilioSignature } from './twilio-rest.ts';
import { createVobizRest, vobizAccepts, vobizSignature } from './vobiz-rest.ts';
import { createVonageRest, vonageAccepts, vonageSecret, vonageSignature } from './vonage-rest.ts';

/** All providers that can be emulated, one row each. */
export const restProviders = {
  telephony_a: {
    accountOf: (authId) => ({ key: authId, account: authId }),
    open: createTelephonyARest,
    recordingExtension: 'wav',
    sign: signatureHeaders,
  },
  telephony_b: { accountOf: accountOfTelephonyB, open: createTelephonyBRest, recordingExtension: 'mp3' },
  twilio: {
    accountOf: (authId) => ({ key: authId, account: authId }),
    open: createTwilioRest,
    recordingExtension: 'wav',
    sign: twilioSignature,
  },
  telnyx: {
    accountOf: (authId) => ({ key: authId, account: authId }),
    open: createTelnyxRest,
    recordingExtension: 'wav',
    sign: (_url, _form, authToken, body = '') => telnyxSignature(body, authToken, Date.now()),
    accepts: (authorization, { authToken }) => authorization === `Bearer ${authToken}`,
  },
  vonage: {
    accountOf: (authId) => ({ key: authId, account: authId }),
    open: createVonageRest,
    recordingExtension: 'wav',
    sign: (_url, _form, authToken, body = '') => vonageSignature(body, vonageSecret(authToken), Date.now()),
    accepts: vonageAccepts,
  },
  vobiz: {
    accountOf: (authId) => ({ key: authId, account: authId }),
    open: createVobizRest,
    recordingExtension: 'wav',
    sign: (url, _form, authToken) => vobizSignature(url, authToken),
    accepts: vobizAccepts,
  },
  asterisk: {
    accountOf: (authId) => ({ key: authId, account: authId }),
    open: createAsteriskRest,
    recordingExtension: 'wav',
    sign: (_url, _form, authToken) => asteriskSignature(authToken),
  },
} as const satisfies Readonly<Record<string, RestProvider>>;

export type RestProviderName = keyof typeof restProviders;
