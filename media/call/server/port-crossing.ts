import type { Transferable } from 'node:worker_threads';
import type { Remote } from '../../kit/remote.ts';
import type { MediaPorts } from '../../ports.ts';

/** `ask` waits for the result; `tell` only preserves the order. */
type Crossing = 'ask' | 'tell';

type Ports = Required<MediaPorts>;

/** Every method of the ports and how a media thread calls it on the main thread. Both ends derive from this table. */
const crossings = {
  plans: { claim: 'ask', passOn: 'ask', claimSupervision: 'ask' },
  log: { append: 'tell' },
  recordings: { write: 'ask', finish: 'ask' },
  tools: { run: 'ask' },
  transfers: { transfer: 'ask' },
  handOvers: { handOver: 'ask' },
} as const satisfies { readonly [P in keyof Ports]: { readonly [M in keyof Ports[P]]: Crossing } };

type Path = { [P in keyof Ports]: `${P}.${keyof Ports[P] & string}` }[keyof Ports];

/** The ports as the main thread offers them: one function for each method, whose argument is the array of arguments. */
export type PortOffer = Record<Path, (args: readonly unknown[]) => unknown>;

type Method = (...args: readonly unknown[]) => unknown;

const methods = Object.entries(crossings).flatMap(([port, ways]) =>
  Object.entries(ways).map(([method, way]: [string, Crossing]) => ({
    port,
    method,
    way,
    path: `${port}.${method}` as Path,
  })),
);

/** Returns the main thread's end. */
export function offerPorts(ports: MediaPorts): PortOffer {
  const all = ports as unknown as Record<string, Record<string, Method>>;
  return Object.fromEntries(
    methods.map(({ port, method, path }) => [path, (args: readonly unknown[]) => all[port]?.[method]?.(...args)]),
  ) as PortOffer;
}

/**
 * Returns the media thread's end. Samples among the arguments are transferred, not copied: the caller must not use them
 * again.
 */
export function remotePorts(main: Pick<Remote<PortOffer>, 'ask' | 'tell'>): MediaPorts {
  const ports: Record<string, Record<string, Method>> = {};
  for (const { port, method, way, path } of methods) {
    ports[port] ??= {};
    ports[port][method] = (...args) => main[way](path, args, buffersOf(args));
  }
  return ports as unknown as MediaPorts;
}

const buffersOf = (args: readonly unknown[]): Transferable[] =>
  args.flatMap((value) => (ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : []));
