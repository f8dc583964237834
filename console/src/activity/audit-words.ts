import type { AuditEvent } from '../server/answers.ts';

/** What was asked for, by method and path without the base that sign-in pages share. */
const words: Readonly<Record<string, string>> = {
  'POST register': 'Made an account',
  'POST demo': 'Created the sample account',
  'POST login': 'Signed in',
  'POST password/reset': 'Set a password by a link',
  'user add': 'Added an account',
  'user password': 'Set somebody’s password',
  'user role': 'Changed a role',
  'key create': 'Made an API key',
  'key revoke': 'Revoked an API key',
  'POST members': 'Added a member',
  'PATCH members/{user_uuid}': 'Changed a member',
  'DELETE members/{user_uuid}': 'Removed a member',
  'POST api-keys': 'Made an API key',
  'DELETE api-keys/{uuid}': 'Revoked an API key',
  'POST logout': 'Signed out',
  'POST password/change': 'Changed their password',
  'POST superadmin/waitlist/{email}/approve': 'Let somebody in who waited',
  'POST /api/voice/agents': 'Made a voice agent',
  'PATCH /api/voice/agents/{uuid}': 'Changed a voice agent',
  'DELETE /api/voice/agents/{uuid}': 'Deleted a voice agent',
  'POST /api/kb/documents': 'Added a document',
  'PATCH /api/kb/documents/{uuid}': 'Renamed a document',
  'DELETE /api/kb/documents/{uuid}': 'Deleted a document',
  'POST /api/agents/ocr_agent/process_pdf': 'Processed a document',
  'POST /api/kb/documents/{uuid}/reading': 'Processed a document',
  'DELETE /api/kb/documents/{uuid}/reading': 'Called off the reading of a document',
  'POST /api/voice/flows': 'Made a campaign',
  'PATCH /api/voice/flows/{uuid}': 'Changed a campaign',
  'DELETE /api/voice/flows/{uuid}': 'Deleted a campaign',
  'POST /api/voice/flows/{uuid}/toggle': 'Paused or resumed a campaign',
  'POST /v1/campaigns/{uuid}/launch': 'Launched a campaign',
  'POST /v1/campaigns/{uuid}/stop': 'Stopped a campaign',
  'POST /api/voice/flows/{uuid}/browser-test': 'Began a test call',
  'POST /v1/calls': 'Placed a call',
  'POST /api/voice/calls/{uuid}/end': 'Ended a call',
  'PUT /api/integrations/telephony/{provider}': 'Connected a telephony provider',
  'DELETE /api/integrations/telephony/{provider}': 'Disconnected a telephony provider',
  'PUT /api/voice/integrations/telephony/{provider}': 'Connected a telephony provider',
  'DELETE /api/voice/integrations/telephony/{provider}': 'Disconnected a telephony provider',
  'POST /api/voice/webhooks': 'Registered a webhook',
  'POST /v1/webhooks': 'Registered a webhook',
  'DELETE /api/voice/webhooks/{uuid}': 'Deleted a webhook',
  'DELETE /api/jobs/{uuid}': 'Called off a job',
  'POST /api/jobs/{uuid}/retry': 'Tried a job again',
};

/** As the description of the API has it where there are no words for it. */
export const actionText = ({ action }: AuditEvent): string =>
  words[action.replace(/\/api\/(pf-coach\/)?auth\//, '')] ?? action;

export const endText = ({ status }: AuditEvent): string => {
  if (status === null) return 'Not known: it is going on, or the server was stopped';
  if (status < 400) return 'Done';
  return status < 500 ? `Refused (${status})` : `Failed (${status})`;
};

export const actorMethodTexts: Readonly<Record<AuditEvent['actor']['method'], string>> = {
  session: 'in the console',
  api_key: 'with an API key',
  command_line: 'on the command line',
};
