import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { authId, signingKey } from '../credentials.ts';
import type { ConnectionForm } from '../provider.ts';

const hooks = '/api/voice/webhooks/vonage';

/** Returns a private key in PEM, with line breaks even if a form has removed them. */
function pemOf(text: string): string {
  const body = text.replaceAll(/-----(BEGIN|END) PRIVATE KEY-----/g, '').replaceAll(/\s/g, '');
  return `-----BEGIN PRIVATE KEY-----\n${body.replaceAll(/.{64}/g, '$&\n').trimEnd()}\n-----END PRIVATE KEY-----\n`;
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

export const connection: ConnectionForm = {
  authId: authId.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'must be the UUID of the application'),
  authIdLabel: 'Application ID',
  authIdHint: 'The UUID of the Voice application that the number is linked to.',
  authTokenLabel: 'Private key',
  authToken: z
    .string()
    .transform(pemOf)
    .refine(isRsaKey, 'must be the private key of the application, from BEGIN PRIVATE KEY to END PRIVATE KEY'),
  signingKey: {
    label: 'Signature secret',
    hint: 'Copy it from API settings, Signature secret, in the dashboard.',
    form: signingKey.min(8, 'must be the signature secret of the account'),
  },
  addresses: [
    { use: 'Answer URL of the application, HTTP POST', path: `${hooks}/answer` },
    { use: 'Event URL of the application, HTTP POST', path: `${hooks}/status` },
  ],
};
