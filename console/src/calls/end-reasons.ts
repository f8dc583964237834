/** Why a call ended, for people. */
const reasons: Readonly<Record<string, string>> = {
  caller_hung_up: 'The caller hung up',
  agent_goodbye: 'The agent said goodbye',
  caller_goodbye: 'The caller said goodbye',
  voicemail: 'A voicemail answered',
  max_duration: 'Maximum duration reached',
  fault: 'An error ended the call',
  shutdown: 'The server was stopped',
  operator: 'Ended from the console',
  transferred: 'Transferred',
  silence: 'The caller went silent',
  stream_lost: 'The connection was lost',
  interrupted: 'Cut off: the server stopped',
  lease_expired: 'The server stopped responding',
  stream_never_opened: 'The media stream never opened',
  microphone_lost: 'The microphone was disconnected',
  dnc_request: 'The caller opted out',
  wrong_number: 'Wrong number',
  workflow_close: 'Ended by a teammate',
};

export const reasonText = (reason: string | null | undefined): string =>
  reason === null || reason === undefined ? 'Unknown' : (reasons[reason] ?? reason.replaceAll('_', ' '));
