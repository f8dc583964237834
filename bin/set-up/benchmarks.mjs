/** The modules of `bench/` that can be run; the others there serve them. */
export const benchmarks = [
  'api',
  'audio',
  'call',
  'codec',
  'documents',
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
