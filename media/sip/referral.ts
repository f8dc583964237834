import { userOf, withoutEscapes } from './address.ts';
import type { InDialog } from './dialog.ts';
import { phraseOf } from './print-message.ts';
import type { SendInDialog } from './reinviter.ts';
import type { ServerTransaction } from './server-transaction.ts';

/** A transfer that we ask the peer for (RFC 3515). */
export interface Referral {
  /** Resolves to the final status of the peer's new call, or of its refusal. */
  refer(target: string): Promise<number>;
  /** Handles a NOTIFY, which reports how that call goes. */
  receive(transaction: ServerTransaction): void;
  /** The call is over before its transfer was reported: 202 if the peer had agreed to it. */
  abandon(): void;
}

/** Whom a REFER asks us to call, and the Call-ID of the call whose place that one is to take. */
export interface ReferredTo {
  readonly user: string;
  readonly replaces: string | undefined;
}

/** Reads the URI of a REFER, with the header `Replaces` that it may contain. */
export function readReferredTo(uri: string): ReferredTo {
  const replaces = /[?&]replaces=([^&]*)/i.exec(uri)?.[1];
  return { user: userOf(uri), replaces: replaces === undefined ? undefined : replacedIn(withoutEscapes(replaces)) };
}

/** Returns the value of a Replaces header for a call of ours: each tag is named as the peer sees it. */
export const replacesHeaderOf = ({
  callId,
  localTag,
  remoteTag,
}: {
  readonly callId: string;
  readonly localTag: string;
  readonly remoteTag: string;
}): string => `${callId};to-tag=${remoteTag};from-tag=${localTag}`;

/** Returns the Call-ID of a Replaces header. */
export const replacedIn = (header: string): string => (header.split(';')[0] ?? '').trim();

/** Returns the NOTIFY that tells the peer how the call goes that it asked for (RFC 3515). */
export const progressOf = (status: number): InDialog => ({
  headers: [
    { name: 'event', value: 'refer' },
    { name: 'subscription-state', value: status < 200 ? 'active;expires=60' : 'terminated;reason=noresource' },
  ],
  body: { type: 'message/sipfrag;version=2.0', content: `SIP/2.0 ${status} ${phraseOf(status)}\r\n` },
});

export function createReferral(send: SendInDialog): Referral {
  let settle: ((status: number) => void) | undefined;
  let isAccepted = false;

  function finish(status: number): void {
    const resolve = settle;
    settle = undefined;
    resolve?.(status);
  }

  return {
    refer(target) {
      return new Promise((resolve) => {
        settle = resolve;
        isAccepted = false;
        const headers = [{ name: 'refer-to', value: `<${target}>` }];
        const onResponse = ({ status }: { readonly status: number }): void => {
          if (status >= 300) finish(status);
          else if (status >= 200) isAccepted = true;
        };
        send('REFER', { headers }, { onResponse, onTimeout: () => finish(408) });
      });
    },
    receive({ request, respond }) {
      respond({ status: 200 });
      const status = Number(/^SIP\/2\.0 ([1-6]\d\d)/.exec(request.body.toString('utf8'))?.[1]);
      if (status >= 200) finish(status);
    },
    abandon: () => finish(isAccepted ? 202 : 487),
  };
}
