/** Why a call cannot start or ended early. */
export type Trouble =
  | 'insecure_page'
  | 'browser_too_old'
  | 'microphone_refused'
  | 'microphone_missing'
  | 'microphone_busy'
  | 'microphone_lost'
  | 'audio_failed'
  | 'server_unreachable'
  | 'server_busy'
  | 'server_refused'
  | 'agent_missing'
  | 'stream_refused'
  | 'stream_lost';

/** Maps the name of a `getUserMedia` error. */
export function microphoneTrouble(errorName: string): Trouble {
  switch (errorName) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'microphone_refused';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'microphone_missing';
    default:
      return 'microphone_busy';
  }
}

/** Maps the response status of a rejected stream request. */
export function ticketTrouble(status: number | undefined): Trouble {
  if (status === undefined) return 'server_unreachable';
  if (status === 404) return 'agent_missing';
  if (status === 401 || status === 403) return 'server_refused';
  return 'server_busy';
}
