import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { SipServer, SipSiblings } from '../../../../media/index.ts';
import type { Bus } from '../../../cluster/index.ts';

export interface SiblingsOptions {
  readonly bus: Pick<Bus, 'publish' | 'subscribe' | 'request' | 'serve'>;
  /** Id of this server. */
  readonly node: string;
  /** Ids of the servers that reported last. */
  readonly liveNodes: () => readonly string[];
  readonly server: () => Pick<SipServer, 'receive' | 'send'> | undefined;
}

/** Published to all servers: only the one with the mark acts. */
const passedSubject = 'sip.passed';
/** Request to the server that passed a message on. */
const answeredSubject = 'sip.answered';

const peer = z.object({ transport: z.enum(['udp', 'tcp', 'tls']), address: z.string(), port: z.number() });
const passed = z.object({ to: z.string(), by: z.string(), bytes: z.base64(), source: peer });
const answered = z.object({ bytes: z.base64(), peer });

const markOf = (node: string): string => createHash('sha256').update(node).digest('hex').slice(0, 8);

/** Passes requests of calls to the server of the installation that has the call. */
export function createSiblings({ bus, node, liveNodes, server }: SiblingsOptions): SipSiblings {
  const mark = markOf(node);
  bus.subscribe(passedSubject, (body) => {
    const { to, by, bytes, source } = passed.parse(body);
    if (to === mark) server()?.receive(Buffer.from(bytes, 'base64'), { ...source, passedBy: by });
  });
  bus.serve(answeredSubject, async (body) => {
    const answer = answered.parse(body);
    server()?.send(Buffer.from(answer.bytes, 'base64'), answer.peer);
    return true;
  });
  return {
    mark,
    isLive: (other) => liveNodes().some((id) => markOf(id) === other),
    pass(to, bytes, source) {
      void bus.publish(passedSubject, { to, by: node, bytes: bytes.toString('base64'), source: peer.parse(source) });
    },
    answer(by, bytes, to) {
      void bus.request(by, answeredSubject, { bytes: bytes.toString('base64'), peer: peer.parse(to) });
    },
  };
}
