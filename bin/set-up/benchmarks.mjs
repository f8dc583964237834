/** The modules of `bench/` that can be run; the others there serve them. */
export const benchmarks = ['call', 'endpoint', 'gateway', 'interrupt', 'profile', 'recognise', 'speak'];
