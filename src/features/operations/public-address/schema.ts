import { z } from 'zod';
import { nameSchemas } from '../../../http/named-schemas.ts';

/** An origin: scheme, host and port. Paths of this server are appended to it. */
const form = 'must be https:// or http:// and a host, such as https://voice.example.com, without a path';
const origin = z
  .string()
  .max(300)
  .regex(/^\s*https?:\/\/[^\s/?#@\\]+\/?\s*$/i, form)
  .trim()
  .transform((text) => text.replace(/\/$/, ''))
  .refine(isOrigin, form)
  .transform((text) => new URL(text).origin);

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin: itself } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && itself === text.toLowerCase();
}

export const wishedAddress = z.object({ url: origin });

export const publicAddress = z.object({
  /** URL under which browsers, providers and mails reach this server; null if none is set. */
  url: z.string().nullable(),
  /** `environment`: `PUBLIC_BASE_URL` sets it, and it cannot be changed here. */
  source: z.enum(['environment', 'settings']).nullable(),
  /** When a request through it reached this server; null for one of the environment. */
  checked_at: z.string().nullable(),
});

export const proofParam = z.object({ nonce: z.string().regex(/^[0-9a-f]{32}$/) });
export const proof = z.object({ proof: z.string() });

export type PublicAddressJson = z.output<typeof publicAddress>;

nameSchemas({ PublicAddress: publicAddress, PublicAddressChange: wishedAddress, PublicAddressProof: proof });
