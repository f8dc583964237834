export { type Moments, meanInterval, momentsOf, momentsOfShare } from './moments.ts';
export { type Difference, differenceBetween, leastForDifference } from './sequential.ts';
export { wilsonOf } from './shares.ts';
export { signTest } from './sign-test.ts';
