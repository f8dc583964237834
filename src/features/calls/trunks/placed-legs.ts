import { z } from 'zod';
import type { Bus } from '../../../cluster/index.ts';
import type { HowEnded } from '../../../telephony/index.ts';
import type { OwnLegRequest, OwnLegs } from '../transfers/index.ts';

export interface PlacedLegsOptions {
  readonly bus: Pick<Bus, 'request' | 'serve'>;
  /** Id of this server. */
  readonly node: string;
  /** Legs whose signalling is here. */
  readonly here: () => OwnLegs;
  /** Returns the server with the signalling of a call whose audio is here; undefined for a call of this server. */
  readonly signallingOf: (callId: string) => string | undefined;
}

const subjects = {
  ring: 'legs.ring',
  connect: 'legs.connect',
  hangUp: 'legs.hang_up',
  over: 'legs.over',
} as const;

/** A trunk that connects two calls itself takes a while. */
const answerMs = 15_000;
/** Ends of teammates' legs that are waited for. */
const mostAwaited = 10_000;

const ringing = z.custom<Omit<OwnLegRequest, 'onEnd'>>().and(z.object({ by: z.string() }));
const rung = z.union([
  z.object({ kind: z.literal('ringing'), legId: z.string() }),
  z.object({ kind: z.literal('not_placed'), detail: z.string() }),
]);
const connecting = z.object({ callerId: z.string(), legId: z.string() });
const connected = z.union([z.enum(['here', 'by_trunk']), z.literal(false)]);
const over = z.object({ transferUuid: z.string(), ended: z.custom<HowEnded>() });

/** Legs of teammates at the server that has the signalling of their callers. */
export function createPlacedLegs({ bus, node, here, signallingOf }: PlacedLegsOptions): OwnLegs {
  /** The server of each leg that was rung from here, by its id. */
  const places = new Map<string, string>();
  const onEnds = new Map<string, OwnLegRequest['onEnd']>();

  bus.serve(subjects.ring, async (body) => {
    const { by, ...request } = ringing.parse(body);
    const onEnd = (ended: HowEnded): void =>
      void bus.request(by, subjects.over, { transferUuid: request.transferUuid, ended });
    return here().ring({ ...request, onEnd });
  });
  bus.serve(subjects.connect, async (body) => {
    const { callerId, legId } = connecting.parse(body);
    return here().connect(callerId, legId);
  });
  bus.serve(subjects.hangUp, async (body) => {
    here().hangUp(z.string().parse(body));
    return true;
  });
  bus.serve(subjects.over, async (body) => {
    const { transferUuid, ended } = over.parse(body);
    const onEnd = onEnds.get(transferUuid);
    onEnds.delete(transferUuid);
    onEnd?.(ended);
    return true;
  });

  async function ask(at: string, subject: string, body: unknown): Promise<unknown> {
    const reply = await bus.request(at, subject, body, { timeoutMs: answerMs });
    return reply.kind === 'answer' ? reply.body : undefined;
  }

  async function ringAt(at: string, { onEnd, ...request }: OwnLegRequest): ReturnType<OwnLegs['ring']> {
    onEnds.set(request.transferUuid, onEnd);
    const answer = rung.safeParse(await ask(at, subjects.ring, { ...request, by: node }));
    const result = answer.data ?? { kind: 'not_placed', detail: 'The server of the call does not answer.' };
    if (result.kind === 'ringing') places.set(result.legId, at);
    else onEnds.delete(request.transferUuid);
    for (const waiting of [places, onEnds]) {
      const [oldest] = waiting.keys();
      if (waiting.size > mostAwaited && oldest !== undefined) waiting.delete(oldest);
    }
    return result;
  }

  return {
    ring(request) {
      const at = signallingOf(request.callerId);
      return at === undefined ? here().ring(request) : ringAt(at, request);
    },
    async connect(callerId, legId) {
      // The key may be pressed at another server than the one that had the phone rung.
      const at = places.get(legId) ?? signallingOf(callerId);
      if (at === undefined) return here().connect(callerId, legId);
      return connected.safeParse(await ask(at, subjects.connect, { callerId, legId })).data ?? false;
    },
    hangUp(legId) {
      const at = places.get(legId) ?? signallingOf(legId);
      if (at === undefined) here().hangUp(legId);
      else void ask(at, subjects.hangUp, legId);
    },
    isOpen: (legId) => places.has(legId) || here().isOpen(legId),
  };
}
