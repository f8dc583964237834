import { scripted, serveWith } from './scripted-server.ts';

/**
 * Runs the whole server with scripted speech and the embedded agent. Every caller asks who is speaking, so that each
 * reply names the agent of the call's version.
 */
export const main = serveWith({
  recognise: scripted('recognise', 'Who are you?'),
  speak: scripted('speak'),
  turn: scripted('turn'),
});
