/** The modules of `bench/` that can be run; the others there serve them. */
export const benchmarks = [
  'api',
  'call',
  'codec',
  'endpoint',
  'gateway',
  'interrupt',
  'jobs',
  'overload',
  'platform',
  'profile',
  'recognise',
  'speak',
  'upload',
  'vad',
];
