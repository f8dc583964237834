import type { Clock } from '../kit/clock.ts';
import type { LocalAddresses } from './dialog.ts';
import { newBranch, newCallId, newCSeq, newTag } from './identifiers.ts';
import { requestOf } from './print-message.ts';
import type { Binding, Registrar } from './registrar.ts';
import type { Transactions } from './transactions.ts';

export interface KeepAliveOptions {
  readonly registrar: Registrar;
  readonly transactions: Transactions;
  readonly addresses: LocalAddresses;
  readonly clock: Clock;
}

/** A NAT forgets a UDP mapping after 30 s of silence. */
const everyMs = 25_000;
const maxUnanswered = 3;

/** Keeps the way to phones behind a NAT open, and removes phones that no longer answer. Returns a function that stops it. */
export function keepPhonesAlive({ registrar, transactions, addresses, clock }: KeepAliveOptions): () => void {
  const unanswered = new Map<string, number>();
  let cancel = clock.after(everyMs, pingAll);

  function pingAll(): void {
    cancel = clock.after(everyMs, pingAll);
    for (const accountId of registrar.accounts)
      for (const binding of registrar.bindings(accountId))
        if (binding.peer.transport === 'udp') ping(accountId, binding);
  }

  function ping(accountId: string, { contact, peer }: Binding): void {
    const us = `<${addresses.contactFor(peer, 'parley')}>`;
    const request = requestOf('OPTIONS', contact, [
      { name: 'via', value: `${addresses.viaTo(peer)};branch=${newBranch()}` },
      { name: 'max-forwards', value: '70' },
      { name: 'from', value: `${us};tag=${newTag()}` },
      { name: 'to', value: `<${contact}>` },
      { name: 'call-id', value: newCallId() },
      { name: 'cseq', value: `${newCSeq()} OPTIONS` },
    ]);
    transactions.request(request, peer, {
      onResponse: () => void unanswered.delete(contact),
      onTimeout() {
        const count = (unanswered.get(contact) ?? 0) + 1;
        if (count < maxUnanswered) return void unanswered.set(contact, count);
        unanswered.delete(contact);
        registrar.remove(accountId, peer);
      },
    });
  }

  return () => cancel();
}
