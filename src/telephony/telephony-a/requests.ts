import { z } from 'zod';
import type { PlaceRequest } from '../client.ts';
import type { Asking, Exchange, Exchanged, Sending } from '../exchange.ts';

export type Ask = (method: Asking['method'], path: string, body?: object, sending?: Sending) => Promise<Exchanged>;

/** Sends JSON to paths below an address. */
export const openAsk =
  (exchange: Exchange, root: string, headers: Readonly<Record<string, string>>): Ask =>
  (method, path, body, sending) =>
    exchange({
      url: `${root}/${path}`,
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      sending,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

/** Returns the body of a request for a call. */
export const callOf = ({ from, to, answerUrl, hangupUrl, statusUrl, ringSeconds, maxSeconds }: PlaceRequest) => ({
  from,
  to,
  answer_url: answerUrl,
  answer_method: 'POST',
  hangup_url: hangupUrl,
  hangup_method: 'POST',
  ring_url: statusUrl,
  ring_method: 'POST',
  ring_timeout: ringSeconds,
  time_limit: maxSeconds,
});

/** Returns the body of a request that sends the caller to the document at `url`. */
export const transferTo = (url: string) => ({ legs: 'aleg', aleg_url: url, aleg_method: 'POST' });

export const recordingList = z.object({
  objects: z.array(
    z.looseObject({
      recording_id: z.string().min(1),
      recording_url: z.url(),
      call_uuid: z.string(),
      recording_start_ms: z.coerce.number().positive().optional().catch(undefined),
    }),
  ),
});

type ListedRecording = z.output<typeof recordingList>['objects'][number];

/** Returns a listed recording, whose file is fetched with the headers for its address. */
export const recordingOf = (
  { recording_id: id, recording_url: url, recording_start_ms: startedMs }: ListedRecording,
  headersFor: (url: string) => Readonly<Record<string, string>>,
) => ({ id, url, headers: headersFor(url), ...(startedMs === undefined ? {} : { startedMs }) });
