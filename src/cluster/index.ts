export { type Bus, openBus } from './bus.ts';
export { createLeaseWatch } from './lease.ts';
