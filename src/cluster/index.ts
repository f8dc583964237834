export { type Broker, type Bus, openBus } from './bus.ts';
export { createLeaseWatch } from './lease.ts';
export type { RefusedMessage } from './message-seal.ts';
export { natsAdvice } from './nats-advice.ts';
export { nameOfNode } from './node-name.ts';
export { type ClusterLoad, createNodeStore, type ListedNode, type NodeReport, type Place } from './node-store.ts';
export { type LocalMedia, type Placement, placeAmongNodes, placeHere } from './placement.ts';
export { createTicketStore, type TicketStore } from './ticket-store.ts';
