import { registerPlayback } from './playback-processor.ts';

registerPlayback();
