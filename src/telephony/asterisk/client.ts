import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { ClientOptions, Found, NumbersListed, TelephonyProvider, Transferred } from '../client.ts';
import { type Asking, basicAuth, type Exchanged, type Sending } from '../exchange.ts';
import { hungUp, notPlaced, read, readList } from '../rest-answers.ts';

const channel = z.looseObject({
  id: z.string().min(1),
  name: z.string().catch(''),
  dialplan: z.looseObject({ app_name: z.string().catch('') }).catch({ app_name: '' }),
});
const asteriskInfo = z.looseObject({ system: z.looseObject({ version: z.string() }) });

/** Contexts of the dialplan: dials a person, connects the one who answers, and connects two calls. */
const dialContext = 'parley-dial';
const answeredContext = 'parley-answered';
const connectContext = 'parley-connect';

/** Times to ask whether the dialplan has connected two calls, and the pause after each. */
const mostLooks = 20;
const lookEveryMs = 100;

/** Asterisk's REST interface (ARI): JSON, and basic authentication. A placed call has its uuid as channel id. */
export function openClient({ account, baseUrl, exchange }: ClientOptions): TelephonyProvider {
  const headers = {
    authorization: basicAuth(account.authId, account.authToken),
    'content-type': 'application/json',
  };
  const ask = (method: Asking['method'], path: string, body?: object, sending?: Sending): Promise<Exchanged> =>
    exchange({
      url: `${baseUrl}/ari/${path}`,
      method,
      headers,
      sending,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const channelPath = (id: string): string => `channels/${encodeURIComponent(id)}`;
  const channelOf = async (id: string) => read(channel, await ask('GET', channelPath(id)));

  /** Waits until the caller's channel executes `Bridge`, which the dialplan reports to nobody. */
  async function awaitBridge(callerId: string): Promise<Transferred> {
    for (let looks = 0; looks < mostLooks; looks++) {
      const caller = await channelOf(callerId);
      if (caller.kind === 'absent') return { kind: 'gone' };
      if (caller.kind === 'read' && caller.value.dialplan.app_name === 'Bridge') return { kind: 'done' };
      await pause(lookEveryMs);
    }
    return { kind: 'failed', detail: `The dialplan has not connected the calls. Check its context ${connectContext}.` };
  }

  return {
    async place({ callUuid, from, to, answerUrl, statusUrl, ringSeconds, maxSeconds }, sending) {
      const request = {
        // Without `/n`, Asterisk replaces the local channel by the trunk's as soon as the call is answered: the dialplan
        // then reports an end, and the channel's id is gone.
        endpoint: `Local/${to.replaceAll(/[^+\d]/g, '')}@${dialContext}/n`,
        context: answeredContext,
        extension: 's',
        priority: 1,
        callerId: from,
        timeout: ringSeconds,
        channelId: callUuid,
        variables: {
          PARLEY_CALL: callUuid,
          PARLEY_FROM: from,
          PARLEY_ANSWER: answerUrl,
          PARLEY_STATUS: statusUrl,
          PARLEY_SECONDS: String(maxSeconds),
        },
      };
      const answer = await ask('POST', 'channels', request, sending);
      return notPlaced(answer) ?? { kind: 'accepted', providerCallId: callUuid };
    },
    async hangUp({ providerCallId }) {
      if (providerCallId === undefined)
        return { kind: 'failed', detail: 'Asterisk has not assigned an id to the call yet.' };
      return hungUp(await ask('DELETE', channelPath(providerCallId)));
    },
    transfer: async () => ({ kind: 'unsupported' }),
    /**
     * ARI moves only channels of its own applications. So a local channel executes a dialplan that redirects the caller's
     * channel to `Bridge`, which needs the name of the other.
     */
    async connect(callerId, legId) {
      const leg = await channelOf(legId);
      if (leg.kind === 'absent') return { kind: 'gone' };
      if (leg.kind === 'unknown') return { kind: 'failed', detail: leg.detail };
      const request = {
        endpoint: `Local/s@${connectContext}`,
        context: connectContext,
        extension: 'h',
        priority: 1,
        variables: { PARLEY_CALLER: callerId, PARLEY_LEG: leg.value.name },
      };
      const begun = hungUp(await ask('POST', 'channels', request));
      return begun.kind === 'failed' ? begun : awaitBridge(callerId);
    },
    /** Asterisk knows only channels that exist. One that is searched for has not opened its stream. */
    async find({ callUuid, providerCallId }): Promise<Found> {
      const answer = await channelOf(providerCallId ?? callUuid);
      if (answer.kind === 'read') return { kind: 'live', providerCallId: answer.value.id };
      if (answer.kind === 'unknown') return answer;
      if (providerCallId === undefined)
        return { kind: 'unknown', detail: 'Asterisk does not list calls that are over.' };
      return { kind: 'over', providerCallId, ended: { status: 'no_answer', reason: 'no_answer' } };
    },
    owns: async () => ({ kind: 'unknown', detail: 'Asterisk does not list the numbers of its trunks.' }),
    async numbers(): Promise<NumbersListed> {
      const info = readList(asteriskInfo, await ask('GET', 'asterisk/info?only=system'));
      return info.kind === 'failed' ? info : { kind: 'accepted' };
    },
    recordings: async () => ({ kind: 'found', recordings: [] }),
  };
}
