export { createAcceptedBy } from './accepted-store.ts';
export {
  type HandoffStep,
  noOwnLegs,
  type OwnLegRequest,
  type OwnLegs,
  type Transfers,
  type TransfersOptions,
} from './contract.ts';
export { registerTransferRoutes } from './routes.ts';
export { createTransfers } from './service.ts';
export { createTransferStore } from './store.ts';
