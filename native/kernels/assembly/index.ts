export { interpolate } from './fir';
export { compress, expand } from './g711';
export { logMel, normalise } from './log-mel';
export { vocode } from './vocoder';
