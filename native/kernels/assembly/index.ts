export { encodeBase64 } from './base64';
export { interpolate } from './fir';
export { compressAlaw, compressMulaw, expandAlaw, expandMulaw } from './g711';
export { logMel, normalise } from './log-mel';
export { readMedia } from './media-message';
export { vocode } from './vocoder';
export { voiceStep } from './voice-activity';
