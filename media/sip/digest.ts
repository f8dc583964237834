import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { unquote } from './address.ts';
import { splitList } from './message.ts';

/** Algorithms of digest authentication (RFC 7616 and 8760), the preferred one first. */
const digestAlgorithms = ['SHA-256', 'MD5'] as const;
export type DigestAlgorithm = (typeof digestAlgorithms)[number];

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface DigestFields {
  readonly username: string;
  readonly realm: string;
  readonly nonce: string;
  readonly uri: string;
  readonly response: string;
  readonly algorithm: DigestAlgorithm;
  readonly qop: string;
  readonly nc: string;
  readonly cnonce: string;
  readonly opaque: string;
}

const hash = (algorithm: DigestAlgorithm, text: string): string =>
  createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
    .update(text)
    .digest('hex');

/** Parses the fields of a Digest header. Returns undefined for another scheme. */
function fieldsOf(header: string): ReadonlyMap<string, string> | undefined {
  const scheme = /^\s*Digest\s+/i.exec(header);
  if (scheme === null) return undefined;
  const fields = new Map<string, string>();
  for (const field of splitList(header.slice(scheme[0].length))) {
    const equals = field.indexOf('=');
    if (equals > 0) fields.set(field.slice(0, equals).trim().toLowerCase(), unquote(field.slice(equals + 1).trim()));
  }
  return fields;
}

function algorithmOf(text: string | undefined): DigestAlgorithm | undefined {
  const name = (text ?? 'MD5').toUpperCase();
  return digestAlgorithms.find((algorithm) => algorithm === name);
}

/** Reads an Authorization or Proxy-Authorization header. Returns undefined if it is unusable. */
export function parseAuthorization(header: string): DigestFields | undefined {
  const fields = fieldsOf(header);
  const algorithm = algorithmOf(fields?.get('algorithm'));
  if (fields === undefined || algorithm === undefined) return undefined;
  const text = (name: string): string => fields.get(name) ?? '';
  return {
    username: text('username'),
    realm: text('realm'),
    nonce: text('nonce'),
    uri: text('uri'),
    response: text('response').toLowerCase(),
    algorithm,
    qop: text('qop').toLowerCase(),
    nc: text('nc'),
    cnonce: text('cnonce'),
    opaque: text('opaque'),
  };
}

function responseOf(fields: Omit<DigestFields, 'response' | 'opaque'>, password: string, method: string): string {
  const { algorithm, username, realm, nonce, uri, qop, nc, cnonce } = fields;
  const secret = hash(algorithm, `${username}:${realm}:${password}`);
  const request = hash(algorithm, `${method}:${uri}`);
  const middle = qop === '' ? nonce : `${nonce}:${nc}:${cnonce}:${qop}`;
  return hash(algorithm, `${secret}:${middle}:${request}`);
}

/** Returns whether the response was computed with this password. Takes the same time for every wrong response. */
export function isAuthorized(fields: DigestFields, password: string, method: string): boolean {
  const wanted = Buffer.from(responseOf(fields, password, method));
  const stated = Buffer.from(fields.response);
  return wanted.length === stated.length && timingSafeEqual(wanted, stated);
}

export type NonceState = 'valid' | 'stale' | 'forged';

/** Nonces that are signed and not stored, so that a flood of requests uses no memory. Each is for one address. */
export interface Nonces {
  create(address: string): string;
  check(nonce: string, address: string): NonceState;
}

export interface NonceOptions {
  readonly key: Buffer;
  readonly nowMs: () => number;
  readonly lifeMs: number;
}

export function createNonces({ key, nowMs, lifeMs }: NonceOptions): Nonces {
  const signatureOf = (body: string, address: string): string =>
    createHmac('sha256', key).update(`${body}|${address}`).digest('base64url').slice(0, 22);
  return {
    create(address) {
      const body = `${Math.floor(nowMs()).toString(36)}.${randomBytes(6).toString('hex')}`;
      return `${body}.${signatureOf(body, address)}`;
    },
    check(nonce, address) {
      const at = nonce.lastIndexOf('.');
      const body = nonce.slice(0, Math.max(0, at));
      const stated = Buffer.from(nonce.slice(at + 1));
      const wanted = Buffer.from(signatureOf(body, address));
      if (stated.length !== wanted.length || !timingSafeEqual(stated, wanted)) return 'forged';
      const ageMs = nowMs() - Number.parseInt(body.split('.')[0] ?? '', 36);
      return ageMs >= 0 && ageMs < lifeMs ? 'valid' : 'stale';
    },
  };
}

/**
 * Returns the challenge of a 401 or 407. It is MD5 alone: libre before 2.0 and PJSIP before 2.11 give up on a response
 * that offers SHA-256 as well.
 */
export const challengeOf = (realm: string, nonce: string, isStale: boolean): string =>
  `Digest realm="${realm}", nonce="${nonce}", algorithm=MD5, qop="auth"${isStale ? ', stale=true' : ''}`;

export interface AuthorizationOptions {
  /** Values of the WWW-Authenticate or Proxy-Authenticate headers. */
  readonly challenges: readonly string[];
  readonly credentials: Credentials;
  readonly method: string;
  readonly uri: string;
}

/** Returns the header that answers a challenge, or undefined if none of them is supported. */
export function authorizationFor({ challenges, credentials, method, uri }: AuthorizationOptions): string | undefined {
  const supported = challenges.flatMap((challenge) => {
    const fields = fieldsOf(challenge);
    const algorithm = algorithmOf(fields?.get('algorithm'));
    return fields === undefined || algorithm === undefined ? [] : [{ fields, algorithm }];
  });
  const chosen = digestAlgorithms.flatMap((name) => supported.filter(({ algorithm }) => algorithm === name))[0];
  if (chosen === undefined) return undefined;
  const { fields, algorithm } = chosen;
  const offersAuth = (fields.get('qop') ?? '').split(',').some((qop) => qop.trim().toLowerCase() === 'auth');
  const parts = {
    username: credentials.username,
    realm: fields.get('realm') ?? '',
    nonce: fields.get('nonce') ?? '',
    uri,
    algorithm,
    qop: offersAuth ? 'auth' : '',
    nc: '00000001',
    cnonce: randomBytes(8).toString('hex'),
  };
  const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
  const opaque = fields.get('opaque');
  return [
    `Digest username=${quoted(parts.username)}`,
    `realm=${quoted(parts.realm)}`,
    `nonce=${quoted(parts.nonce)}`,
    `uri=${quoted(uri)}`,
    `response="${responseOf(parts, credentials.password, method)}"`,
    `algorithm=${algorithm}`,
    ...(offersAuth ? [`qop=auth`, `nc=${parts.nc}`, `cnonce="${parts.cnonce}"`] : []),
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
  ].join(', ');
}
