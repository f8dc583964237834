import { existsSync } from 'node:fs';

const programs = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Path of this machine's Chromium; undefined if there is none. */
export const chromiumPath = programs.find((path) => path !== undefined && path !== '' && existsSync(path));

const shell = '/usr/bin/chromium-headless-shell';
/** The headless shell, where there is one: it uses two thirds of the CPU but has no permission prompts. */
export const pagesChromiumPath = chromiumPath !== undefined && existsSync(shell) ? shell : chromiumPath;

/** Time limit of waits; long enough for many parallel tests. */
export const patienceMs = 90_000;

/** Options that are fixed when a browser starts. */
export interface MicrophoneOptions {
  /** WAV file that its microphone plays once opened. */
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
    // Without a user interface to show it, the request is refused.
    ...(refusesMicrophone ? ['--deny-permission-prompts'] : ['--use-fake-ui-for-media-stream']),
    ...(microphone === undefined ? [] : [`--use-file-for-fake-audio-capture=${microphone}%noloop`]),
  ];
}
