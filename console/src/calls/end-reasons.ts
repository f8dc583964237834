/** Why a call ended, for people. */
const reasons: Readonly<Record<string, string>> = {
  caller_hung_up: 'The caller hung up',
  agent_goodbye: 'The agent said goodbye',
  caller_goodbye: 'The caller said goodbye',
  voicemail: 'A voicemail answered',
  max_duration: 'It reached its longest time',
  fault: 'A fault ended it',
  shutdown: 'The server was stopped',
  operator: 'It was ended from the console',
  transferred: 'It was passed on',
  silence: 'Nobody spoke any more',
  stream_lost: 'The line was cut',
  interrupted: 'The server was stopped in the middle',
  lease_expired: 'The server stopped answering for it',
  stream_never_opened: 'The line was never opened',
  microphone_lost: 'The microphone went away',
  dnc_request: 'The caller asked not to be called',
  wrong_number: 'It was a wrong number',
};

export const reasonText = (reason: string | null | undefined): string =>
  reason === null || reason === undefined ? 'Unknown' : (reasons[reason] ?? reason.replaceAll('_', ' '));
