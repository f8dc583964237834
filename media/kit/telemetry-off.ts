import { isMainThread } from 'node:worker_threads';

/**
 * ONNX Runtime writes a device id below the home folder and reports usage to its maker unless this variable is set when
 * its library is loaded. Only the main thread can set it for the process: an assignment on another thread changes a copy.
 */
// biome-ignore lint/style/noProcessEnv: native code reads the variable, no module does
if (isMainThread) process.env.ORT_DISABLE_TELEMETRY = '1';
