/** Timers of RFC 3261, table 4, in milliseconds. */
export const timers = {
  /** Estimate of the round trip: the first retransmission. */
  t1: 500,
  /** Maximum interval between retransmissions. */
  t2: 4000,
  /** Maximum time for which a message stays in the network. */
  t4: 5000,
  /** A transaction without an answer ends. */
  timeout: 32_000,
} as const;
