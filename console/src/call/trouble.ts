import type { Trouble } from '../../../client/call/trouble.ts';
import { t } from '../language/text.ts';

/** Why a call cannot start or ended early, and what the user can do about it. */
export const troubles = {
  insecure_page: {
    title: t('This address cannot use the microphone'),
    advice: t('Browsers allow the microphone on secure pages only: open this page as http://localhost or over https.'),
  },
  browser_too_old: {
    title: t('This browser cannot carry a call'),
    advice: t('It lacks audio worklets. Use a current Chrome, Edge, Firefox or Safari.'),
  },
  microphone_refused: {
    title: t('The microphone is blocked for this page'),
    advice: t('Open the site settings (the icon left of the address), set Microphone to Allow, and try again.'),
  },
  microphone_missing: {
    title: t('No microphone was found'),
    advice: t('Plug one in, or choose one in the sound settings of your system, and try again.'),
  },
  microphone_busy: {
    title: t('The microphone is in use'),
    advice: t('Another program uses it, or the system blocks it. Close the other program and try again.'),
  },
  microphone_lost: {
    title: t('The microphone was disconnected during the call'),
    advice: t('Plug it in again, or choose another one, and call again. What was said so far is kept.'),
  },
  audio_failed: {
    title: t('The audio of this page could not start'),
    advice: t('Reload the page. If that does not help, check that the system has a working sound output.'),
  },
  server_unreachable: {
    title: t('The server does not respond'),
    advice: t('Check that Parley is still running where you started it, and try again.'),
  },
  server_busy: {
    title: t('The server is at capacity'),
    advice: t('All lines are busy, or it is shutting down. Try again in a moment.'),
  },
  server_refused: {
    title: t('The server refused this page'),
    advice: t('You may not call this agent, or you are no longer signed in. Reload the page.'),
  },
  agent_missing: {
    title: t('This agent is gone'),
    advice: t('It was removed while the page was open. Reload the page and choose another one.'),
  },
  stream_refused: {
    title: t('The line could not be opened'),
    advice: t('The token of the call expired (after 60 seconds), or the media port cannot be reached. Try again.'),
  },
  stream_lost: {
    title: t('The connection was lost'),
    advice: t('The connection to the server broke during the call. What was said so far is kept; call again.'),
  },
} as const satisfies Record<Trouble, { readonly title: string; readonly advice: string }>;
