import { z } from 'zod';
import {
  addressTowards,
  type MediaServer,
  type RtpAgreement,
  type RtpLine,
  type RtpReport,
} from '../../../../media/index.ts';
import type { Bus, Placement } from '../../../cluster/index.ts';

/** The audio of one telephone call, at this server or at another one. */
export interface PlacedLine extends RtpLine {
  /** Returns the address of its audio, as a peer reaches it. */
  addressTowards(peerAddress: string): string;
}

/** What decides where a line is opened. */
export interface WantedLine {
  /** Session whose stream the line will carry: it is opened where that has a slot. Without one, at any server. */
  readonly session?: string | undefined;
  /** Line with which it will be connected. */
  readonly beside?: Pick<RtpLine, 'id'> | undefined;
}

/** Lines of telephone calls whose signalling is here. */
export interface PlacedLines {
  /** Binds ports. Resolves to undefined if none is free. */
  open(wanted: WantedLine): Promise<PlacedLine | undefined>;
  /** Lets the far ends of two started lines of one server hear each other. Resolves to false if one of them is over. */
  connect(line: Pick<RtpLine, 'id'>, other: Pick<RtpLine, 'id'>): Promise<boolean>;
  /** Returns the server with the signalling of a call whose audio is here; undefined for a call of this server. */
  signallingOf(callId: string): string | undefined;
  /** Closes the lines of servers that are gone, and those of this server that nobody else would end. */
  round(): Promise<void>;
}

/** Where the audio of telephones reaches a server. */
export interface LineAddresses {
  readonly host: string;
  readonly publicAddress?: string | undefined;
}

export interface PlacedLinesOptions {
  readonly bus: Pick<Bus, 'request' | 'serve'>;
  /** Id of this server. */
  readonly node: string;
  /** Lines of this server. */
  readonly media: Pick<MediaServer['telephones'], 'open'> & {
    connect(line: RtpLine, other: RtpLine): Promise<boolean>;
  };
  /** Undefined if this server has no telephones. */
  readonly addresses: LineAddresses | undefined;
  /** Whether this server carries calls. */
  readonly carriesCalls: boolean;
  /** Chooses a server; undefined if there is only this one. */
  readonly placement: Pick<Placement, 'reserve'> | undefined;
  /** Returns the ids of the servers that report. Rejects while that is unknown. */
  readonly liveNodes: () => Promise<ReadonlySet<string>>;
}

/** Requests to the server of a line, and `closed` to that of its signalling. */
const subjects = {
  open: 'lines.open',
  start: 'lines.start',
  begin: 'lines.begin',
  connect: 'lines.connect',
  change: 'lines.change',
  check: 'lines.check',
  closed: 'lines.closed',
} as const;

/** A call starts once its ticket is claimed in the database. */
const answerMs = 5000;

// Only servers of this installation can sign messages.
const agreement = z.custom<RtpAgreement>();
const parties = z.custom<Parameters<RtpLine['begin']>[1]>();
const opening = z.object({ signalling: z.string(), beside: z.string().optional() });
const opened = z.object({
  id: z.string(),
  port: z.number(),
  address: z.string(),
  publicAddress: z.string().optional(),
});
const starting = z.object({ id: z.string(), token: z.string(), agreement, parties });
const beginning = starting.omit({ token: true });
const connecting = z.object({ id: z.string(), other: z.string() });
const changing = z
  .object({ id: z.string() })
  .and(z.union([z.object({ agreement }), z.object({ digit: z.string() }), z.object({ end: z.string() })]));
const checking = z.object({ ids: z.array(z.string()) });
const closing = z.object({ id: z.string(), reason: z.string(), report: z.custom<RtpReport>().nullable() });

export function createPlacedLines(options: PlacedLinesOptions): PlacedLines {
  const { bus, node, addresses, placement, carriesCalls } = options;
  /** Lines of this server whose signalling is at another one. */
  const hosted = new Map<string, HostedLine>();
  /** Lines of other servers whose signalling is here. */
  const remote = new Map<string, { readonly line: PlacedLine; readonly at: string }>();
  /** Servers with lines that did not report when they were last looked for. */
  const missing = new Set<string>();

  serveLines({ ...options, hosted });
  bus.serve(subjects.closed, async (body) => {
    const { id, reason, report } = closing.parse(body);
    close(id, reason, report ?? undefined);
    return true;
  });

  function close(id: string, reason: string, report: RtpReport | undefined): void {
    const closed = remote.get(id);
    remote.delete(id);
    closed?.line.onClosed(reason, report);
  }

  async function ask(at: string, subject: string, body: object): Promise<unknown> {
    const reply = await bus.request(at, subject, body, { timeoutMs: answerMs });
    return reply.kind === 'answer' ? reply.body : undefined;
  }

  async function openHere(beside: WantedLine['beside']): Promise<PlacedLine | undefined> {
    if (addresses === undefined) return undefined;
    const line = await options.media.open(beside as RtpLine | undefined);
    return line && Object.assign(line, { addressTowards: (peer: string) => addressTowards(peer, addresses) });
  }

  async function openAt(at: string, beside: WantedLine['beside']): Promise<PlacedLine | undefined> {
    const wanted = { signalling: node, beside: beside?.id } satisfies z.input<typeof opening>;
    const { success, data } = opened.safeParse(await ask(at, subjects.open, wanted));
    if (!success) return undefined;
    const { id, port, address: host, publicAddress } = data;
    let isAsked = false;
    const change = (body: z.input<typeof changing>): void => void ask(at, subjects.change, body);
    const end = (reason: string): void => {
      // The server of the line reports only the end of a started call.
      if (!isAsked) remote.delete(id);
      change({ id, end: reason });
    };
    async function run(subject: string, body: object): Promise<boolean> {
      isAsked = true;
      if ((await ask(at, subject, { id, ...body })) === true) return true;
      remote.delete(id);
      // It may have started, and only its answer was lost.
      change({ id, end: 'not started' });
      return false;
    }
    const line: PlacedLine = {
      id,
      port,
      addressTowards: (peer) => addressTowards(peer, { host, publicAddress }),
      start: (token, rtp, start) => run(subjects.start, { token, agreement: rtp, parties: start }),
      begin: (rtp, start) => run(subjects.begin, { agreement: rtp, parties: start }),
      update: (rtp) => change({ id, agreement: rtp }),
      key: (digit) => change({ id, digit }),
      end,
      onClosed() {},
    };
    remote.set(id, { line, at });
    return line;
  }

  /** Returns the server at which to open a line. */
  async function serverFor({ session, beside }: WantedLine): Promise<string> {
    if (beside !== undefined) return remote.get(beside.id)?.at ?? node;
    if (session === undefined && carriesCalls) return node;
    return (await placement?.reserve(session ?? crypto.randomUUID()))?.node ?? node;
  }

  return {
    signallingOf: (callId) => [...hosted.values()].find((line) => line.callId === callId)?.signalling,
    async open(wanted) {
      const at = await serverFor(wanted);
      if (at === node) return openHere(wanted.beside);
      const line = await openAt(at, wanted.beside);
      // A server without RTP_PORTS carries no telephones.
      return line ?? (wanted.beside === undefined ? openHere(undefined) : undefined);
    },
    async connect(line, other) {
      const [at, second] = [remote.get(line.id)?.at, remote.get(other.id)?.at];
      if (at !== second) return false;
      if (at === undefined) return options.media.connect(line as RtpLine, other as RtpLine);
      return (await ask(at, subjects.connect, { id: line.id, other: other.id })) === true;
    },
    async round() {
      const servers = new Set([...remote.values()].map(({ at }) => at));
      for (const { signalling } of hosted.values()) servers.add(signalling);
      for (const at of missing) if (!servers.has(at)) missing.delete(at);
      if (servers.size === 0) return;
      const live = await options.liveNodes();
      for (const at of servers) {
        const ids = [...remote].flatMap(([id, line]) => (line.at === at ? [id] : []));
        if (live.has(at)) {
          missing.delete(at);
          if (ids.length === 0) continue;
          const gone = z.array(z.string()).safeParse(await ask(at, subjects.check, { ids }));
          for (const id of gone.data ?? []) close(id, 'fault', undefined);
        } else if (missing.has(at)) {
          for (const id of ids) close(id, 'fault', undefined);
          endQuiet(at);
        } else missing.add(at);
      }
    },
  };

  /** Ends lines that wait for a server that is gone. Others end when their far end sends nothing more. */
  function endQuiet(signalling: string): void {
    for (const [id, line] of [...hosted]) {
      if (line.signalling !== signalling || !line.isQuiet) continue;
      hosted.delete(id);
      line.line.end('fault');
    }
  }
}

/** Whether the far end may send nothing for as long as it likes: it is on hold, or rings. */
const isQuiet = ({ receives, isEarly = false }: RtpAgreement): boolean => !receives || isEarly;

interface HostedLine {
  readonly line: RtpLine;
  readonly signalling: string;
  /** Id of the call at its far end, once it has started. */
  callId?: string;
  /** Whether its far end may send nothing: it has not started, is on hold, or rings. */
  isQuiet: boolean;
}

/** Carries out what the server of the signalling asks for. */
function serveLines({
  bus,
  media,
  addresses,
  hosted,
}: Pick<PlacedLinesOptions, 'bus' | 'media' | 'addresses'> & { readonly hosted: Map<string, HostedLine> }): void {
  async function run(
    { id, agreement: rtp, parties: { callId } }: z.output<typeof beginning>,
    start: (line: RtpLine) => Promise<boolean>,
  ): Promise<boolean> {
    const line = hosted.get(id);
    if (line === undefined) return false;
    line.callId = callId;
    line.isQuiet = isQuiet(rtp);
    const isStarted = await start(line.line);
    if (!isStarted) hosted.delete(id);
    return isStarted;
  }

  bus.serve(subjects.open, async (body) => {
    const { signalling, beside } = opening.parse(body);
    // Lines can be connected on one thread only.
    const near = beside === undefined ? undefined : hosted.get(beside)?.line;
    const line = addresses === undefined ? undefined : await media.open(near);
    if (line === undefined || addresses === undefined) return null;
    hosted.set(line.id, { line, signalling, isQuiet: true });
    line.onClosed = (reason, report) => {
      hosted.delete(line.id);
      void bus.request(signalling, subjects.closed, { id: line.id, reason, report: report ?? null });
    };
    const { host, publicAddress } = addresses;
    // Which of several own addresses a peer of another server reaches is not known: the first one.
    const address = addressTowards('0.0.0.0', { host });
    return { id: line.id, port: line.port, address, publicAddress } satisfies z.input<typeof opened>;
  });
  bus.serve(subjects.start, async (body) => {
    const request = starting.parse(body);
    return run(request, (line) => line.start(request.token, request.agreement, request.parties));
  });
  bus.serve(subjects.begin, async (body) => {
    const request = beginning.parse(body);
    return run(request, (line) => line.begin(request.agreement, request.parties));
  });
  bus.serve(subjects.connect, async (body) => {
    const { id, other } = connecting.parse(body);
    const [line, second] = [hosted.get(id), hosted.get(other)];
    return line !== undefined && second !== undefined && media.connect(line.line, second.line);
  });
  bus.serve(subjects.change, async (body) => {
    const change = changing.parse(body);
    const host = hosted.get(change.id);
    if (host === undefined) return true;
    if ('agreement' in change) {
      host.isQuiet = isQuiet(change.agreement);
      host.line.update(change.agreement);
    } else if ('digit' in change) host.line.key(change.digit);
    else {
      host.line.end(change.end);
      // Only the end of a started call is reported.
      if (host.callId === undefined) hosted.delete(change.id);
    }
    return true;
  });
  bus.serve(subjects.check, async (body) => checking.parse(body).ids.filter((id) => !hosted.has(id)));
}
