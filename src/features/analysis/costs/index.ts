export { createCostSql } from './cost-sql-store.ts';
export { type CostPart, type CostStore, createCostStore } from './cost-store.ts';
export { costDetailsJson, costJson, type KnownCost } from './json.ts';
export { createPriceStore } from './price-store.ts';
export { registerPriceRoutes } from './routes.ts';
export { cost, costDetails } from './schema.ts';
export { registerTokenRoutes } from './token-routes.ts';
export { createTokenStore } from './token-store.ts';
