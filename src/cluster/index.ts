export { type Broker, type Bus, openBus } from './bus.ts';
export { createDatabaseClock, type DatabaseClock } from './database-clock.ts';
export { createLeaseWatch } from './lease.ts';
export type { RefusedMessage } from './message-seal.ts';
export { natsAdvice } from './nats-advice.ts';
export { nameOfNode } from './node-name.ts';
export {
  type ClusterLoad,
  createNodeStore,
  type ListedNode,
  type NodeReport,
  type Place,
  silentAfterMs,
} from './node-store.ts';
export { createNodeWatch, type NodeNews, type NodeStateCounts } from './node-watch.ts';
export { type LocalMedia, type Placement, placeAmongNodes, placeHere } from './placement.ts';
export { createTicketSeal, type TicketSeal } from './ticket-seal.ts';
export { type Claimed, createTicketStore, type TicketStore } from './ticket-store.ts';
