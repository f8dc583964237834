import { isIP } from 'node:net';
import { z } from 'zod';
import type { SipTransportName } from '../../media/index.ts';

/** Settings of telephones. */
export interface SipConfig {
  readonly host: string;
  readonly port: number;
  readonly transports: readonly SipTransportName[];
  /** Paths of the certificate and its key; present if `transports` contains `tls`. */
  readonly tls?: { readonly certPath: string; readonly keyPath: string };
  /** Address by which phones outside of the local network reach this server. */
  readonly publicAddress?: string;
  readonly rtpPorts: { readonly first: number; readonly last: number };
}

const transportNames = ['udp', 'tcp', 'tls'] as const;

const portRange = z
  .string()
  .regex(/^\d{1,5}-\d{1,5}$/, 'must be a range of ports, such as 10000-10999')
  .transform((text) => {
    const [first = 0, last = 0] = text.split('-').map(Number);
    return { first, last };
  })
  .refine(
    ({ first, last }) => first >= 1024 && last <= 65_535 && last - first >= 3,
    'must be a range of at least 4 ports from 1024 to 65535, such as 10000-10999',
  );

/** Variables of telephones. Without SIP_PORT no phone is served. */
export const sipVariables = {
  SIP_PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number from 1 to 65534, usually 5060')
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65_534, 'must be a port number from 1 to 65534, usually 5060')
    .optional(),
  SIP_HOST: z
    .string()
    .refine((value) => isIP(value) !== 0, 'must be an address of this machine, or 0.0.0.0 for all')
    .optional(),
  SIP_TRANSPORTS: z
    .string()
    .transform((text) => [...new Set(text.split(',').map((part) => part.trim().toLowerCase()))])
    .pipe(
      z
        .array(z.enum(transportNames, { error: `must be a comma-separated list of ${transportNames.join(', ')}` }))
        .min(1),
    )
    .optional(),
  SIP_TLS_CERT: z.string().optional(),
  SIP_TLS_KEY: z.string().optional(),
  SIP_PUBLIC_ADDRESS: z
    .string()
    .refine(
      (value) => isIP(value) !== 0,
      'must be the address by which phones outside of your network reach this server',
    )
    .optional(),
  RTP_PORTS: portRange.optional(),
};

type SipVariables = { readonly [Name in keyof typeof sipVariables]?: z.output<(typeof sipVariables)[Name]> };

/** Returns the combinations of these variables that cannot work. */
export function sipConflicts(env: SipVariables): string[] {
  const wantsTls = env.SIP_TRANSPORTS?.includes('tls') === true;
  if (!wantsTls || (env.SIP_TLS_CERT !== undefined && env.SIP_TLS_KEY !== undefined)) return [];
  return ['SIP_TLS_CERT and SIP_TLS_KEY must name files when SIP_TRANSPORTS contains tls'];
}

const usualPorts = { first: 10_000, last: 10_999 };

/** Where the audio of telephones reaches this server. */
export interface RtpConfig extends Pick<SipConfig, 'host' | 'publicAddress'> {
  readonly ports: SipConfig['rtpPorts'];
}

/** A server without SIP_PORT carries the telephones of another one if it has RTP_PORTS. */
export function rtpConfigOf(env: SipVariables): RtpConfig | undefined {
  if (env.SIP_PORT === undefined && env.RTP_PORTS === undefined) return undefined;
  return {
    host: env.SIP_HOST ?? '0.0.0.0',
    ports: env.RTP_PORTS ?? usualPorts,
    ...(env.SIP_PUBLIC_ADDRESS === undefined ? {} : { publicAddress: env.SIP_PUBLIC_ADDRESS }),
  };
}

/** Returns undefined if telephones are off. */
export function sipConfigOf(env: SipVariables, fromHere: (path: string) => string): SipConfig | undefined {
  if (env.SIP_PORT === undefined) return undefined;
  const { SIP_TLS_CERT: cert, SIP_TLS_KEY: key, SIP_TRANSPORTS: transports = ['udp', 'tcp'] } = env;
  const hasTls = transports.includes('tls') && cert !== undefined && key !== undefined;
  return {
    host: env.SIP_HOST ?? '0.0.0.0',
    port: env.SIP_PORT,
    transports,
    rtpPorts: env.RTP_PORTS ?? usualPorts,
    ...(hasTls ? { tls: { certPath: fromHere(cert), keyPath: fromHere(key) } } : {}),
    ...(env.SIP_PUBLIC_ADDRESS === undefined ? {} : { publicAddress: env.SIP_PUBLIC_ADDRESS }),
  };
}
