import type { Clock } from '../kit/clock.ts';
import { parseNameAddress, parseSipUri } from './address.ts';
import type { LocalAddresses } from './dialog.ts';
import type { Credentials } from './digest.ts';
import { newBranch, newCallId, newCSeq, newTag } from './identifiers.ts';
import { cseqOf, elementsOf, headerOf, type SipHeader, type SipRequest, type SipResponse } from './message.ts';
import { requestOf } from './print-message.ts';
import { sendRequest, statusLineOf } from './requester.ts';
import type { Transactions } from './transactions.ts';
import type { SipPeer } from './transport.ts';

export interface RegistrationStatus {
  readonly isRegistered: boolean;
  /** Raw line of the last response, for example `403 Forbidden`. */
  readonly lastResponse: string | null;
  readonly lastError: string | null;
}

export interface RegistrationOptions {
  /** Domain of the registrar. */
  readonly domain: string;
  readonly username: string;
  readonly credentials: Credentials;
  readonly peer: SipPeer;
  readonly contactUser: string;
  /** Additional headers of its requests. */
  readonly headers?: readonly SipHeader[];
  readonly transactions: Transactions;
  readonly addresses: LocalAddresses;
  readonly clock: Clock;
  onChange(status: RegistrationStatus): void;
}

/** Keeps us registered at a PBX or trunk. */
export interface Registration {
  readonly status: RegistrationStatus;
  /** Withdraws the registration. Resolves when the registrar has answered, or does not. */
  close(): Promise<void>;
}

const wantedSeconds = 600;
const firstRetryMs = 15_000;
const maxRetryMs = 600_000;

export function openRegistration(options: RegistrationOptions): Registration {
  const { domain, username, peer, contactUser, headers = [], transactions, addresses, clock, credentials } = options;
  const callId = newCallId();
  const tag = newTag();
  let number = newCSeq();
  let seconds = wantedSeconds;
  let retryMs = firstRetryMs;
  let cancelNext = (): void => {};
  let isClosed = false;
  let status: RegistrationStatus = { isRegistered: false, lastResponse: null, lastError: null };

  function change(next: RegistrationStatus): void {
    status = next;
    options.onChange(next);
  }

  function requestFor(expires: number): SipRequest {
    number += 1;
    const address = `<sip:${username}@${domain}>`;
    return requestOf('REGISTER', `sip:${domain}`, [
      { name: 'via', value: `${addresses.viaTo(peer)};branch=${newBranch()}` },
      { name: 'max-forwards', value: '70' },
      { name: 'from', value: `${address};tag=${tag}` },
      { name: 'to', value: address },
      { name: 'call-id', value: callId },
      { name: 'cseq', value: `${number} REGISTER` },
      { name: 'contact', value: `<${addresses.contactFor(peer, contactUser)}>` },
      { name: 'expires', value: String(expires) },
      ...headers,
    ]);
  }

  function again(ms: number): void {
    cancelNext();
    if (!isClosed) cancelNext = clock.after(ms, register);
  }

  function failed(lastResponse: string | null, lastError: string): void {
    change({ isRegistered: false, lastResponse, lastError });
    again(retryMs);
    retryMs = Math.min(maxRetryMs, retryMs * 2);
  }

  function receive(response: SipResponse): void {
    if (response.status < 200 || isClosed) return;
    const line = statusLineOf(response);
    if (response.status === 423) {
      const least = Number(headerOf(response, 'min-expires'));
      if (least > seconds && least <= 86_400) {
        seconds = least;
        return again(0);
      }
    }
    if (response.status >= 300) return failed(line, line);
    retryMs = firstRetryMs;
    change({ isRegistered: true, lastResponse: line, lastError: null });
    again((grantedSeconds(response) * 1000) / 2);
  }

  /** Returns for how long the registrar keeps our contact. */
  function grantedSeconds(response: SipResponse): number {
    const ours = elementsOf(response, 'contact')
      .map(parseNameAddress)
      .find((contact) => parseSipUri(contact?.uri ?? '')?.user === contactUser);
    const stated = Number(ours?.parameters.get('expires') ?? headerOf(response, 'expires') ?? seconds);
    return Number.isFinite(stated) ? Math.max(30, stated) : seconds;
  }

  function register(): void {
    sendRequest(transactions, {
      request: requestFor(seconds),
      peer,
      credentials,
      handlers: { onResponse: receive, onTimeout: () => failed(null, 'the registrar did not answer') },
      onRetry(request) {
        number = cseqOf(request)?.number ?? number;
      },
    });
  }

  register();
  return {
    get status() {
      return status;
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      cancelNext();
      if (!status.isRegistered) return;
      await new Promise<void>((resolve) => {
        const onResponse = ({ status: code }: SipResponse): void => {
          if (code >= 200) resolve();
        };
        const handlers = { onResponse, onTimeout: resolve };
        sendRequest(transactions, { request: requestFor(0), peer, credentials, handlers });
      });
    },
  };
}
