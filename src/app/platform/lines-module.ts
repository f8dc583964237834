import type { Config } from '../../config/config.ts';
import { createPlacedLines } from '../../features/calls/phones/index.ts';
import type { Log } from '../../log.ts';
import type { Cluster } from './cluster-module.ts';
import type { MediaLink } from './media-link.ts';
import type { Every } from './rounds.ts';
import type { Storage } from './storage-module.ts';

export interface LinesModuleOptions {
  readonly config: Pick<Config, 'cluster' | 'rtp'>;
  readonly storage: Pick<Storage, 'database' | 'owner' | 'bus'>;
  readonly media: MediaLink;
  readonly cluster: Pick<Cluster, 'about' | 'placement'>;
  readonly every: Every;
  readonly log: Log;
}

/** A server that died is noticed within two rounds. */
const roundMs = 5000;

/** Lines of telephones, at this server and at others. */
export function openLinesModule({ config, storage, media, cluster, every, log }: LinesModuleOptions) {
  const isAlone = storage.database.dialect === 'sqlite';
  const lines = createPlacedLines({
    bus: storage.bus,
    node: storage.owner.id,
    media: { open: media.openTelephone, connect: media.connectTelephones },
    addresses: config.rtp,
    carriesCalls: config.cluster.role !== 'control',
    placement: isAlone ? undefined : cluster.placement,
    liveNodes: async () => new Set((await cluster.about.nodes()).map(({ id }) => id)),
  });
  const rounds = every(roundMs, lines.round, log, 'failed to look after the lines at other servers');
  return {
    lines,
    /** Called once calls can be answered, also where the telephones are at another server. */
    watch(): void {
      if (!isAlone) rounds.start();
    },
    close: () => rounds.stop(),
  };
}

export type Lines = ReturnType<typeof openLinesModule>;
