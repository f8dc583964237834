import { z } from 'zod';
import type { Answering, ProviderAnswer, ProviderDocuments } from '../provider.ts';

/**
 * The dialplan dials `WebSocket` with the ticket; `url` is the address that Asterisk then opens. Or it runs `AudioSocket`
 * with the UUID.
 */
const stream = z.object({ ticket: z.string(), url: z.string(), uuid: z.string().exactOptional() });
/** Q.850 cause with which the dialplan hangs up. */
const refusal = z.object({ cause: z.int() });
const userBusy = 17;

const refusals = {
  busy: { kind: 'document', body: { cause: userBusy } satisfies z.output<typeof refusal> },
  over: { kind: 'refused', code: 'not_found', detail: 'This call has ended.' },
  no_match: { kind: 'refused', code: 'not_found', detail: 'No active inbound flow has the dialled number.' },
} as const;

/** All calls have one address in `websocket_client.conf`, so the token is a parameter. */
function answer(answering: Answering): ProviderAnswer {
  if (answering.kind !== 'stream') return refusals[answering.kind];
  const { streamUrl, streamUuid: uuid } = answering;
  const at = streamUrl.lastIndexOf('/');
  const ticket = streamUrl.slice(at + 1);
  const url = `${streamUrl.slice(0, at)}?ticket=${ticket}`;
  const body: z.output<typeof stream> = { ticket, url, ...(uuid === undefined ? {} : { uuid }) };
  return { kind: 'document', body };
}

export const documents: ProviderDocuments = { format: { type: 'json', schema: z.union([stream, refusal]) }, answer };
