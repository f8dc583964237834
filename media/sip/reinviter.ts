import { allowHeader } from './allowed-methods.ts';
import type { ClientHandlers } from './client-transaction.ts';
import type { Dialog, InDialog } from './dialog.ts';
import { sdpBody } from './leg.ts';
import { cseqOf, type SipHeader, type SipResponse } from './message.ts';
import type { Transactions } from './transactions.ts';

/** Sends a request of a dialog. */
export type SendInDialog = (method: string, inDialog: InDialog, handlers: ClientHandlers) => void;

/** Our own changes of an established session. */
export interface Reinviter {
  /** Sends an INVITE with our description, and the ACK to its answer. Resolves to undefined without a response. */
  invite(sdp: string, headers: readonly SipHeader[]): Promise<SipResponse | undefined>;
  /** True while an INVITE of ours has no answer: one from the peer meanwhile is refused with 491. */
  readonly isWaiting: boolean;
}

export function createReinviter({
  dialog,
  transactions,
  send,
}: {
  readonly dialog: Dialog;
  readonly transactions: Transactions;
  readonly send: SendInDialog;
}): Reinviter {
  let isWaiting = false;
  return {
    invite(sdp, headers) {
      isWaiting = true;
      return new Promise((resolve) => {
        const settle = (response: SipResponse | undefined): void => {
          isWaiting = false;
          resolve(response);
        };
        const onResponse = (response: SipResponse): void => {
          if (response.status < 200) return;
          if (response.status < 300) {
            dialog.retarget(response);
            const number = cseqOf(response)?.number ?? 0;
            transactions.acknowledge(dialog.request('ACK', { number }), dialog.peer);
          }
          settle(response);
        };
        const inDialog = { headers: [allowHeader, ...headers], body: sdpBody(sdp) };
        send('INVITE', inDialog, { onResponse, onTimeout: () => settle(undefined) });
      });
    },
    get isWaiting() {
      return isWaiting;
    },
  };
}
