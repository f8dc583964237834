import { registerCapture } from '../call/capture-processor.ts';
import { registerPlayback } from '../call/playback-processor.ts';
import { optionsOf } from './options.ts';
import { openWidget } from './widget.ts';

/** One file for the page and for its audio thread: a policy that allows it there allows both. */
if (typeof registerProcessor === 'function') {
  registerCapture();
  registerPlayback();
} else begin();

function begin(): void {
  const script = document.currentScript ?? document.querySelector('script[data-agent][src*="/widget.js"]');
  const options = script instanceof HTMLScriptElement ? optionsOf(script) : undefined;
  if (options === undefined) return;
  if (document.body === null) document.addEventListener('DOMContentLoaded', () => openWidget(options), { once: true });
  else openWidget(options);
}
