import { existsSync } from 'node:fs';

const programs = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where a Chromium of this machine is; undefined when there is none. */
export const chromiumPath = programs.find((path) => path !== undefined && path !== '' && existsSync(path));

const shell = '/usr/bin/chromium-headless-shell';
/** For pages alone: without a window it takes two thirds of the CPU, but it has no prompts for permissions. */
export const pagesChromiumPath = chromiumPath !== undefined && existsSync(shell) ? shell : chromiumPath;

/** What is waited for comes when it comes, however many run beside it. */
export const patienceMs = 30_000;

/** What only the start of a browser decides. */
export interface MicrophoneOptions {
  /** The WAV file that its microphone hears from the moment it is opened. */
  readonly microphone?: string;
  readonly refusesMicrophone?: boolean;
}

export function browserArguments({ microphone, refusesMicrophone = false }: MicrophoneOptions = {}): string[] {
  return [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--autoplay-policy=no-user-gesture-required',
    '--use-fake-device-for-media-stream',
    // Without this the request is shown to nobody, which is a refusal.
    ...(refusesMicrophone ? ['--deny-permission-prompts'] : ['--use-fake-ui-for-media-stream']),
    ...(microphone === undefined ? [] : [`--use-file-for-fake-audio-capture=${microphone}%noloop`]),
  ];
}
