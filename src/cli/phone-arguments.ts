import type { RtpCodec, SipTransportName } from '../../media/index.ts';
import { CliFault } from './cli-fault.ts';

/** An account of a telephone, and how it calls. */
export interface PhoneArguments {
  /** Address or name of the SIP server, with a port other than the usual one. */
  readonly domain: string;
  readonly transport: SipTransportName;
  readonly username: string;
  readonly password: string;
  readonly codec: RtpCodec;
}

/** Options of `parley call` that make it a telephone. */
export const phoneOptions = {
  sip: { type: 'string' },
  user: { type: 'string' },
  password: { type: 'string' },
  transport: { type: 'string' },
  codec: { type: 'string' },
} as const;

type PhoneValues = { readonly [Name in keyof typeof phoneOptions]?: string | undefined };

const transports = ['udp', 'tcp', 'tls'] as const;
const codecs = ['PCMU', 'PCMA', 'G722'] as const;

/** Returns undefined without `--sip`. Throws `bad_argument` with the reason. */
export function readPhoneArguments(values: PhoneValues, env: NodeJS.ProcessEnv): PhoneArguments | undefined {
  const { sip: domain } = values;
  if (domain === undefined) {
    const stray = Object.keys(phoneOptions).find((name) => values[name as keyof PhoneValues] !== undefined);
    if (stray !== undefined) throw bad(`--${stray} needs --sip`);
    return undefined;
  }
  if (!/^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:[0-9]{1,5})?$/i.test(domain))
    throw bad(`--sip must be an address or a name such as 127.0.0.1:5060, not "${domain}"`);
  const username = values.user ?? env.PARLEY_SIP_USER ?? '';
  const password = values.password ?? env.PARLEY_SIP_PASSWORD ?? '';
  if (username === '' || password === '')
    throw bad(
      '--sip needs --user and --password (or PARLEY_SIP_USER and PARLEY_SIP_PASSWORD), as the page Phones shows',
    );
  if (!/^[\w.+-]{1,100}$/.test(username)) throw bad('--user must be the user name of a phone');
  return {
    domain,
    username,
    password,
    transport: oneOf('transport', transports, (values.transport ?? 'udp').toLowerCase()),
    codec: oneOf('codec', codecs, (values.codec ?? 'PCMU').toUpperCase().replace('.', '')),
  };
}

function oneOf<T extends string>(option: string, choices: readonly T[], value: string): T {
  const choice = choices.find((name) => name === value);
  if (choice === undefined) throw bad(`--${option} must be one of ${choices.join(', ')}, not "${value}"`);
  return choice;
}

const bad = (message: string): CliFault => new CliFault('bad_argument', message);
