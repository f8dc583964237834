import { registerCapture } from './capture-processor.ts';

registerCapture();
