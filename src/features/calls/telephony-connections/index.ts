export { createNumberProofs } from './number-proofs.ts';
export { createNumberStore } from './number-store.ts';
export { registerConnectionRoutes } from './routes.ts';
export { type Connections, createConnections } from './service.ts';
