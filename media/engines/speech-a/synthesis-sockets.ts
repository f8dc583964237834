import type { MessageSocket } from '../remote/message-socket.ts';

type Message = Readonly<Record<string, unknown>>;

/** A connection in exclusive use by one job. */
export interface SynthesisSocket {
  /** Whether an earlier job used it. */
  readonly isUsed: boolean;
  readonly isOver: boolean;
  /** A message that was read ahead. */
  first: Message | undefined;
  say(text: string): void;
  next(): Promise<Message>;
}

/** Pool of connections that stay open between jobs. */
export interface SynthesisSockets {
  /** Returns an idle connection with this configuration, else any idle one after reconfiguring it, else a new one. */
  take(config: Message): Promise<SynthesisSocket>;
  /**
   * `complete`: the server sends nothing more for the job. Otherwise the connection is closed, since the protocol
   * cannot cancel a job.
   */
  release(socket: SynthesisSocket, complete: boolean): void;
  close(): void;
}

interface Kept extends SynthesisSocket {
  config: string;
  isUsed: boolean;
  readonly socket: MessageSocket;
  idleSinceMs: number;
}

/** Maximum number of idle connections, and maximum idle time. */
const mostIdle = 32;
const idleMs = 5 * 60_000;

/** A connection that has said nothing yet. */
const connectionOn = (socket: MessageSocket): Kept => ({
  socket,
  config: '',
  isUsed: false,
  first: undefined,
  idleSinceMs: 0,
  get isOver() {
    return socket.isOver;
  },
  say(text) {
    socket.together(() => {
      socket.send({ type: 'text', data: { text } });
      socket.send({ type: 'flush' });
    });
  },
  next: socket.next,
});

export function createSynthesisSockets(open: () => Promise<MessageSocket>): SynthesisSockets {
  const idle: Kept[] = [];
  const busy = new Set<Kept>();
  let isClosed = false;

  async function opened(): Promise<Kept> {
    const socket = await open();
    if (isClosed) socket.close();
    return connectionOn(socket);
  }

  function keep(connection: Kept): void {
    if (isClosed || connection.isOver || idle.length >= mostIdle) return connection.socket.close();
    connection.idleSinceMs = performance.now();
    idle.push(connection);
  }

  /** Opens a spare connection for the reply after an interruption, which then needs no handshake. */
  function openSpare(): void {
    if (isClosed || idle.length > 0) return;
    opened().then(keep, () => {});
  }

  function idleOne(config: string): Kept | undefined {
    const now = performance.now();
    for (const connection of idle.splice(0)) {
      if (connection.isOver || now - connection.idleSinceMs > idleMs) connection.socket.close();
      else idle.push(connection);
    }
    const same = idle.findIndex((each) => each.config === config);
    return idle.splice(same < 0 ? idle.length - 1 : same, 1)[0];
  }

  return {
    async take(config) {
      const wanted = JSON.stringify(config);
      const idleConnection = idleOne(wanted);
      const connection = idleConnection ?? (await opened());
      busy.add(connection);
      if (connection.config !== wanted) connection.socket.send({ type: 'config', data: config });
      connection.config = wanted;
      return connection;
    },
    release(socket, complete) {
      const connection = socket as Kept;
      if (!busy.delete(connection)) return;
      connection.isUsed = true;
      connection.first = undefined;
      if (complete) return keep(connection);
      connection.socket.close();
      openSpare();
    },
    close() {
      isClosed = true;
      for (const connection of [...idle.splice(0), ...busy]) connection.socket.close();
      busy.clear();
    },
  };
}
