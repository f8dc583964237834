export { createAcceptedBy } from './accepted-store.ts';
export { registerTransferRoutes } from './routes.ts';
export { createTransfers, type HandoffStep, type Transfers, type TransfersOptions } from './service.ts';
export { createTransferStore } from './store.ts';
