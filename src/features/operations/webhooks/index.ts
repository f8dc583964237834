export { handleDeliveries } from './delivery.ts';
export { createOutbox, type Outbox } from './outbox.ts';
export { createOutboxStore } from './outbox-store.ts';
export { registerWebhookRoutes } from './routes.ts';
export { createSealedParts } from './sealed-part.ts';
export { createSender } from './sender.ts';
export { createWebhooks, type Webhooks } from './service.ts';
export { createWebhookStore } from './store.ts';
