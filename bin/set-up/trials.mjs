/** The trials of docs/reliability.md, by the name of their module in `bench/trials/`, in the order in which all of them are run. */
export const trials = [
  'conformance',
  'fuzz-wire',
  'fuzz-http',
  'slow-clients',
  'idle-sockets',
  'descriptors',
  'drain',
  'disk-full',
  'model-faults',
  'kill-jobs',
  'kill-campaign',
  'attack-agent',
  'tenant-sweep',
  'soak',
];
