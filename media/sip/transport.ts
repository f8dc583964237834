/** Where messages come from and go to. */
export interface SipPeer {
  readonly transport: SipTransportName;
  readonly address: string;
  readonly port: number;
  /** Host name that a TLS certificate must contain. */
  readonly name?: string;
  /** Another server that received the peer's message and passed it on. */
  readonly passedBy?: string;
}

export type SipTransportName = 'udp' | 'tcp' | 'tls';

/** Sends bytes to a peer. Never throws; a message that cannot be sent is lost, and its transaction times out. */
export type SendTo = (bytes: Buffer, peer: SipPeer) => void;

export const isReliable = ({ transport }: SipPeer): boolean => transport !== 'udp';

export const peerKey = ({ transport, address, port }: SipPeer): string => `${transport}:${address}:${port}`;
