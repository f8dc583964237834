export { registerCustomerRoutes, unknownCustomer } from './routes.ts';
export { customerId } from './schema.ts';
export { type Customers, createCustomers } from './service.ts';
export { createCustomerStore } from './store.ts';
